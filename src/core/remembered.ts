/** `make`, which runs once for equal texts: a scanner uses the same texts wherever it finds the same. */
export function remembered<Made extends string | number>(
  make: (text: string) => Made,
): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const made = known.get(text) ?? make(text);
    known.set(text, made);
    return made;
  };
}
