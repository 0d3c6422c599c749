import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { serveSite } from '../../sandbox/sites/site.ts';
import { startScene } from './scene.ts';

test('a status in `allowed-statuses` is scanned, and named in comment, summary and JSON', async () => {
  await using scene = await startScene();
  await using api = await serveSite(() => ({ status: 404, body: 'no root page' }));
  const inputs = { url: api.url, reports: 'none', 'fail-on': 'never' };
  const words = 'The target answered HTTP 404, which `allowed-statuses` accepts.';
  const given = await scene.run({ inputs: { ...inputs, config: 'none', 'allowed-statuses': '401, 404' } });
  expect(given).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
  const result = JSON.parse(await readFile(given.outputs['result-path'] ?? '', 'utf8'));
  expect(result).toMatchObject({ acceptedStatuses: [404], policy: { allowedStatuses: [401, 404] } });
  expect(given.summary).toContain(words);
  expect(scene.comments()[0]).toContain(words);
  expect(given.outputs['reason']).toContain(words.replaceAll('`', ''));
});

test('a wall that goes up during the scan is no pass, and what blocks still fails', async () => {
  await using scene = await startScene();
  let asked = 0;
  await using site = await serveSite(({ headers }) => {
    if (headers['user-agent'] === 'scan-gate') asked += 1;
    return { status: asked > 1 ? 403 : 200, body: '<h1>Shop</h1>' };
  });
  const inputs = { url: site.url, reports: 'none', 'wait-for-url': '1s' };
  const lenient = await scene.run({ inputs: { ...inputs, 'fail-on': 'never' } });
  expect(lenient).toMatchObject({ exitCode: 1, outputs: { verdict: 'inconclusive' } });
  expect(lenient.outputs['reason']).toMatch(/not when the scan had finished: HTTP 403, for 30 s/);
  expect(lenient.outputs['sarif-path']).toBe('');
  asked = 0;
  const strict = await scene.run({ inputs: { ...inputs, 'fail-on': 'warning' } });
  expect(strict).toMatchObject({ exitCode: 1, outputs: { verdict: 'fail' } });
  expect(strict.outputs['reason']).toContain('not when the scan had finished: HTTP 403');
});
