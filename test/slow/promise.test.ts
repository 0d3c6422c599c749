/**
 * The first promise of the gate, tested on results that are broken in every way. They are read as in production, from the
 * text of the body to the verdict. `SCAN_GATE_CASES` sets how many.
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

const scanId = '6f1c2f5e-0b7a-4a53-9a4e-2f5d5b1c7e11';

const severities = ['critical', 'high', 'medium', 'low', 'warning'] as const;

const issue = fc.record({
  group: fc.constantFrom('Improper Access Control', 'Unspecified Threat'),
  name: fc.constantFrom('Missing header', 'Open redirect'),
  // Mild ones more often, so that many results almost pass.
  severity: fc.constantFrom('warning', 'warning', 'low', 'low', 'medium', 'high', 'critical'),
  cve: fc.constantFrom<string[]>([], ['CVE-2021-23017']),
  cwe: fc.constantFrom([693], [79, 80]),
  cvss: fc.record({ score: fc.constantFrom(0, 2.1, 5.3, 7.5, 9.8), detail: fc.constant('CVSS:3.1/AV:N') }),
  remediation: fc.constant('Set the header.'),
  references: fc.constant('https://owasp.org/'),
  description: fc.constant('The header is missing.'),
  raw: fc.constant({}),
});

const information = fc.record({
  services: fc.constant([
    { state: 'open', reason: 'syn-ack', name: 'https', product: '', version: '', port: 443 },
  ]),
  waf: fc.constant([]),
  ips: fc.constant(['127.0.0.1']),
  total_checked: fc.nat(40),
});

const state = fc.constantFrom(
  ...Array.from({ length: 6 }, () => ({ percentage: '100.00', endDate: '2026-11-20T10:00:00.123Z' })),
  { percentage: '42.17', endDate: null },
  { percentage: '100.00', endDate: null },
  { percentage: '80.00', endDate: '2026-11-20T10:00:00.123Z' },
);

/** A result as docs/service-interface.md, section 2.2, describes it, finished or not: counts and list agree. */
const wellFormed = fc
  .record({
    issues: fc.array(issue, { maxLength: 4 }),
    byType: fc.boolean(),
    state,
    information,
    totalChecked: fc.constantFrom(0, 1, 25, 25, 25, 25),
  })
  .map(({ issues, byType, information: facts, totalChecked, state: { percentage, endDate } }) => ({
    issuesSummaryTotal: issues.length,
    issuesCategoriesSummary: { 'Improper Access Control': issues.length },
    issues: byType
      ? { headers: { issues: issues.slice(0, 2) }, smtp_spoofing: { issues: issues.slice(2) } }
      : issues,
    identificator: scanId,
    issuesSummary: Object.fromEntries(
      severities.map((severity) => [severity, issues.filter((each) => each.severity === severity).length]),
    ),
    totalChecked,
    information: facts,
    preferences: { scan_type: 'full', scan_deep: 3 },
    percentage,
    startDate: '2026-11-20T09:00:00.000Z',
    endDate,
  }));

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
  'a broken result passes only if it may',
  async () => {
    const seen = { pass: 0, fail: 0, inconclusive: 0 };
    const broken = fc.array(mutation, { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(wellFormed, broken, threshold, async (result, mutations, failOn) => {
      const text = mutate(result, mutations);
      const outcome = await verdictOn(text, failOn);
      if (outcome === 'pass' || outcome === 'fail' || outcome === 'inconclusive') seen[outcome] += 1;
      // Both ways: a result that is right in everything that decides must pass.
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

test('a result that is not broken passes if it may, and fails if something blocks', async () => {
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
