/** `make`, which runs once for equal texts: a scanner uses the same texts wherever it finds the same. */
export function remembered(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const made = known.get(text) ?? make(text);
    known.set(text, made);
    return made;
  };
}
