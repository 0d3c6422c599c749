/** Which proxy each request uses, and which secrets the addresses of the proxies hold. */

import * as nodeHttp from 'node:http';
import { loopbackHosts, userInfoSecrets } from '../core/address.ts';
import type { Runner } from '../core/ports.ts';
import { SettingsError } from '../core/problem.ts';

/** The variables that name a proxy. */
const variables = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];

/** The secrets in the addresses of the proxies. */
export function proxySecrets(env: Runner['env']): string[] {
  return variables.flatMap((variable) => {
    const url = URL.parse(env[variable] ?? '');
    return url === null ? [] : userInfoSecrets(url);
  });
}

/**
 * Adds this machine to `no_proxy` and `NO_PROXY`, which every client reads: a request to `http://localhost` carries the
 * API key in plain text, and must not leave the machine.
 */
function keepLoopbackDirect(env: Record<string, string | undefined>): void {
  const lists = [env['no_proxy'] ?? '', env['NO_PROXY'] ?? ''].filter((list) => list.trim() !== '');
  // As the only entry, `*` stands for every host. Some clients read IPv6 addresses without brackets.
  const isEveryHost = lists.some((list) => list.trim() === '*');
  const list = isEveryHost ? '*' : [...lists, ...loopbackHosts, '::1'].join(',');
  env['no_proxy'] = list;
  env['NO_PROXY'] = list;
}

/**
 * Makes `fetch` use the proxies in `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case: Node.js does not
 * by default. The clients of GitHub and of its artifact service read these variables themselves. This machine is never
 * asked through a proxy.
 *
 * @param http the module `node:http` of this Node.js
 * @throws SettingsError if a variable is not the address of a proxy
 */
export async function useProxies(
  env: Record<string, string | undefined>,
  http: { readonly setGlobalProxyFromEnv?: () => unknown } = nodeHttp,
): Promise<void> {
  keepLoopbackDirect(env);
  const set = variables.filter((variable) => env[variable]);
  if (set.length === 0) return;
  const invalid = set.filter((variable) => !/^https?:$/.test(URL.parse(env[variable] ?? '')?.protocol ?? ''));
  if (invalid.length > 0) {
    const list = invalid.map((variable) => `\`${variable}\``).join(', ');
    throw new SettingsError(
      `The environment names a proxy that is no address: ${list}. Write it as \`http://proxy.example.com:3128\`, or unset it.`,
    );
  }
  // New in Node.js 24.14. Some runners have an older Node.js 24.
  if (http.setGlobalProxyFromEnv !== undefined) {
    http.setGlobalProxyFromEnv();
    return;
  }
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(new EnvHttpProxyAgent());
}
