/** The parts that are not empty, as one text. */
export function joined(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator);
}
