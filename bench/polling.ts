/** Number of requests and delay of `poll-interval: auto`: its schedule replayed on traces. */

import { nextPauseMs, type ProgressSample } from '../src/scan/poll-schedule.ts';
import { atMost, figure, mean, type Row, type Section, show } from './table.ts';
import { type Trace, traces } from './traces.ts';

const offsets = 100;
const fixedMs = 15_000;

type Schedule = (samples: readonly ProgressSample[]) => number;

/** Means over all offsets. */
interface Played {
  readonly requests: number;
  readonly delayMs: number;
}

/** Polls `trace` until its end is seen. The trace is stretched to end `offsetMs` later. Time passes in pauses only. */
function play(trace: Trace, schedule: Schedule, offsetMs: number): Played {
  const endMs = trace.endMs + offsetMs;
  const seen: ProgressSample[] = [];
  for (let atMs = 0; ; atMs += schedule(seen)) {
    const percentage = trace.at((atMs * trace.endMs) / endMs);
    seen.push({ atMs, percentage });
    if (percentage !== null && percentage >= 100) return { requests: seen.length, delayMs: atMs - endMs };
  }
}

function playAll(trace: Trace, schedule: Schedule): Played {
  const played = Array.from({ length: offsets }, (_, index) =>
    play(trace, schedule, (index / offsets) * fixedMs),
  );
  return {
    requests: mean(played.map(({ requests }) => requests)),
    delayMs: mean(played.map(({ delayMs }) => delayMs)),
  };
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

function traceRow(trace: Trace, ours: Played, fixed: Played): Row {
  return {
    what: trace.name,
    measured: `${ours.requests.toFixed(1)} requests, ${seconds(ours.delayMs)} s`,
    goal: `≤ ${(2 * fixed.requests).toFixed(1)} requests, ≤ ${seconds(fixed.delayMs)} s`,
    met: ours.requests <= 2 * fixed.requests && ours.delayMs <= fixed.delayMs,
  };
}

export function measurePolling(): Section {
  const played = traces.map((trace) => ({
    trace,
    ours: playAll(trace, nextPauseMs),
    fixed: playAll(trace, () => fixedMs),
  }));
  const sum = (pick: (one: (typeof played)[number]) => number) =>
    played.reduce((all, one) => all + pick(one), 0);
  const delays = (pick: (one: (typeof played)[number]) => Played) =>
    mean(played.map((one) => pick(one).delayMs)) / 1000;
  return {
    title: 'Polling',
    command: 'node bench/polling.ts',
    how: `The schedule of \`poll-interval: auto\` on ${traces.length} traces with a fake clock; each is the mean of ${offsets} ends, spread evenly over 15 s. The goal of a trace is twice the requests of a poller with a fixed pause of 15 s, and its delay from the end of the scan to its detection.`,
    rows: [
      ...played.map(({ trace, ours, fixed }) => traceRow(trace, ours, fixed)),
      atMost(
        'all: requests',
        sum(({ ours }) => ours.requests),
        { limit: sum(({ fixed }) => fixed.requests) },
      ),
      atMost(
        'all: mean delay',
        delays(({ ours }) => ours),
        { limit: 2.5, unit: 's' },
      ),
      figure('all: mean delay of the fixed poller', `${delays(({ fixed }) => fixed).toFixed(1)} s`),
    ],
  };
}

if (import.meta.main) await show(measurePolling);
