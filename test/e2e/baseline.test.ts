import { expect, test } from '@jest/globals';
import { startWeakSite } from '../../sandbox/sites/weak.ts';
import { namesOf, readResult } from './run-files.ts';
import { gatePermissions, policyOnMain, policyPath, startScene } from './scene.ts';

const quiet = { reports: 'none', comment: 'never' };

test('with production as baseline, only the weakness that the preview adds blocks', async () => {
  await using production = await startWeakSite({ fixed: ['redirects'] });
  const contents = policyOnMain(`fail-on: medium\nbaseline: ${production.url}\n`);
  await using scene = await startScene({ github: { contents } });
  const productionScan = await scene.scanned(`${production.url}/`);

  const run = await scene.run();
  expect(run.exitCode).toBe(1);
  expect(await namesOf(run, 'blocking')).toEqual(['Open redirect']);
  const total = Number(run.outputs['total']);
  expect(run.outputs).toMatchObject({ verdict: 'fail', blocking: '1', new: '1', fixed: '0', ignored: '0' });
  expect(await namesOf(run, 'known')).toHaveLength(total - 1);
  expect(total).toBeGreaterThan(20);
  expect(run.maskedLog).toContain(productionScan);
  expect(scene.comments().join()).toContain('Open redirect');

  // Once fixed, the same pull request passes: what is left is known from production.
  scene.weak.fix('redirects', 'versions');
  const mended = await scene.run();
  expect(mended.exitCode).toBe(0);
  expect(mended.outputs).toMatchObject({ verdict: 'pass', blocking: '0', new: '0', fixed: '2' });
});

test('with `baseline-scans`, what only an older scan of production has is known too, and the report says where it was seen', async () => {
  await using production = await startWeakSite();
  const text = `fail-on: medium\nbaseline: ${production.url}\n`;
  const contents = { main: { [policyPath]: `${text}baseline-scans: 3\n`, 'one.yml': text } };
  await using scene = await startScene({ github: { contents, permissions: gatePermissions } });
  const older = await scene.scanned(production.url);
  production.fix('redirects');
  const newest = await scene.scanned(production.url);

  const one = await scene.run({ inputs: { ...quiet, config: 'one.yml' } });
  expect(one.outputs).toMatchObject({ verdict: 'fail', blocking: '1', fixed: '0' });
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
