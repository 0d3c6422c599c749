/**
 * Random histories of a pull request: pushes, re-runs, cancels, refused and lost answers. After each job the promises of
 * docs/contract.md are checked against what really happened. `SCAN_GATE_HISTORIES` sets how many.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Fault } from '../support/faults.ts';
import { type History, type Job, merge, playJob, shaOf, startHistory, wait } from './histories/history.ts';
import { findBreaches } from './histories/oracle.ts';

const histories = Number(process.env['SCAN_GATE_HISTORIES'] ?? '30');

const start = { method: 'POST', path: /scan$/, times: 1 };
const troubles: readonly (Fault | null)[] = [
  null,
  { ...start, effect: { kind: 'lose-answer' } },
  { ...start, effect: { kind: 'status', status: 409 } },
  { method: 'GET', path: /scan\//, after: 1, times: 2, effect: { kind: 'status', status: 502 } },
];
const policies = ['fail-on: low', 'on-fail: warn', 'on-inconclusive: warn', 'baseline: URL', 'fail-on: all'];
const rarely = <T>(...values: T[]) => fc.constantFrom(null, null, null, null, ...values);

const jobStep = fc.record({
  how: fc.constantFrom('run', 're-run', 're-run', 're-run of an older run'),
  plan: fc.record({
    lengthMs: fc.constantFrom(2_000, 20_000, 90_000),
    ending: fc.constantFrom('whole', 'whole', 'whole', 'whole', 'early', 'unchecked', 'never'),
    severity: fc.constantFrom(null, null, 'low', 'high'),
  }),
  cancelAfterMs: rarely(4_000, 40_000),
  outageAfterMs: rarely(1_500),
  trouble: fc.constantFrom(...troubles),
});
type JobStep = typeof jobStep extends fc.Arbitrary<infer Step> ? Step : never;

function jobOf(history: History, { how, cancelAfterMs }: JobStep): Job {
  const { jobs } = history;
  const again = how === 'run' ? undefined : jobs.at(how === 're-run' ? -1 : 0);
  if (again === undefined)
    return { sha: shaOf(history.pushes), runId: jobs.length + 1, attempt: 1, cancelAfterMs };
  const { sha, runId } = again;
  return { sha, runId, attempt: 1 + jobs.filter((job) => job.runId === runId).length, cancelAfterMs };
}

async function play(history: History, step: JobStep): Promise<void> {
  const { plan, trouble, outageAfterMs } = step;
  const { service, outage } = history;
  service.next.plan = plan;
  service.faults.set(trouble === null ? [] : [trouble]);
  if (outageAfterMs !== null) outage.from = Date.now() + outageAfterMs;
  const breaches = findBreaches(history, await playJob(history, jobOf(history, step)));
  if (breaches.length > 0) throw new Error(breaches.join('\n'));
  outage.from = Number.POSITIVE_INFINITY;
}

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: jobStep },
    { weight: 1, arbitrary: fc.constantFrom('push', 'somebody scans the target', 60_000, 400_000) },
    { weight: 1, arbitrary: fc.constantFrom(...policies).map((text) => ({ text })) },
  ),
  { minLength: 2, maxLength: 7, size: 'max' },
);

test(
  'no history breaks a promise',
  async () => {
    const verdicts: (string | undefined)[] = [];
    const property = fc.asyncProperty(steps, async (given) => {
      await using history = await startHistory();
      for (const step of given) {
        if (step === 'push') history.pushes += 1;
        else if (typeof step === 'string') history.service.startScan(history.url, 'somebody');
        else if (typeof step === 'number') await wait(step);
        else if ('text' in step) merge(history, step.text);
        else await play(history, step);
        await wait(1_000);
      }
      verdicts.push(...history.jobs.map(({ outputs }) => outputs['verdict']));
    });
    // The same ones for every change, as a change must not fail for another's history: the fuzz plays new ones.
    const seed = process.env['SCAN_GATE_HISTORIES'] === undefined ? { seed: 1 } : {};
    // A failure is not made smaller: that plays hundreds of histories more.
    await fc.assert(property, { numRuns: histories, endOnFailure: true, ...seed });
    for (const verdict of ['pass', 'fail', 'inconclusive'])
      expect(verdicts.filter((each) => each === verdict).length).toBeGreaterThan(histories / 10);
  },
  Math.max(300_000, histories * 5_000),
);
