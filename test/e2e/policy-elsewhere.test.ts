/** The policy file of another repository, which `config` names with a reference. */
import { expect, test } from '@jest/globals';
import { blobOf, tipOf } from '../support/github/state.ts';
import type { RunResult } from '../support/runner.ts';
import { readResult } from './run-files.ts';
import { gatePermissions, policyOnMain, type Scene, startScene } from './scene.ts';
import { placesOfRun, publishedPlaces } from './secret-places.ts';

const repository = 'acme/policies';
const path = 'team@home/scan-gate.yml';
const config = `${repository}/${path}@main`;
const token = 'ghs_policiesPoliciesPoliciesPoliciesPolicies1';
const text = 'fail-on: medium\n';
const other = { repository, tokens: [token], contents: { main: { [path]: text } } };
// Those that the docs name: `contents: read` here, and on the repository of the policy.
const github = { contents: policyOnMain('fail-on: never\n'), permissions: gatePermissions, other };

/** No place but its own requests may hold the other repository's token. */
function expectNoToken(scene: Scene, run: RunResult): void {
  const places = [...placesOfRun(run), ...publishedPlaces(scene)];
  expect(places.filter(([, said]) => said.includes(token)).map(([name]) => name)).toEqual([]);
  const asked = scene.github.requests.map(({ path: asked, headers }) => [
    asked.startsWith(`/repos/${repository}/`),
    headers['authorization']?.includes(token) ?? false,
  ]);
  expect(asked.every(([isOther, isToken]) => isOther === isToken)).toBe(true);
}

test('it decides, and everything says at which commit it was read; no file of this repository is', async () => {
  await using scene = await startScene({ github });
  const run = await scene.run({ inputs: { reports: 'none', config, 'config-token': token } });
  expect(run.exitCode).toBe(1);
  const { critical, high, medium } = run.outputs;
  const blocking = String(Number(critical) + Number(high) + Number(medium));
  expect(run.outputs).toMatchObject({ verdict: 'fail', blocking });
  const commit = tipOf('main');
  expect(run.maskedLog).toContain(`Policy file: ${config}, commit ${commit}`);
  for (const page of [run.summary, ...scene.comments()]) {
    expect(page).toContain(repository);
    expect(page).toContain(commit.slice(0, 7));
  }
  const { policy } = await readResult(run);
  expect(policy).toMatchObject({
    failOn: 'medium',
    file: { name: config, repository, path, commit, blob: blobOf(text) },
  });
  expectNoToken(scene, run);
  const asked = scene.github.requests.filter(({ path: asked }) => asked.includes('/contents/'));
  expect(asked.map(({ path: asked }) => asked.split('/contents/')[0])).toEqual([`/repos/${repository}`]);
});
