import { expect, test } from '@jest/globals';
import { startWeakSite } from '../../sandbox/sites/weak.ts';
import { readResult } from './run-files.ts';
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
  const result = await readResult(run);
  const named = (status: string) =>
    result.findings.filter((one) => one.status === status).map(({ name }) => name);
  expect(named('known')).toHaveLength(Number(run.outputs['total']) - 1);
  expect(named('blocking')).toEqual(['Open redirect']);
  expect(result).toMatchObject({ baseline: { scanId: newest } });
});
