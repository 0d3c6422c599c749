import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createProxy } from 'proxy';
import { listenOnLoopback } from '../../sandbox/loopback-server.ts';
import { pull, runEvent } from '../e2e/event-scene.ts';
import { passOn } from '../e2e/pass-on.ts';
import { type Scene, startScene } from '../e2e/scene.ts';
import { createCertificate } from '../support/certificates.ts';
import { pullRequest } from '../support/events.ts';
import { listen } from '../support/loopback.ts';
import type { ActionOptions } from '../support/runner.ts';

type ProxyServer = Awaited<ReturnType<typeof startProxy>>;

/**
 * Starts a real HTTP proxy, through which every name leads to 127.0.0.1, so nothing leaves the machine. `through` has
 * `host:port` of each request in absolute form and of each tunnel, and `credentials` the `Proxy-Authorization` headers.
 *
 * @param options `refuses`: every request gets 407
 */
async function startProxy({ refuses = false } = {}) {
  const through: string[] = [];
  const credentials = new Set<string>();
  const sockets = new Set<Socket>();
  const server = createProxy();
  // The one hook that sees every request before it is passed on.
  server.authenticate = (request) => {
    const { url = '', headers } = request;
    through.push(URL.parse(url)?.host || url);
    request.url = url.replace(/^(http:\/\/)?[^/:]+/, (_host, scheme = '') => `${scheme}127.0.0.1`);
    const given = headers['proxy-authorization'];
    if (given !== undefined) credentials.add(given);
    return !refuses;
  };
  // Node.js does not count tunnels among the connections that a server can close.
  server.on('connection', (socket) => sockets.add(socket));
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    through,
    credentials,
    [Symbol.asyncDispose]: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** One for all scenes, since making it takes longer than a run. */
const certificate = createCertificate({ names: ['127.0.0.1', 'service.test'] });

/** A scene of the shipped action whose `site` is deployed, and servers with TLS before its own. */
async function startTls() {
  await using stack = new AsyncDisposableStack();
  const scene = stack.use(await startScene({ shipped: true, github: { pulls: [pull] } }));
  const tls = await certificate;
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'scan-gate-ca-')));
  const authority = join(folder.path, 'ca.pem');
  await writeFile(authority, tls.cert);
  const before = async (upstream: string, change = (text: string) => text) => {
    const requests: string[] = [];
    const server = await listenOnLoopback(
      (incoming, response) => {
        requests.push(`${incoming.method} ${incoming.url}`);
        passOn({ incoming, response, upstream, change }).catch(() => response.destroy());
      },
      { tls },
    );
    return { ...owned.use(server), requests };
  };
  const owned = stack.move();
  const dispose = () => owned.disposeAsync();
  return { scene, before, env: { NODE_EXTRA_CA_CERTS: authority }, [Symbol.asyncDispose]: dispose };
}

function runOn(scene: Scene, site: string, { inputs, ...options }: ActionOptions) {
  const given = { url: site, 'wait-for-url': '5s', 'fail-on': 'never', ...inputs };
  return runEvent(scene, { event: pullRequest(), inputs: given, ...options });
}

/** Node.js reads the authorities that it trusts when it starts. */
test('with `NODE_EXTRA_CA_CERTS` service, target and GitHub are trusted', async () => {
  await using tls = await startTls();
  const { scene } = tls;
  const site = await tls.before(scene.hardened.url);
  // The sandbox knows no private authority.
  const service = await tls.before(scene.sandbox.url, (text) => text.replace(site.url, scene.hardened.url));
  const github = await tls.before(scene.github.url);
  const env = { ...tls.env, GITHUB_API_URL: github.url };
  const inputs = { 'base-url': service.url, url: site.url, 'wait-for-url': '30s' };
  const result = await runOn(scene, site.url, { inputs, env });
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
  const tls = await startTls();
  const { scene } = tls;
  // The key goes to other machines by TLS only. The sandbox scans this machine only.
  const service = await tls.before(scene.sandbox.url, (text) => text.replaceAll('site.test', '127.0.0.1'));
  const names = {
    service: service.url.replace('127.0.0.1', 'service.test'),
    site: scene.weak.url.replace('127.0.0.1', 'site.test'),
    github: scene.github.url.replace('127.0.0.1', 'github.test'),
    results: scene.artifacts.url.replace('127.0.0.1', 'results.test'),
  };
  return { ...scene, names, env: tls.env, [Symbol.asyncDispose]: tls[Symbol.asyncDispose] };
}

type RemoteScene = Awaited<ReturnType<typeof start>>;

const variables = {
  'upper case': ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'no_proxy'],
  'lower case': ['http_proxy', 'https_proxy', 'no_proxy', 'NO_PROXY'],
} as const;

async function runBehind(
  scene: RemoteScene,
  proxyUrl: string,
  { env = {}, inputs = {} }: ActionOptions = {},
  letters: keyof typeof variables = 'upper case',
) {
  const { service, site, github, results } = scene.names;
  const [http, https, none, unset] = variables[letters];
  const own = { GITHUB_API_URL: github, ACTIONS_RESULTS_URL: `${results}/`, ...scene.env };
  const behind = { ...own, [http]: proxyUrl, [https]: proxyUrl, [unset]: '', [none]: '', ...env };
  return runOn(scene, site, { inputs: { 'base-url': service, ...inputs }, env: behind });
}

function hosts(proxy: ProxyServer): string[] {
  return [...new Set(proxy.through)].sort();
}

describe('behind a proxy', () => {
  test.each([
    ['upper case', 'no password', ''],
    ['lower case', 'a password', 'runner:s3cret%2Fpassword@'],
  ] as const)(
    'every connection goes through the proxy: service, target, GitHub, artifact (%s, %s)',
    async (letters, _password, user) => {
      await using scene = await start();
      await using proxy = await startProxy();
      const url = proxy.url.replace('//', `//${user}`);
      const result = await runBehind(scene, url, {}, letters);
      expect(result).toMatchObject({ exitCode: 0, outputs: { verdict: 'pass' } });
      expect(result.annotations.warning).toEqual([]);
      const expected = Object.values(scene.names).map((url) => new URL(url).host);
      expect(hosts(proxy)).toEqual(expected.sort());
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
    ['the target', 'HTTP_PROXY', { 'wait-for-url': '1s' }],
    ['the start of a scan', 'HTTPS_PROXY', { 'wait-for-url': '0', timeout: '2s' }],
  ])(
    'if the proxy refuses %s, the message names it, and nothing is looked up',
    async (_what, variable, more) => {
      await using scene = await start();
      await using proxy = await startProxy({ refuses: true });
      const { site: url } = scene.names;
      const address = proxy.url.replace('//', '//runner:s3cret@');
      const inputs = { url, config: 'none', comment: 'never', 'github-token': '', ...more };
      const result = await runBehind(scene, address, { inputs });
      expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'inconclusive' } });
      const { reason } = result.outputs;
      expect(reason).toContain(`the proxy ${proxy.url}, set by ${variable}, refused to connect (HTTP 407)`);
      expect(`${reason}${result.lines.join('')}`).not.toMatch(/s3cret|not known whether/);
      expect(hosts(proxy)).toContain(new URL(variable === 'HTTP_PROXY' ? url : scene.names.service).host);
      expect(scene.sandbox.requests).toEqual([]);
    },
  );

  test('nothing on this machine is asked through the proxy, with an empty `no_proxy`', async () => {
    await using scene = await start();
    await using proxy = await startProxy();
    const local = (url: string) => url.replace('127.0.0.1', 'localhost');
    const inputs = { 'base-url': local(scene.sandbox.url), url: scene.weak.url };
    const env = { GITHUB_API_URL: local(scene.github.url), ACTIONS_RESULTS_URL: `${scene.artifacts.url}/` };
    const result = await runBehind(scene, proxy.url, { inputs, env });
    expect(result.outputs['verdict']).toBe('pass');
    for (const published of [scene.comments(), scene.artifacts.artifacts]) expect(published).toHaveLength(1);
    expect(hosts(proxy)).toEqual([]);
  });
});
