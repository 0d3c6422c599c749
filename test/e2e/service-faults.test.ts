/**
 * What a run does when the service fails: its verdict, how many scans it starts, and what it says. One run
 * for each way to act; which fault is handled in which way is decided in `request.test.ts`, and in `start.test.ts` and
 * `wait.test.ts` of `test/unit/scan`.
 */
import { expect, test } from '@jest/globals';
import type { Endpoint, Fault, FaultRule } from '../../sandbox/faults.ts';
import type { SandboxOptions } from '../../sandbox/server.ts';
import { schedule } from '../support/events.ts';
import { startScene } from './scene.ts';

/** One run: what goes wrong, and what must follow. */
interface Row {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly sandbox?: Omit<SandboxOptions, 'clock'>;
  readonly rules?: readonly FaultRule[];
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly scans: 0 | 1;
  /** Parts of the reason or, if the run passes, of its only warning. They name the place, the cause and the remedy. */
  readonly says: readonly string[];
}

async function play({ inputs, sandbox = {}, rules = [], verdict, scans, says }: Row) {
  await using scene = await startScene({ sandbox });
  const met = new Set<Endpoint>();
  const meet = (endpoint: Endpoint) => met.add(endpoint).size > 0;
  scene.sandbox.faults = rules.map((rule) => ({ ...rule, matches: () => meet(rule.endpoint) }));
  const run = await scene.run({
    // Without a pull request, any scan of the target may be taken up.
    event: schedule(),
    inputs: {
      url: scene.hardened.url,
      'wait-for-url': '0',
      config: 'none',
      reports: 'none',
      // A scan that cannot be read is given up after minutes: ten polls show it as well as a hundred.
      'poll-interval': '30s',
      ...inputs,
    },
  });
  expect({
    verdict: run.outputs['verdict'],
    exitCode: run.exitCode,
    scans: scene.sandbox.scans.length,
    log: run.lines,
  }).toMatchObject({ verdict, exitCode: verdict === 'pass' ? 0 : 1, scans });
  const said = verdict === 'pass' ? run.annotations.warning.join('\n') : run.outputs['reason'];
  for (const words of says) expect(said).toContain(words.replaceAll('`', ''));
  expect(met).toEqual(new Set(rules.map(({ endpoint }) => endpoint)));
  return run;
}

/** In the order in which a run gets to them. The list is asked for the baseline. */
const everywhere: readonly Endpoint[] = ['list', 'start', 'fetch', 'report'];
const baseline = 'https://other.example';

const status = (code: number, headers = {}): Fault => ({ kind: 'status', code, headers });
const silence: Fault = { kind: 'hang' };
const page: Fault = { kind: 'body', contentType: 'text/html', body: '<!doctype html><h1>Back soon</h1>' };
/** Worked out anew for each answer. */
const inTwentySeconds = {
  get 'retry-after'() {
    return new Date(Date.now() + 20_000).toUTCString();
  },
};

const halved: Fault = {
  kind: 'change',
  change: (answer) => ({ ...answer, body: answer.body.subarray(0, answer.body.length / 2) }),
};

/** `sent again`: no scan can have begun. `looked for`: nobody knows whether one has, and here it has. */
test.each<[start: 'sent again' | 'looked for', what: string, fault: Fault]>([
  ['sent again', 'HTTP 409', status(409)],
  ['sent again', 'HTTP 429 until a date', status(429, inTwentySeconds)],
  ['looked for', 'silence', silence],
  ['looked for', 'half an answer', halved],
])('a fault that passes soon does not matter, and the start is %s: %s', async (start, what, fault) => {
  // Elsewhere a conflict is no fault that passes.
  const places = everywhere.filter((place) => place === 'start' || what !== 'HTTP 409');
  const rules = places.map((endpoint): FaultRule => {
    const isLost = endpoint === 'start' && start === 'looked for';
    return { endpoint, times: 1, fault: isLost ? { kind: 'after-effect', fault } : fault };
  });
  const ended = await play({
    inputs: { baseline, reports: 'ACTION_REPORT', 'poll-interval': '10s' },
    // A scan that has finished is not found.
    sandbox: { scanMs: 60_000 },
    rules,
    verdict: 'pass',
    scans: 1,
    says: [],
  });
  expect(ended.outputs['report-path']).toMatch(/-ACTION_REPORT\.pdf$/);
});

const lost = ['The scanning service did not confirm the start', 'Look for it in the dashboard'];
const elsewhere: Fault = { kind: 'redirect', location: 'https://elsewhere.example/v1/' };
const forYears = { 'retry-after': '999999999' };

test.each<[place: Endpoint, cause: Fault, scans: 0 | 1, ...says: string[]]>([
  ['list', status(401), 0, 'The baseline', 'HTTP 401', 'Check the secret behind `api-key`'],
  // No scan can have begun.
  ['start', status(429, forYears), 0, 'HTTP 429', 'Run the job again later'],
  // A scan may have begun, and the list never names it.
  ['start', { kind: 'reset' }, 0, 'the connection failed (ECONNRESET)', ...lost],
  ['start', { kind: 'hang-in-body' }, 1, 'no complete answer came within 30 s', ...lost],
  // The start is refused.
  ['start', status(400), 0, 'HTTP 400', 'Check `url`, `preferences`'],
  ['start', elsewhere, 0, 'a redirect led to `https://elsewhere.example`', 'Check that `base-url`'],
  ['fetch', silence, 1, 'no complete answer came within 30 s', 'check the state of the scanning service'],
  ['fetch', page, 1, 'the answer was not JSON (“an HTML page”)', 'Check that `base-url`'],
  ['fetch', status(404), 1, 'HTTP 404', 'Check `url`, `preferences` and `scan-id`'],
  ['report', silence, 1, 'no complete answer came within 10 min', 'if it happens again'],
  ['report', page, 1, 'the answer was not a PDF file', 'Run the job again later'],
])(
  'a fault that lasts is no pass, and costs only the report if that fails: %s, %j',
  async (place, cause, scans, ...says) => {
    const doing = { list: 'listing the scans', start: '', fetch: 'reading the scan', report: 'generating' };
    await play({
      inputs: {
        ...(place === 'list' ? { baseline } : {}),
        ...(place === 'start' ? { timeout: '6m' } : {}),
        ...(place === 'report' ? { reports: 'ACTION_REPORT' } : {}),
      },
      sandbox: place === 'start' ? { scanBehaviour: { listDelayMs: 86_400_000 } } : {},
      rules: [{ endpoint: place, fault: cause }],
      verdict: place === 'report' ? 'pass' : 'inconclusive',
      scans,
      says: [...says, doing[place]],
    });
  },
);
