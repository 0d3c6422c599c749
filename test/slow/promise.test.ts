/**
 * The first promise of the gate, tried on results that are broken in every way: read as in production, from the text of
 * the body to the verdict. `SCAN_GATE_CASES` sets how many.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ProblemError } from '../../src/core/problem.ts';
import { RequestError } from '../../src/core/request-fault.ts';
import { createRedactor } from '../../src/runner/redactor.ts';
import { waitForScan } from '../../src/scan/wait-for-scan.ts';
import { readScan } from '../../src/service/answers.ts';
import { jsonBody } from '../../src/service/json-body.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createRecordingLog } from '../support/recording-log.ts';
import { judgeResult } from '../unit/gate/policies.ts';
import { partialClient } from '../unit/scan/scripted-client.ts';
import { mutate, mutation } from './promise/mutations.ts';
import { mayPass, type Threshold } from './promise/oracle.ts';
import { scanId, wellFormed } from './promise/well-formed.ts';

const cases = Number(process.env['SCAN_GATE_CASES'] ?? '10000');
const timeoutMs = 150_000;

/** Reads a body as the client does, without the connection. */
async function readBody(text: string) {
  const body = jsonBody({ maxBytes: 2 ** 20, redact: createRedactor().redact }, readScan);
  body.write(Buffer.from(text));
  try {
    return await body.end();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw new ProblemError({ kind: 'service', endpoint: 'fetch', fault: error.fault, attempts: 1 });
  }
}

/** The verdict on a scan whose every answer is `text`. */
async function verdictOn(text: string, failOn: Threshold): Promise<string> {
  const { result, problem } = await waitForScan({
    client: partialClient({ fetch: async () => readBody(text) }),
    scanId,
    mustBeThere: false,
    fetchOptions: { language: 'en', includeSubdomains: false, includeLeaks: false },
    timeoutMs,
    remainingMs: timeoutMs,
    pollIntervalMs: 60_000,
    isEnough: () => false,
    clock: createFakeClock(),
    log: createRecordingLog(),
    signal: new AbortController().signal,
  });
  return judgeResult(result, { failOn }, { problem }).verdict.outcome;
}

const threshold = fc.constantFrom<Threshold>('critical', 'high', 'high', 'medium', 'low', 'warning', 'never');

test(
  'whatever a result was before it was broken, it passes only where it may',
  async () => {
    const seen = { pass: 0, fail: 0, inconclusive: 0 };
    const broken = fc.array(mutation, { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(wellFormed, broken, threshold, async (result, mutations, failOn) => {
      const text = mutate(result, mutations);
      const outcome = await verdictOn(text, failOn);
      if (outcome === 'pass' || outcome === 'fail' || outcome === 'inconclusive') seen[outcome] += 1;
      // Both ways: a result that is right in all that decides must not be refused for anything else.
      const pass = mayPass(JSON.parse(text), scanId, failOn);
      if ((outcome === 'pass') !== pass) throw new Error(`${outcome} with fail-on ${failOn}: ${text}`);
    });
    await fc.assert(property, { numRuns: cases });
    const { pass, fail, inconclusive } = seen;
    process.stdout.write(
      `property cases: ${cases} broken results (${pass} pass, ${fail} fail, ${inconclusive} inconclusive)\n`,
    );
    expect(pass + fail + inconclusive).toBe(cases);
    for (const count of [pass, fail, inconclusive]) expect(count).toBeGreaterThan(cases / 50);
  },
  Math.max(60_000, cases * 10),
);

test('a result that nobody broke passes wherever it may, and fails where something blocks', async () => {
  const property = fc.asyncProperty(wellFormed, threshold, async (result, failOn) => {
    const outcome = await verdictOn(JSON.stringify(result), failOn);
    const isFinished = result.percentage === '100.00' && result.endDate !== null;
    if (!isFinished) expect(outcome).toBe('inconclusive');
    else expect(outcome === 'pass').toBe(mayPass(result, scanId, failOn));
    if (isFinished && failOn !== 'never' && (result.issuesSummary['critical'] ?? 0) > 0)
      expect(outcome).toBe('fail');
  });
  await fc.assert(property, { numRuns: 500 });
});
