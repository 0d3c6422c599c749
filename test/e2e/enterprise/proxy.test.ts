import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { createProxy } from 'proxy';
import { HEAD_SHA, pullRequest } from '../../support/events.ts';
import { addDeployment } from '../../support/github/state.ts';
import { listen } from '../../support/loopback.ts';
import { pull, runEvent } from '../events/event-scene.ts';
import { preload } from '../fast-time.ts';
import { type Scene, startScene } from '../scene.ts';

/** A real HTTP proxy on 127.0.0.1 that records what goes through: tunnels (`CONNECT`) and requests in absolute form. */
interface ProxyServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** `host:port` of each request and tunnel, in order. */
  readonly through: readonly string[];
  /** The `Proxy-Authorization` headers that came, each once. */
  readonly credentials: ReadonlySet<string>;
}

/**
 * Starts a proxy. Every name leads to 127.0.0.1, so nothing leaves the machine.
 *
 * @param options `refuses`: every request gets 407
 */
async function startProxy({ refuses = false } = {}): Promise<ProxyServer> {
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

/** `127.0.0.1` by a name, since clients do not use a proxy for the address itself. */
function named(url: string, name: string): string {
  return url.replace('127.0.0.1', `${name}.localhost`);
}

function names(scene: Scene) {
  return {
    service: named(scene.sandbox.url, 'service'),
    site: named(scene.weak.url, 'site'),
    github: named(scene.github.url, 'github'),
    results: named(scene.artifacts.url, 'results'),
  };
}

const variables = {
  'upper case': ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'no_proxy'],
  'lower case': ['http_proxy', 'https_proxy', 'no_proxy', 'NO_PROXY'],
} as const;

interface Setting {
  readonly letters?: keyof typeof variables;
  readonly proxy: Pick<ProxyServer, 'url'>;
  readonly exceptions?: string;
  readonly more?: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
}

async function runBehind(
  scene: Scene,
  { letters = 'upper case', proxy, exceptions = '', more = {}, inputs = {} }: Setting,
) {
  const { service, site, github, results } = names(scene);
  const [http, https, none, unset] = variables[letters];
  const statuses = [{ state: 'success', environmentUrl: site }] as const;
  addDeployment(scene.github.state, { sha: HEAD_SHA, environment: 'Preview', statuses });
  const env = {
    GITHUB_API_URL: github,
    ACTIONS_RESULTS_URL: `${results}/`,
    [http]: proxy.url,
    [https]: proxy.url,
    [unset]: '',
    [none]: exceptions,
    ...more,
  };
  return runEvent(scene, {
    event: pullRequest(),
    inputs: { 'base-url': service, 'fail-on': 'never', ...inputs },
    env,
  });
}

function hosts(proxy: ProxyServer): string[] {
  return [...new Set(proxy.through)].sort();
}

function start(): Promise<Scene> {
  return startScene({ github: { pulls: [pull] } });
}

describe('behind a proxy', () => {
  test.concurrent.each(['upper case', 'lower case'] as const)(
    'every connection goes through the proxy: service, target, GitHub, artifact (%s)',
    async (letters) => {
      await using scene = await start();
      await using proxy = await startProxy();
      const result = await runBehind(scene, { letters, proxy });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
      expect(result.annotations.warning).toEqual([]);
      // The artifact service gives the address of the blobs.
      const expected = [...Object.values(names(scene)), scene.artifacts.url].map((url) => new URL(url).host);
      expect(hosts(proxy)).toEqual(expected.sort());
      expect([scene.comments().length, scene.artifacts.artifacts.length]).toEqual([1, 1]);
      expect(scene.sandbox.scans.map(({ url }) => url)).toEqual([names(scene).site]);
    },
  );

  test.concurrent('hosts in `NO_PROXY` do not go through the proxy', async () => {
    await using scene = await start();
    await using proxy = await startProxy();
    const result = await runBehind(scene, {
      proxy,
      exceptions: '.localhost,127.0.0.1',
      more: preload('loopback-names'),
    });
    expect(result.outputs['verdict']).toBe('pass');
    expect(hosts(proxy)).toEqual([]);
  });

  test.concurrent('`no_proxy` may name one host only', async () => {
    await using scene = await start();
    await using proxy = await startProxy();
    const result = await runBehind(scene, {
      proxy,
      letters: 'lower case',
      exceptions: 'service.localhost',
      more: preload('loopback-names'),
    });
    expect(result.outputs['verdict']).toBe('pass');
    const { host } = new URL(names(scene).service);
    expect(hosts(proxy)).not.toContain(host);
    expect(hosts(proxy)).toContain(new URL(names(scene).site).host);
  });

  test.concurrent('the password of the proxy is sent to the proxy, and shown nowhere', async () => {
    await using scene = await start();
    await using proxy = await startProxy();
    const url = proxy.url.replace('//', '//runner:s3cret%2Fpassword@');
    const result = await runBehind(scene, { proxy: { url } });
    expect(result.outputs['verdict']).toBe('pass');
    const basic = Buffer.from('runner:s3cret/password').toString('base64');
    expect([...proxy.credentials]).toEqual([`Basic ${basic}`]);
    const said = result.lines.filter((line) => !line.startsWith('::add-mask::')).join('\n');
    expect(`${said}${result.summary}${scene.comments()}`).not.toMatch(/s3cret/);
    expect(result.masked).toContain('s3cret/password');
  });

  test.concurrent('if the proxy refuses, the run is inconclusive', async () => {
    await using scene = await start();
    await using proxy = await startProxy({ refuses: true });
    const { site: url } = names(scene);
    const inputs = { url, config: 'none', comment: 'never', 'wait-for-url': '1s' };
    const result = await runBehind(scene, { proxy, inputs });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(result.outputs['reason']).toContain('The target did not answer within 1 s');
    expect(hosts(proxy)).toContain(new URL(url).host);
    expect(scene.sandbox.requests).toEqual([]);
  });

  test.concurrent('a variable without a valid address is named', async () => {
    await using scene = await start();
    const result = await runBehind(scene, { proxy: { url: 'proxy.example.com' } });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(result.outputs['reason']).toMatch(/no address: `HTTP_PROXY`, `HTTPS_PROXY`/);
  });

  test.concurrent('an older Node.js, without `setGlobalProxyFromEnv`, uses the proxy too', async () => {
    await using scene = await start();
    await using proxy = await startProxy();
    const older = `data:text/javascript,${encodeURIComponent("delete process.getBuiltinModule('node:http').setGlobalProxyFromEnv")}`;
    const result = await runBehind(scene, { proxy, more: { NODE_OPTIONS: `--import=${older}` } });
    expect(result.outputs['verdict']).toBe('pass');
    const { service, site } = names(scene);
    expect(hosts(proxy)).toEqual(expect.arrayContaining([service, site].map((url) => new URL(url).host)));
  });
});
