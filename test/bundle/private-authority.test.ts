/** A private authority, which Node.js reads from the environment when it starts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { listenOnLoopback } from '../../sandbox/loopback-server.ts';
import { pull, runEvent } from '../e2e/events/event-scene.ts';
import { passOn } from '../e2e/pass-on.ts';
import { startScene } from '../e2e/scene.ts';
import { createCertificate } from '../support/certificates.ts';
import { HEAD_SHA, pullRequest } from '../support/events.ts';
import { addDeployment } from '../support/github/state.ts';

/** All servers behind TLS, with certificates of a private authority. */
async function startTls() {
  await using stack = new AsyncDisposableStack();
  const scene = stack.use(await startScene({ shipped: true, github: { pulls: [pull] } }));
  const certificate = await createCertificate({ names: ['localhost', '127.0.0.1'] });
  const folder = await mkdtemp(join(tmpdir(), 'scan-gate-ca-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const authority = join(folder, 'ca.pem');
  await writeFile(authority, certificate.cert);
  const before = async (upstream: string) => {
    const requests: string[] = [];
    const server = await listenOnLoopback(
      (incoming, response) => {
        requests.push(`${incoming.method} ${incoming.url}`);
        passOn({ incoming, response, upstream }).catch(() => response.destroy());
      },
      { tls: certificate },
    );
    return { ...stack.use(server), requests };
  };
  const [service, site, github] = [
    await before(scene.sandbox.url),
    await before(scene.hardened.url),
    await before(scene.github.url),
  ];
  const owned = stack.move();
  const statuses = [{ state: 'success', environmentUrl: site.url }] as const;
  addDeployment(scene.github.state, { sha: HEAD_SHA, environment: 'Preview', statuses });
  const run = (env: Readonly<Record<string, string>>, inputs: Readonly<Record<string, string>> = {}) =>
    runEvent(scene, {
      event: pullRequest(),
      inputs: { 'base-url': service.url, 'fail-on': 'never', ...inputs },
      env: { GITHUB_API_URL: github.url, ...env },
    });
  return { scene, service, site, github, authority, run, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

test('a private authority: with `NODE_EXTRA_CA_CERTS` service, target and GitHub are trusted', async () => {
  await using tls = await startTls();
  const result = await tls.run({ NODE_EXTRA_CA_CERTS: tls.authority });
  expect(result.annotations.warning).toEqual([]);
  expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
  expect(result.outputs['url']).toBe(tls.site.url);
  expect(tls.service.requests[0]).toBe('POST /v1/api/scan');
  expect(tls.site.requests[0]).toBe('GET /');
  expect(tls.github.requests.length).toBeGreaterThan(2);
  expect(tls.scene.comments()).toHaveLength(1);
});

test('without `NODE_EXTRA_CA_CERTS` nothing is sent, and the message names it', async () => {
  await using tls = await startTls();
  const inputs = { config: 'none', url: tls.scene.hardened.url, comment: 'never' };
  const result = await tls.run({}, inputs);
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(result.outputs['reason']).toContain('NODE_EXTRA_CA_CERTS');
  expect(tls.service.requests).toEqual([]);
});
