/** Counts the cases that a law met. One whose generator hardly makes its hard case proves little. */
export interface Cases {
  /** Notes one case, if there is one. */
  met(name: string, isMet?: boolean): void;
  /** How often the rarest of `names` was met. */
  rarest(...names: readonly string[]): number;
}

export function countCases(): Cases {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    met: (name, isMet = true) => {
      if (isMet) counts.set(name, of(name) + 1);
    },
    rarest: (...names) => {
      return Math.min(...names.map(of));
    },
  };
}
