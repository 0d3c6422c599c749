import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { blobOf, tipOf } from '../support/github/views.ts';
import { organizationToken as token } from '../support/organization.ts';
import type { RunResult } from '../support/runner.ts';
import { readOutput, readResult } from './run-files.ts';
import { gatePermissions, policyOnMain, policyPath, type Scene, startScene } from './scene.ts';
import { placesOfRun, publishedPlaces } from './secret-places.ts';

const repository = 'acme/policies';
const inputs = {
  reports: 'none',
  'org-policy': `${repository}/team@home/scan-gate.yml@main`,
  'org-policy-token': token,
};

/** No place but its own requests may hold the organization's token. */
function expectNoToken(scene: Scene, run: RunResult): void {
  const places = [...placesOfRun(run), ...publishedPlaces(scene)];
  expect(places.filter(([, text]) => text.includes(token)).map(([name]) => name)).toEqual([]);
  const asked = scene.github.requests.map(({ path, headers }) => [
    path.startsWith(`/repos/${repository}/`),
    headers['authorization']?.includes(token) ?? false,
  ]);
  expect(asked.every(([isOther, isToken]) => isOther === isToken)).toBe(true);
  expect(asked.filter(([isOther]) => isOther)).toHaveLength(2);
}

test('the organization blocks what the repository lets pass, and everything says which of the two did', async () => {
  const own = 'fail-on: never\ncomment: always\n';
  const contents = { main: { 'team@home/scan-gate.yml': 'fail-on: medium\n' } };
  const github = {
    contents: policyOnMain(own),
    // Those that the docs name: `contents: read` here, and on the repository of the organization's policy.
    permissions: gatePermissions,
    other: { repository, tokens: [token], contents },
  };
  await using scene = await startScene({ github });
  const run = await scene.run({ inputs: { ...inputs, 'fail-on': 'never' } });
  expect(run.exitCode).toBe(1);
  const { critical, high, medium } = run.outputs;
  expect(run.outputs).toMatchObject({
    verdict: 'fail',
    blocking: String(Number(critical) + Number(high) + Number(medium)),
  });
  const commit = tipOf('main');
  const sentence = new RegExp(
    `By this repository's policy: passed\\. By the organization's policy \\(\`?${inputs['org-policy']}\`?, commit \`?${commit.slice(0, 7)}\`?\\): failed\\.`,
  );
  for (const text of [run.outputs['reason'], run.maskedLog, run.summary, scene.comments().join()])
    expect(text?.replaceAll('&#39;', "'").replaceAll('&#64;', '@')).toMatch(sentence);
  expect(run.maskedLog).toContain(`Policy of the organization: ${inputs['org-policy']}, commit ${commit}`);
  const result = await readResult(run);
  expect(result).toMatchObject({
    policy: { failOn: 'never' },
    organization: { verdict: 'fail', policy: { failOn: 'medium', file: inputs['org-policy'], commit } },
  });
  const { configuration } = JSON.parse(await readOutput(run, 'evidence-path'));
  const digestOf = (text: string) => ({ sha256: hash('sha256', text) });
  expect(configuration.slice(0, 2)).toEqual([
    { name: policyPath, digest: digestOf(own), annotations: { blob: blobOf(own) } },
    { name: inputs['org-policy'], digest: digestOf('fail-on: medium\n'), annotations: { commit } },
  ]);
  expectNoToken(scene, run);
});
