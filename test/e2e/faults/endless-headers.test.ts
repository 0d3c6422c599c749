/** An answer whose headers never end: one more line every few moments. */
import { expect, test } from '@jest/globals';
import { listenOnLoopback } from '../../../sandbox/loopback-server.ts';
import { startScene } from '../scene.ts';

const startEndless = () =>
  listenOnLoopback(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x: y\r\n'), 100);
    socket.on('close', () => clearInterval(timer));
  });

interface At {
  readonly inputs: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

test.each<[string, (url: string) => At, RegExp]>([
  ['service', (url) => ({ inputs: { 'base-url': url, config: 'none' }, env: {} }), /no answer within 30 s/],
  [
    'target',
    (url) => ({ inputs: { url, config: 'none' }, env: {} }),
    /did not answer within 2 min: no answer within \d+ s\. No scan was started/,
  ],
  ['GitHub', (url) => ({ inputs: {}, env: { GITHUB_API_URL: url } }), /GitHub could not be reached/],
])('headers of the %s without end are given up within the time of the request', async (_place, at, says) => {
  await using server = await startEndless();
  await using scene = await startScene();
  const { inputs, env } = at(server.url);
  const run = await scene.run({
    inputs: { reports: 'none', comment: 'never', ...inputs },
    env,
    timeoutMs: 60_000,
  });
  expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(run.outputs['reason']).toMatch(says);
  expect(scene.sandbox.scans).toEqual([]);
});
