import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createProxy } from 'proxy';
import { generate } from 'selfsigned';
import { listenOnLoopback } from '../../sandbox/loopback-server.ts';
import { passOn } from '../e2e/pass-on.ts';
import { startScene } from '../e2e/scene.ts';
import { folderForTests } from '../support/folder-for-tests.ts';
import { listen } from '../support/loopback.ts';
import type { ActionOptions } from '../support/runner.ts';

/**
 * Starts a real HTTP proxy, through which every name leads to 127.0.0.1, so nothing leaves the machine. `hosts` has
 * `host:port` of each request in absolute form and of each tunnel, and `credentials` the `Proxy-Authorization` headers.
 *
 * @param options `refuses`: every request gets 407
 */
async function startProxy({ refuses = false } = {}) {
  const hosts = new Set<string>();
  const credentials = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createProxy();
  // The one hook that sees every request before it is passed on.
  server.authenticate = (request) => {
    const { url = '', headers } = request;
    hosts.add(URL.parse(url)?.host || url);
    request.url = url.replace(/^(http:\/\/)?[^/:]+/, (_host, scheme = '') => `${scheme}127.0.0.1`);
    const given = headers['proxy-authorization'];
    if (given !== undefined) credentials.add(given);
    return !refuses;
  };
  // Node.js does not count tunnels among the connections that a server can close.
  server.on('connection', (socket) => sockets.add(socket));
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    hosts,
    credentials,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** A certificate that is its own authority. One for all scenes, since making it takes longer than a run. */
const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
  keyType: 'ec',
  extensions: [
    { name: 'basicConstraints', cA: true, critical: true },
    {
      name: 'subjectAltName',
      altNames: [
        { type: 7, ip: '127.0.0.1' },
        { type: 2, value: 'service.test' },
      ],
    },
  ],
});
const tls = { key: made.private, cert: made.cert };
const authority = join(folderForTests(), 'ca.pem');
writeFileSync(authority, tls.cert);

/** A server with TLS before `upstream`. */
async function before(upstream: string, change: (text: string) => string = String) {
  const requests: string[] = [];
  const server = await listenOnLoopback(
    (incoming, response) => {
      requests.push(`${incoming.method} ${incoming.url}`);
      passOn({ incoming, response, upstream, change }).catch(() => response.destroy());
    },
    { tls },
  );
  return { ...server, requests };
}

const common = { reports: 'none', 'wait-for-url': '5s', 'fail-on': 'never' };

/** Node.js reads the authorities that it trusts when it starts. */
test('with `NODE_EXTRA_CA_CERTS` service, target and GitHub are trusted', async () => {
  await using scene = await startScene({ shipped: true });
  const { url } = scene.hardened;
  await using site = await before(url);
  // The sandbox knows no private authority.
  await using service = await before(scene.sandbox.url, (text) => text.replace(site.url, url));
  await using github = await before(scene.github.url);
  const env = { NODE_EXTRA_CA_CERTS: authority, GITHUB_API_URL: github.url };
  const inputs = { ...common, 'base-url': service.url, url: site.url, 'wait-for-url': '30s' };
  const result = await scene.run({ inputs, env });
  expect(result.annotations.warning).toEqual([]);
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
  expect(result.outputs['url']).toBe(site.url);
  expect(service.requests[0]).toBe('POST /v1/api/scan');
  expect(site.requests[0]).toBe('GET /');
  expect(github.requests.length).toBeGreaterThan(2);
  expect(scene.comments()).toHaveLength(1);
});

/** A scene whose servers have names of another machine: this one is never asked through a proxy. */
async function start() {
  await using stack = new AsyncDisposableStack();
  const scene = stack.use(await startScene({ shipped: true }));
  // The key goes to other machines by TLS only. The sandbox scans this machine only.
  const toSandbox = (text: string) => text.replaceAll('site.test', '127.0.0.1');
  const service = stack.use(await before(scene.sandbox.url, toSandbox));
  const names = {
    service: service.url.replace('127.0.0.1', 'service.test'),
    site: scene.weak.url.replace('127.0.0.1', 'site.test'),
    github: scene.github.url.replace('127.0.0.1', 'github.test'),
    results: scene.artifacts.url.replace('127.0.0.1', 'results.test'),
  };
  const owned = stack.move();
  return { ...scene, names, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Runs on the remote site. By an empty `no_proxy` everything goes through the proxy that `env` names. */
function runBehind(scene: Awaited<ReturnType<typeof start>>, { env, inputs }: ActionOptions) {
  const { service, site, github, results } = scene.names;
  const proxied = { no_proxy: '', NO_PROXY: '', NODE_EXTRA_CA_CERTS: authority };
  return scene.run({
    inputs: { ...common, 'base-url': service, url: site, ...inputs },
    env: { GITHUB_API_URL: github, ACTIONS_RESULTS_URL: `${results}/`, ...proxied, ...env },
  });
}

describe('behind a proxy', () => {
  test.each([
    ['HTTP_PROXY', 'HTTPS_PROXY', ''],
    ['http_proxy', 'https_proxy', 'runner:s3cret%2Fpassword@'],
  ])(
    'every connection goes through the proxy: service, target, GitHub, artifact (%s, %s, %s)',
    async (http, https, user) => {
      await using scene = await start();
      await using proxy = await startProxy();
      const url = proxy.url.replace('//', `//${user}`);
      const result = await runBehind(scene, { env: { [http]: url, [https]: url } });
      expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
      expect(result.annotations.warning).toEqual([]);
      const expected = Object.values(scene.names).map((url) => new URL(url).host);
      expect([...proxy.hosts].sort()).toEqual(expected.sort());
      for (const published of [scene.comments(), scene.artifacts.artifacts])
        expect(published).toHaveLength(1);
      expect(scene.sandbox.scans.map(({ url }) => url)).toEqual([scene.weak.url]);
      // The password is sent to the proxy, and shown nowhere. A mask could make GitHub drop an output.
      const basic = Buffer.from('runner:s3cret/password').toString('base64');
      expect([...proxy.credentials]).toEqual(user === '' ? [] : [`Basic ${basic}`]);
      const said = result.lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
      expect(`${said}${result.summary}${scene.comments()}`).not.toMatch(/s3cret/);
      expect(result.masked.join()).not.toContain('s3cret');
    },
  );

  test.each([
    ['the target', 'site', { 'wait-for-url': '1s' }],
    ['the start of a scan', 'service', { 'wait-for-url': '0', timeout: '2s' }],
  ] as const)(
    'if the proxy refuses %s, the message says so, and nothing is looked up',
    async (_what, refused, more) => {
      await using scene = await start();
      await using proxy = await startProxy({ refuses: true });
      const address = proxy.url.replace('//', '//runner:s3cret@');
      const inputs = { config: 'none', comment: 'never', 'github-token': '', ...more };
      const env = { HTTP_PROXY: address, HTTPS_PROXY: address };
      const result = await runBehind(scene, { inputs, env });
      expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'inconclusive' } });
      const { reason } = result.outputs;
      expect(reason).toContain('a proxy refused to connect (HTTP 407)');
      expect(`${reason}${result.lines.join('')}`).not.toMatch(/s3cret|not known whether/);
      expect(proxy.hosts).toContain(new URL(scene.names[refused]).host);
      expect(scene.sandbox.requests).toEqual([]);
    },
  );

  test('nothing on this machine is asked through the proxy, with an empty `no_proxy`', async () => {
    await using scene = await start();
    await using proxy = await startProxy();
    const local = (url: string) => url.replace('127.0.0.1', 'localhost');
    const inputs = { 'base-url': local(scene.sandbox.url), url: scene.weak.url };
    const own = { GITHUB_API_URL: local(scene.github.url), ACTIONS_RESULTS_URL: `${scene.artifacts.url}/` };
    const env = { ...own, HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
    const result = await runBehind(scene, { inputs, env });
    expect(result.outputs['verdict']).toBe('pass');
    for (const published of [scene.comments(), scene.artifacts.artifacts]) expect(published).toHaveLength(1);
    expect([...proxy.hosts]).toEqual([]);
  });
});
