/** What secrets end with, for `body-scan.ts`: eight bytes tell nearly every other text from them. */
export interface Ends {
  /** Not zero where some secret may end with the four bytes of the slot. */
  readonly marks: Uint8Array;
  /** True when some secret ends with these eight bytes, or is shorter and ends with the latest four. */
  has(earlier: number, latest: number): boolean;
}

const shortest = 4;
const longest = 8;
const slotBits = 12;

/**
 * The ends of `forms`, printable ASCII alone; `null` when nothing is left of one by which it could be told from any other
 * text.
 */
export function endsOf(forms: readonly string[]): Ends | null {
  const known = new Map<number, Set<number> | 'any'>();
  const marks = new Uint8Array(1 << slotBits);
  for (const form of forms) {
    const bytes = Buffer.from(form.replace(/[^ -~]/g, ''), 'latin1');
    if (bytes.length < shortest) return null;
    const latest = bytes.readInt32BE(bytes.length - shortest);
    const before = known.get(latest) ?? new Set();
    if (bytes.length < longest || before === 'any') known.set(latest, 'any');
    else known.set(latest, before.add(bytes.readInt32BE(bytes.length - longest)));
    marks[slotOf(latest)] = 1;
  }
  const has = (earlier: number, latest: number) => {
    const before = known.get(latest);
    return before === 'any' || before?.has(earlier) === true;
  };
  return { marks, has };
}

/** Spreads four bytes over the slots (Fibonacci hashing). */
export function slotOf(bytes: number): number {
  return Math.imul(bytes, 0x9e3779b1) >>> (32 - slotBits);
}
