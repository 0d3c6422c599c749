import { expect, test } from '@jest/globals';
import { startHardenedSite } from '../../sandbox/sites/hardened.ts';
import { serveSite } from '../../sandbox/sites/site.ts';
import { startScene } from './scene.ts';

/** A port of this machine on which nothing listens. */
async function freePort(): Promise<number> {
  await using site = await serveSite(() => ({}));
  return Number(new URL(site.url).port);
}

test.concurrent('a site that starts late is waited for, and scanned once', async () => {
  await using scene = await startScene();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const action = await scene.start({ inputs: { url, 'wait-for-url': '30s', reports: 'none' } });
  await action.waitForLine(/does not answer yet \(ECONNREFUSED\), waiting for it/);
  expect(scene.sandbox.requests).toEqual([]);
  await using _site = await startHardenedSite({ port });
  const result = await action.done;
  expect(result.outputs).toMatchObject({ verdict: 'pass', url });
  expect(scene.sandbox.scans).toHaveLength(1);
});

test.concurrent('a site that never starts is inconclusive, and no scan starts', async () => {
  await using scene = await startScene();
  const url = `http://127.0.0.1:${await freePort()}`;
  const result = await scene.run({ inputs: { url, 'wait-for-url': '2s' } });
  expect([result.exitCode, result.outputs['verdict'], result.outputs['scan-id']]).toEqual([
    1,
    'inconclusive',
    '',
  ]);
  expect(result.outputs['reason']).toMatch(/did not answer within 2 s.*`wait-for-url`/);
  expect(scene.sandbox.requests).toEqual([]);
  expect(scene.comments()[0]).toContain('Scan Gate: inconclusive');
});

test.concurrent('a deployment that answers 503 is waited for, a login page is not', async () => {
  await using scene = await startScene();
  let status = 503;
  await using site = await serveSite(() => ({ status, body: 'soon' }));
  const action = await scene.start({ inputs: { url: site.url, reports: 'none', 'fail-on': 'never' } });
  await action.waitForLine(/does not answer yet \(HTTP 503\)/);
  status = 401;
  const result = await action.done;
  expect(result.annotations.warning.map(({ message }) => message)).toEqual([
    expect.stringMatching(/answered 401\..*login page/),
  ]);
  expect(scene.sandbox.scans).toHaveLength(1);
});

test.concurrent('with wait-for-url: 0 the site gets no request', async () => {
  await using scene = await startScene();
  let visits = 0;
  await using site = await serveSite(() => {
    visits += 1;
    return {};
  });
  scene.sandbox.faults = [{ endpoint: 'start', fault: { kind: 'status', code: 400 } }];
  const result = await scene.run({ inputs: { url: site.url, 'wait-for-url': '0' } });
  expect(result.outputs['reason']).toContain('400');
  expect(visits).toBe(0);
});

test.concurrent('a target that redirects to another site is not scanned', async () => {
  await using scene = await startScene();
  await using login = await serveSite(() => ({ status: 302, headers: { location: scene.hardened.url } }));
  const result = await scene.run({ inputs: { url: login.url } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(result.outputs['reason']).toContain('redirects to another site');
  expect(scene.sandbox.scans).toEqual([]);
});
