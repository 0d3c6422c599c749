import { expect, test } from '@jest/globals';
import { pullRequest, push } from '../../support/events.ts';
import { namesOf, readOutput, readResult } from '../run-files.ts';
import { policyPath, type Scene, startScene } from '../scene.ts';

const sha = '4'.repeat(40);
const event = push({ sha });
const quiet = { reports: 'none', baseline: 'previous' };
const daySeconds = 86_400;
/** The permissions that the docs name for a scheduled scan. */
const permissions = { contents: 'read', deployments: 'none', issues: 'none', pull_requests: 'none' } as const;

/** The list of scans, in which each of `days` is so many days older than it is. @returns a fault of the sandbox */
function aged(days: Readonly<Record<string, number>>, total?: number) {
  const scan = (listed: { id: string; startDate: number }) => ({
    ...listed,
    startDate: listed.startDate - (days[listed.id] ?? 0) * daySeconds,
  });
  const mutate = (answer: unknown) =>
    (answer as { scans: { id: string; startDate: number }[] }[]).map((entry) => ({
      ...entry,
      scans: entry.scans.map(scan),
      ...(total === undefined ? {} : { total }),
    }));
  return { endpoint: 'list', fault: { kind: 'mutate', mutate } } as const;
}

function unreadable(...ids: string[]) {
  const matches = ({ path }: { path: string }) => ids.some((id) => path.includes(id));
  return { endpoint: 'fetch', fault: { kind: 'status', code: 404 }, matches } as const;
}

/** The policy file at the pushed commit, and at the base of the pull request. */
function withPolicy(text: string) {
  return { [sha]: { [policyPath]: text }, main: { [policyPath]: text } };
}

/** Has the weak site scanned. @returns how many days ago each scan is to have been */
async function scannedBefore(scene: Scene, days: readonly number[]): Promise<Record<string, number>> {
  const entries: [string, number][] = [];
  for (const count of days) entries.push([await scene.scanned(scene.weak.url), count]);
  return Object.fromEntries(entries);
}

test.concurrent('what an old scan has already is overdue, known or not, and every report says since when', async () => {
  const text =
    'fail-on: medium\nfix-within: { critical: 30d, high: 30d }\nignore:\n  - name: Open redirect\n    reason: planned\n';
  await using scene = await startScene({ github: { contents: withPolicy(text), permissions } });
  const days = await scannedBefore(scene, [40, 1]);
  const [old = ''] = Object.keys(days);
  scene.sandbox.faults = [aged(days)];
  const run = await scene.run({ event, inputs: quiet });
  expect(run.exitCode).toBe(1);
  const { critical, high } = run.outputs;
  const blocking = await namesOf(run, 'blocking');
  expect(blocking).not.toContain('Open redirect');
  expect(run.outputs).toMatchObject({ verdict: 'fail', new: '0', blocking: String(blocking.length) });
  expect(blocking.length).toBeGreaterThan(0);
  expect(blocking.length).toBeLessThanOrEqual(Number(critical) + Number(high));
  expect(run.outputs['reason']).toMatch(/findings? (?:is|are) overdue: fix-within/);
  const since = new Date(Date.now() - 40 * daySeconds * 1000).toISOString().slice(0, 10);
  const words = `known since ${since} at least (scan \`${old}\`)`;
  expect(run.summary).toContain(words);
  expect(JSON.stringify(run.annotations.error)).toContain(words.replaceAll('`', ''));
  const { findings } = await readResult(run);
  expect(findings.find(({ status }) => status === 'blocking')).toMatchObject({
    blockedBy: [{ kind: 'fix-within', withinMs: 30 * daySeconds * 1000, scanId: old }],
    knownFrom: expect.not.stringContaining(old),
  });
  expect(await readOutput(run, 'sarif-path')).toContain('"baselineState":"unchanged"');
});

test.concurrent('nothing is overdue where no scan is old enough, nor on a pull request', async () => {
  const contents = withPolicy('fail-on: critical\nfix-within: { critical: 7d, high: 7d, medium: 7d }\n');
  await using scene = await startScene({ github: { contents } });
  const days = await scannedBefore(scene, [6]);
  scene.sandbox.faults = [aged(days)];
  const young = await scene.run({ event, inputs: quiet });
  expect([young.exitCode, young.outputs['verdict']]).toEqual([0, 'pass']);
  const [id = ''] = Object.keys(days);
  scene.sandbox.faults = [aged({ [id]: 8 })];
  const overdue = await scene.run({ event, inputs: quiet });
  expect([overdue.exitCode, overdue.outputs['verdict']]).toEqual([1, 'fail']);
  const onPull = await scene.run({
    event: pullRequest(),
    inputs: { reports: 'none', comment: 'never', 'fail-on': 'never' },
  });
  expect([onPull.exitCode, onPull.outputs['verdict']]).toEqual([0, 'pass']);
});

test.concurrent('three scans are tried for a whole one, and a list that was cut proves nothing', async () => {
  await using scene = await startScene();
  const inputs = { ...quiet, 'fail-on': 'never', 'fix-within': '{ high: 7d }' };
  const days = await scannedBefore(scene, [50, 40, 30, 20]);
  const [oldest = '', ...others] = Object.keys(days);
  scene.sandbox.faults = [unreadable(others[1] ?? '', others[2] ?? ''), aged(days)];
  const third = await scene.run({ event, inputs: { ...inputs, baseline: oldest } });
  expect(third.outputs['verdict']).toBe('fail');
  scene.sandbox.faults = [unreadable(...others), aged(days)];
  const none = await scene.run({ event, inputs: { ...inputs, baseline: oldest } });
  expect([none.exitCode, none.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(none.outputs['reason']).toContain('it is not known what is overdue by fix-within (7d)');
  scene.sandbox.faults = [aged({}, 99)];
  const cut = await scene.run({ event, inputs: { ...inputs, baseline: oldest } });
  expect([cut.exitCode, cut.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(cut.outputs['reason']).toMatch(
    /it names \d+ of 99 scans of this target, and none that is old enough/,
  );
});

test.concurrent('the durations of the organization count too', async () => {
  const token = 'ghs_organizationOrganizationOrganization01';
  const contents = { main: { 'p.yml': 'fail-on: never\nfix-within: { high: 7d }\n' } };
  const other = { repository: 'acme/policies', tokens: [token], contents };
  await using scene = await startScene({ github: { other } });
  const days = await scannedBefore(scene, [20]);
  scene.sandbox.faults = [aged(days)];
  const organization = { 'org-policy': 'acme/policies/p.yml@main', 'org-policy-token': token };
  const run = await scene.run({ event, inputs: { ...quiet, 'fail-on': 'never', ...organization } });
  expect(run.outputs['verdict']).toBe('fail');
  expect(run.outputs['reason']).toMatch(/^By the organization's policy: \d+ findings? (?:is|are) overdue/);
});
