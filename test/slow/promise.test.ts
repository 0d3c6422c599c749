/**
 * The first promise of the gate, tested on results that are broken in every way. They are read as in production, from
 * the text of the body to the verdict. `SCAN_GATE_CASES` sets how many.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RequestError } from '../../src/core/fault.ts';
import { ProblemError } from '../../src/core/problem.ts';
import { waitForScan } from '../../src/scan/wait.ts';
import { readJsonBody, readScanAnswer } from '../../src/service/answers.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createRecordingLog } from '../support/recording-log.ts';
import { judged } from '../unit/gate/judgements.ts';
import { partialClient } from '../unit/scan/scripted-client.ts';
import { mutate, mutation } from './promise/mutations.ts';
import { mayPass, type Terms } from './promise/oracle.ts';
import { conditions, scanId, wellFormed } from './promise/results.ts';

const cases = Number(process.env['SCAN_GATE_CASES'] ?? '2000');
const timeoutMs = 150_000;

/** Reads a body as the client does, without the connection. */
async function readBody(text: string) {
  try {
    return readScanAnswer(readJsonBody(new Uint8Array(Buffer.from(text)).buffer));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new ProblemError({ kind: 'service', operation: 'fetch', fault: error.fault, tries: 1 });
  }
}

/** The verdict on a scan whose every answer is `text`. */
async function verdictOn(text: string, { failOn, asked }: Terms): Promise<string> {
  const clock = createFakeClock();
  using limit = clock.timeLimit(new AbortController().signal, timeoutMs);
  const { result, problem } = await waitForScan({
    service: partialClient({ fetchScan: async () => readBody(text) }),
    scanId,
    scanInputs: {
      language: 'en',
      'include-subdomains': false,
      'include-leaks': false,
      timeout: timeoutMs,
      'poll-interval': 60_000,
    },
    clock,
    log: createRecordingLog(),
    signal: limit.signal,
  });
  return judged({}, { 'fail-on': failOn }, { result, problem, preferences: asked }).verdict;
}

function compare(text: string, verdict: string, given: Terms): void {
  if ((verdict === 'pass') !== mayPass(JSON.parse(text), scanId, given))
    throw new Error(`${verdict} under ${JSON.stringify(given)}: ${text}`);
}

test(
  'a broken result passes only if it may',
  async () => {
    const seen = { pass: 0, fail: 0, inconclusive: 0 };
    const broken = fc.array(mutation, { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(wellFormed, broken, conditions, async (result, mutations, given) => {
      const text = mutate(result, mutations);
      const verdict = await verdictOn(text, given);
      if (verdict === 'pass' || verdict === 'fail' || verdict === 'inconclusive') seen[verdict] += 1;
      compare(text, verdict, given);
    });
    await fc.assert(property, { numRuns: cases });
    const { pass, fail, inconclusive } = seen;
    expect(pass + fail + inconclusive).toBe(cases);
    for (const count of [pass, fail, inconclusive]) expect(count).toBeGreaterThan(cases / 50);
  },
  Math.max(60_000, cases * 10),
);

test('a result that is not broken passes if it may, and fails if something blocks', async () => {
  const property = fc.asyncProperty(wellFormed, conditions, async (result, given) => {
    const text = JSON.stringify(result);
    const verdict = await verdictOn(text, given);
    const isFinished = result.percentage === '100.00' && result.endDate !== null;
    if (!isFinished) expect(verdict).toBe('inconclusive');
    compare(text, verdict, given);
    if (isFinished && given.failOn !== 'never' && (result.issuesSummary['critical'] ?? 0) > 0)
      expect(verdict).toBe('fail');
  });
  await fc.assert(property, { numRuns: 200 });
});
