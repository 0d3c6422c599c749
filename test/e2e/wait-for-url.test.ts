import { expect, test } from '@jest/globals';
import { serveSite } from '../../sandbox/sites/site.ts';
import { readResult } from './run-files.ts';
import { startScene } from './scene.ts';

test('a status in `allowed-statuses` is scanned, and named in the log, the comment and the result', async () => {
  await using scene = await startScene();
  await using api = await serveSite(() => ({ status: 404, body: 'no root page' }));
  const inputs = { url: api.url, reports: 'none', 'fail-on': 'never' };
  const given = await scene.run({ inputs: { ...inputs, config: 'none', 'allowed-statuses': '401, 404' } });
  expect(given).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
  expect(given.stdout).toContain(`${api.url} answered 404, which allowed-statuses accepts`);
  expect(scene.comments()).toEqual([expect.stringContaining('404, accepted by `allowed-statuses`')]);
  expect(await readResult(given)).toMatchObject({ scan: { acceptedStatus: 404 } });
});

// What else decides beside it: `judge.test.ts`.
test('a wall that goes up during the scan is no pass', async () => {
  await using scene = await startScene();
  let asked = 0;
  await using site = await serveSite(({ headers }) => {
    if (headers['user-agent'] === 'scan-gate') asked += 1;
    return { status: asked > 1 ? 403 : 200, body: '<h1>Shop</h1>' };
  });
  const inputs = { url: site.url, reports: 'none', 'wait-for-url': '1s', 'fail-on': 'never' };
  const run = await scene.run({ inputs });
  expect(run).toMatchObject({ exitCode: 1, outputs: { verdict: 'inconclusive' } });
  expect(run.outputs['reason']).toMatch(/not when the scan had finished: HTTP 403, for 30 s/);
});
