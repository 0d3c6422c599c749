/** `obtainScan` against a scripted client. */
import { classified } from '../../../src/core/classified-text.ts';
import { problemOf } from '../../../src/core/problem.ts';
import { DeadlineError } from '../../../src/core/time-limit.ts';
import type { NotedScan } from '../../../src/scan/noted-scan.ts';
import { obtainScan } from '../../../src/scan/obtain-scan.ts';
import type { ScanContext } from '../../../src/scan/scan-context.ts';
import { scanListSchema } from '../../../src/service/wire.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { inputsOf } from './inputs-of.ts';
import { partialClient, type ScriptedAnswer, scriptedClient, serviceError } from './scripted-client.ts';

/** The time at which every test starts, in seconds since the Unix epoch. */
export const nowSeconds = 1_800_000_000;
export const runId = 77;

/** The scans of the target in the list, or why the list cannot be read. */
export type ListAnswer = readonly object[] | Error;

export interface ScanSituation
  extends Partial<Pick<ScanContext, 'deployedAt' | 'signal'>>,
    Partial<Pick<ScanContext['setup'], 'pullRequest'>> {
  readonly attempt?: number;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Why each start gets no answer, in order; the last one is repeated. `null`: it gets one. */
  readonly startError?: Error | readonly (Error | null)[];
  /** What each request for a scan is answered with. */
  readonly fetchAnswers?: readonly ScriptedAnswer[];
  readonly onFetch?: () => void;
  /** At each look into the list. The last one is repeated. */
  readonly listAnswers?: readonly ListAnswer[];
  /** What our comment says. */
  readonly notedScan?: NotedScan | null;
  /** Fields of the list entry of the target. */
  readonly listEntryFields?: object;
}

export async function obtain(scene: ScanSituation) {
  const {
    inputs = {},
    startError = null,
    fetchAnswers = [],
    onFetch,
    listAnswers = [],
    notedScan = null,
    listEntryFields,
    attempt = 1,
    pullRequest = { kind: 'none' },
    ...setting
  } = scene;
  const errors = [startError].flat();
  const { fetch, fetched } = scriptedClient(fetchAnswers, onFetch);

  const clock = createFakeClock(nowSeconds * 1000);
  const log = createRecordingLog();
  const starts: unknown[] = [];
  let [listReads, noteReads] = [0, 0];
  const client = partialClient({
    start: async (request) => {
      starts.push(request);
      const error = errors[Math.min(starts.length, errors.length) - 1] ?? null;
      if (error !== null) throw error;
      return 'scan-1';
    },
    fetch,
    list: async () => {
      const scans = listAnswers[Math.min(listReads, listAnswers.length - 1)] ?? [];
      listReads += 1;
      if (scans instanceof Error) throw scans;
      return scanListSchema.parse([{ url: 'a.example', scans, ...listEntryFields }]);
    },
  });
  const readInputs = inputsOf(inputs);
  const { timeoutMs } = readInputs.scan;
  using limit = clock.timeLimit(setting.signal ?? new AbortController().signal, timeoutMs);
  const obtaining = obtainScan({
    setup: {
      inputs: readInputs,
      policies: [],
      disclosure: { mode: 'full' },
      pullRequest,
      context: { runId, attempt },
    },
    client,
    clock,
    log,
    deployedAt: null,
    target: readInputs.target.url,
    readNotedScan: async () => {
      noteReads += 1;
      return notedScan;
    },
    ...setting,
    signal: limit.signal,
  });
  const ended = await obtaining.then(
    (obtained) => ({ obtained, thrown: null, problem: null }),
    (thrown: unknown) => ({ obtained: null, thrown, problem: problemOf(thrown) }),
  );
  return { ...ended, starts, log, clock, listReads, noteReads, fetched };
}

export const network = (code: string) => ({ kind: 'network', code: classified('public', code) }) as const;
export const lostAnswer = serviceError('start', network('ECONNRESET'));
export const timeIsUp = new DeadlineError('up');
export const withXss = { inputs: { preferences: 'xss: true' } };
export const startedAnew = { scanId: 'scan-1', origin: 'started' } as const;
