import { expect, test } from '@jest/globals';
import { startWeakSite } from '../../sandbox/sites/weak.ts';
import { namesOf, readResult } from './run-files.ts';
import { gatePermissions, policyPath, startScene } from './scene.ts';

const quiet = { reports: 'none', comment: 'never' };

test('with a `baseline` only what is new blocks; with `baseline-scans` an older scan counts too, and the report names it', async () => {
  await using production = await startWeakSite();
  const text = `fail-on: medium\nbaseline: ${production.url}\n`;
  const contents = { main: { [policyPath]: `${text}baseline-scans: 3\n`, 'one.yml': text } };
  await using scene = await startScene({ github: { contents, permissions: gatePermissions } });
  const older = await scene.scanned(production.url);
  production.fix('redirects');
  const newest = await scene.scanned(production.url);

  const one = await scene.run({ inputs: { ...quiet, config: 'one.yml' } });
  expect(one.outputs).toMatchObject({ verdict: 'fail', blocking: '1', new: '1', fixed: '0' });
  expect(await namesOf(one, 'known')).toHaveLength(Number(one.outputs['total']) - 1);
  expect(await namesOf(one, 'blocking')).toEqual(['Open redirect']);

  const run = await scene.run();
  expect(run.exitCode).toBe(0);
  expect(run.outputs).toMatchObject({ verdict: 'pass', blocking: '0', new: '0', fixed: '0' });
  const comment = scene.comments().join();
  expect(comment).toContain(`seen in scan \`${older}\`, not in the newest`);
  expect(comment.match(/not in the newest/g)).toHaveLength(1);
  const { baseline, findings } = await readResult(run);
  expect(baseline).toMatchObject({ scanId: newest, older: [older], leftOut: [] });
  const from = new Map(findings.map(({ name, knownFrom }) => [name, knownFrom]));
  expect(from.get('Open redirect')).toBe(older);
  expect([...from.values()].filter((id) => id === newest).length).toBeGreaterThan(10);
});
