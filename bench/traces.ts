/** How the progress of a scan may look over time. */
export interface Trace {
  readonly name: string;
  readonly endMs: number;
  /** Percentage at `atMs`, below 100 before the end; `null` in the queue. */
  readonly at: (atMs: number) => number | null;
}

const second = 1000;
const minute = 60 * second;

/** A trace through points of `[share of the run time, percentage]`, linear in between. */
function through(
  name: string,
  runMs: number,
  points: readonly (readonly [number, number])[],
  queueMs = 0,
): Trace {
  const all = [[0, 0] as const, ...points, [1, 100] as const];
  return {
    name,
    endMs: queueMs + runMs,
    at: (atMs) => {
      if (atMs < queueMs) return null;
      const share = (atMs - queueMs) / runMs;
      if (share >= 1) return 100;
      const next = all.findIndex(([x]) => x > share);
      const [x0, y0] = all[next - 1] ?? [0, 0];
      const [x1, y1] = all[next] ?? [1, 100];
      return Math.min(99.99, y0 + ((share - x0) / (x1 - x0)) * (y1 - y0));
    },
  };
}

function inSteps(name: string, runMs: number, steps: readonly (readonly [number, number])[]): Trace {
  return {
    name,
    endMs: runMs,
    at: (atMs) => (atMs >= runMs ? 100 : (steps.findLast(([share]) => atMs >= share * runMs)?.[1] ?? 0)),
  };
}

export const traces: readonly Trace[] = [
  through('20 s', 20 * second, []),
  through('5 min linear', 5 * minute, []),
  through('queue 2 min, then 10 min', 10 * minute, [], 2 * minute),
  through('front-loaded, 10 min', 10 * minute, [[0.2, 80]]),
  through('back-loaded, 10 min', 10 * minute, [[0.8, 20]]),
  through('stuck at 99 for half the time, 8 min', 8 * minute, [
    [0.5, 99],
    [0.999, 99.01],
  ]),
  through('60 min', 60 * minute, []),
  inSteps('jumps, 12 min', 12 * minute, [
    [0, 0],
    [0.15, 25],
    [0.4, 50],
    [0.7, 75],
    [0.9, 90],
  ]),
];
