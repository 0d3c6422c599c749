/** The policy file of another repository, which `config` names with a reference. */
import { expect, test } from '@jest/globals';
import { blobOf, tipOf } from '../support/github/state.ts';
import { readResult } from './run-files.ts';
import { gatePermissions, policyOnMain, startScene } from './scene.ts';
import { placesOfRun, publishedPlaces } from './secret-places.ts';

const repository = 'acme/policies';
const path = 'team@home/scan-gate.yml';
const config = `${repository}/${path}@main`;
const token = 'ghs_policiesPoliciesPoliciesPoliciesPolicies1';
const text = 'fail-on: medium\n';
const other = { repository, tokens: [token], contents: { main: { [path]: text } } };
// Those that the docs name: `contents: read` here, and on the repository of the policy.
const github = { contents: policyOnMain('fail-on: never\n'), permissions: gatePermissions, other };

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
    'fail-on': 'medium',
    file: { name: config, repository, path, commit, blob: blobOf(text) },
  });
  const { requests } = scene.github;
  const files = requests.map((request) => request.path.split('/contents/')).filter(([, file]) => file);
  expect(files.map(([asked]) => asked)).toEqual([`/repos/${repository}`]);

  // No place but its own requests may hold the other repository's token.
  const places = [...placesOfRun(run), ...publishedPlaces(scene)];
  expect(places.filter(([, said]) => said.includes(token)).map(([name]) => name)).toEqual([]);
  for (const { path: asked, headers } of requests)
    expect(headers['authorization']?.includes(token)).toBe(asked.startsWith(`/repos/${repository}/`));
});
