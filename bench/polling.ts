/** How late the end of a scan is seen, and how many requests that takes, on a fake clock. `node bench/polling.ts` */

import { waitForScan } from '../src/scan/wait.ts';
import { readCompletion } from '../src/service/answers.ts';
import { scanResultSchema } from '../src/service/wire.ts';
import { createFakeClock } from '../test/support/fake-clock.ts';
import { createRecordingLog } from '../test/support/recording-log.ts';
import { scanSetup } from '../test/unit/scan/scan-setup.ts';
import { partialClient } from '../test/unit/scan/scripted-client.ts';
import { atMost, type Section, show } from './table.ts';

/** Ends are spread evenly over the longest pause. */
const offsets = Array.from({ length: 20 }, (_, index) => index);

/** How a scan looks over time. */
interface Trace {
  readonly name: string;
  readonly seconds: number;
  /** Percentage after this share of its time. */
  readonly at: (share: number) => number;
  /** Goal of the mean delay, in seconds. */
  readonly limit: number;
}

const traces: readonly Trace[] = [
  { name: '1 min, stalls at 95 %', seconds: 60, at: (share) => Math.min(95, share * 200), limit: 2 },
  { name: '5 min, in steps of 10 %', seconds: 300, at: (share) => Math.floor(share * 10) * 10, limit: 10 },
  { name: '60 min', seconds: 3600, at: (share) => share * 100, limit: 11 },
];

/** Waits for a scan that takes `seconds`. @returns the seconds from its end to the end of the wait */
async function play(trace: Trace, seconds: number): Promise<{ delay: number; requests: number }> {
  const clock = createFakeClock();
  let requests = 0;
  const fetchScan = async () => {
    requests += 1;
    const share = clock.now() / 1000 / seconds;
    const isOver = share >= 1;
    const percentage = isOver ? '100.00' : trace.at(share).toFixed(2);
    const result = scanResultSchema.parse({ percentage, endDate: isOver ? '2026-11-20T10:00:00Z' : null });
    return { ...readCompletion(result), result, raw: result };
  };
  await waitForScan({
    service: partialClient({ fetchScan }),
    scanId: 'scan-1',
    scanInputs: scanSetup().inputs,
    clock,
    log: createRecordingLog(),
    signal: new AbortController().signal,
  });
  return { delay: clock.now() / 1000 - seconds, requests };
}

export async function measurePolling(): Promise<Section> {
  const rows = traces.map(async (trace) => {
    const played = await Promise.all(offsets.map((offset) => play(trace, trace.seconds + offset)));
    const mean = (pick: (one: (typeof played)[number]) => number) =>
      played.reduce((sum, one) => sum + pick(one), 0) / played.length;
    const what = `${trace.name}: mean delay, with ${mean(({ requests }) => requests).toFixed(0)} requests`;
    return atMost(
      what,
      mean(({ delay }) => delay),
      { limit: trace.limit, unit: 's' },
    );
  });
  return {
    title: 'Polling',
    how: `\`poll-interval: auto\` on a fake clock. Each is the mean of ${offsets.length} ends, a second apart.`,
    rows: await Promise.all(rows),
  };
}

if (import.meta.main) await show(measurePolling);
