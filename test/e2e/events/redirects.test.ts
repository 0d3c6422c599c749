import { expect, test } from '@jest/globals';
import { pullRequest } from '../../support/events.ts';
import { Faults } from '../../support/faults.ts';
import { startLoopback } from '../../support/loopback.ts';
import { startScene } from '../scene.ts';
import { pull, runEvent } from './event-scene.ts';

/** A site that redirects every page to `location`. */
function startRedirect(location: string) {
  return startLoopback({ faults: new Faults(), respond: () => ({ status: 302, headers: { location } }) });
}

test('a redirect to another site, such as a login wall, is inconclusive and starts no scan', async () => {
  await using scene = await startScene({ github: { pulls: [pull] } });
  await using site = await startRedirect(`${scene.hardened.url}/login?next=%2F`);
  const { exitCode, outputs } = await runEvent(scene, { event: pullRequest(), inputs: { url: site.url } });
  expect([exitCode, outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(outputs['reason']).toContain(`redirects to another site, ${scene.hardened.url}/`);
  expect(scene.sandbox.scans).toEqual([]);
});

test('the target may redirect only to the hosts in `target.allowed-redirects`', async () => {
  const policy = (hosts: string) => ({
    '.github/scan-gate.yml': `target:\n  allowed-redirects: [${hosts}]\n`,
  });
  await using scene = await startScene({ github: { pulls: [pull] } });
  await using site = await startRedirect(`${scene.hardened.url}/`);
  const { host } = new URL(scene.hardened.url);
  scene.github.state.contents.set('main', new Map(Object.entries(policy(`'${host}'`))));
  const inputs = { url: site.url };
  const allowed = await runEvent(scene, { event: pullRequest(), inputs });
  expect(allowed.stdout).toContain(`${site.url} answered`);
  expect(scene.sandbox.scans).toHaveLength(1);
  scene.github.state.contents.set('main', new Map(Object.entries(policy('login.example.com'))));
  const refused = await runEvent(scene, { event: pullRequest(), inputs, runId: 2 });
  expect(refused.outputs['verdict']).toBe('inconclusive');
  expect(scene.sandbox.scans).toHaveLength(1);
});
