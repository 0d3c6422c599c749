import { expect, test } from '@jest/globals';
import { startWeakSite } from '../../sandbox/sites/weak.ts';
import { namesOf, readResult } from './run-files.ts';
import { gatePermissions, policyOnMain, startScene } from './scene.ts';

const quiet = { reports: 'none', comment: 'never' };

test('with a `baseline` only what is new blocks', async () => {
  await using production = await startWeakSite();
  const contents = policyOnMain(`fail-on: medium\nbaseline: ${production.url}\n`);
  await using scene = await startScene({ github: { contents, permissions: gatePermissions } });
  production.fix('redirects');
  const newest = await scene.scanned(production.url);

  const run = await scene.run({ inputs: quiet });
  expect(run.outputs).toMatchObject({ verdict: 'fail', blocking: '1', new: '1', fixed: '0' });
  expect(await namesOf(run, 'known')).toHaveLength(Number(run.outputs['total']) - 1);
  expect(await namesOf(run, 'blocking')).toEqual(['Open redirect']);
  expect(await readResult(run)).toMatchObject({ baseline: { scanId: newest } });
});

test('a `baseline` that is the target itself excuses nothing: of the policy file it is left out, of an input an error', async () => {
  await using scene = await startScene();
  scene.github.state.contents.set(
    'main',
    new Map([['.github/scan-gate.yml', `baseline: ${scene.weak.url}\n`]]),
  );
  await scene.scanned(scene.weak.url);

  const left = await scene.run({ inputs: quiet });
  expect(left.outputs).toMatchObject({ verdict: 'fail', new: '', fixed: '' });
  expect(left.annotations.notice.join()).toContain('every finding counts');

  const refused = await scene.run({ inputs: { ...quiet, baseline: scene.weak.url } });
  expect(refused).toMatchObject({ exitCode: 1, outputs: { verdict: 'inconclusive' } });
  expect(refused.outputs['reason']).toContain('baseline is the target itself');
  expect(scene.sandbox.scans).toHaveLength(2);
});
