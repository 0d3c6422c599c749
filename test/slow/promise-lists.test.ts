/**
 * The third promise of the gate: which scan a run may take up, tested on scan lists that are broken in every way.
 * `SCAN_GATE_CASES` sets how many.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ProblemError } from '../../src/core/problem.ts';
import { RequestError } from '../../src/core/request-fault.ts';
import type { PullRequestStatus } from '../../src/github/pull-request.ts';
import { createRedactor } from '../../src/runner/redactor.ts';
import { obtainScan } from '../../src/scan/obtain-scan.ts';
import { scanDigest } from '../../src/scan/scan-tie.ts';
import { readList } from '../../src/service/answers.ts';
import { jsonBody } from '../../src/service/json-body.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createRecordingLog } from '../support/recording-log.ts';
import { inputsOf } from '../unit/scan/inputs-of.ts';
import { partialClient } from '../unit/scan/scripted-client.ts';
import { headSha, list, mayTakeUp, nowSeconds, runId, type Setting, setting } from './promise/lists.ts';
import { mutate, mutation } from './promise/mutations.ts';

const cases = Number(process.env['SCAN_GATE_CASES'] ?? '1000');

/** Reads a list as the client does, without the connection. */
async function readBody(text: string) {
  const body = jsonBody({ maxBytes: 2 ** 24, redact: createRedactor().redact }, readList);
  body.write(Buffer.from(text));
  try {
    return await body.end();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new ProblemError({ kind: 'service', endpoint: 'list', fault: error.fault, attempts: 1 });
  }
}

function pullRequestOf(kind: Setting['pullRequest']): PullRequestStatus {
  return kind === 'known' ? { kind, number: 7, headSha, fromFork: false } : { kind };
}

/** The scan that a run obtains where every list is `text`, and how many it starts. */
async function obtain(text: string, { tie, asked, ...given }: Setting) {
  const inputs = await inputsOf({
    'reuse-within': String(given.reuseWithinMs / 1000),
    timeout: '60m',
    ...(asked === null ? {} : { preferences: JSON.stringify(asked) }),
  });
  let starts = 0;
  const client = partialClient({
    start: async () => {
      starts += 1;
      if (!given.isLost) return 'new';
      const fault = { kind: 'network', code: 'ECONNRESET' } as const;
      throw new ProblemError({ kind: 'service', endpoint: 'start', fault, attempts: 1 });
    },
    list: async () => readBody(text),
  });
  const { scanId, origin } = await obtainScan({
    client,
    inputs,
    target: inputs.target.url,
    readyAt: given.readyAt,
    pullRequest: pullRequestOf(given.pullRequest),
    runId,
    attempt: given.attempt,
    findTiedScan: async () =>
      tie && {
        sha: tie.isHead ? headSha : '2'.repeat(40),
        runId: tie.runId,
        scan: scanDigest(tie.scanId),
      },
    clock: createFakeClock(nowSeconds * 1000),
    log: createRecordingLog(),
    signal: new AbortController().signal,
  });
  return { scanId, origin, starts };
}

test(
  'a scan of a broken list is taken up only if it may',
  async () => {
    const seen = new Map<string, number>();
    const broken = fc.array(mutation, { maxLength: 3 });
    const property = fc.asyncProperty(list, broken, setting, async (scans, mutations, given) => {
      const text = mutate(scans, mutations);
      const { scanId, origin, starts } = await obtain(text, given);
      const what = scanId === null ? 'none' : origin;
      seen.set(what, (seen.get(what) ?? 0) + 1);
      const isLooked = origin === 'reused' || origin === 'resumed' || origin === 'recovered';
      const isRight = isLooked
        ? scanId !== null && mayTakeUp(JSON.parse(text), scanId, { origin, setting: given })
        : scanId === null || scanId === 'new';
      const isOnce = starts === (origin === 'reused' || origin === 'resumed' ? 0 : 1) || scanId === null;
      if (!isRight || !isOnce || starts > 1)
        throw new Error(`${origin} ${scanId} of ${text} with ${JSON.stringify(given)}`);
    });
    await fc.assert(property, { numRuns: cases });
    const counts = [...seen]
      .map(([what, count]) => `${count} ${what}`)
      .toSorted()
      .join(', ');
    process.stdout.write(`list cases: ${cases} broken lists (${counts}), no wrong scan\n`);
    for (const what of ['reused', 'resumed', 'recovered', 'started', 'none'])
      expect(seen.get(what)).toBeGreaterThan(cases / 200);
  },
  Math.max(60_000, cases * 10),
);
