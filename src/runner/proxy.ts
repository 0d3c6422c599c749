import { SettingsError } from '../core/problem.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];

/** The proxies in the environment, each with the name of its variable. */
function namedProxies(env: Variables): { name: string; value: string }[] {
  return names.map((name) => ({ name, value: env[name] ?? '' })).filter(({ value }) => value !== '');
}

/**
 * The secrets in the addresses of the proxies.
 *
 * @returns user info and password as they are written, and the password decoded
 */
export function proxySecrets(env: Variables): string[] {
  const secrets = namedProxies(env).flatMap(({ value }) => {
    const url = URL.parse(value);
    if (url === null || url.password === '') return [];
    return [`${url.username}:${url.password}`, url.password, decoded(url.password)];
  });
  return [...new Set(secrets)];
}

/** A `%` that does not begin an escape stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Makes `fetch` use the proxies in `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in upper or lower case: Node.js does not by
 * default. The clients of GitHub and of its artifact service read these variables themselves. Loads nothing if there is no
 * proxy.
 *
 * @throws SettingsError if a variable is not the address of a proxy
 */
export async function useProxies(env: Variables): Promise<void> {
  const proxies = namedProxies(env);
  if (proxies.length === 0) return;
  const wrong = proxies.filter(({ value }) => !/^https?:$/.test(URL.parse(value)?.protocol ?? ''));
  if (wrong.length > 0) {
    const list = wrong.map(({ name }) => `\`${name}\``).join(', ');
    throw new SettingsError(
      `The environment names a proxy that is no address: ${list}. Write it as \`http://proxy.example.com:3128\`, or unset it.`,
    );
  }
  // An import would load what `fetch` needs, before `fetch` is called.
  const http = process.getBuiltinModule('node:http');
  // New in Node.js 24.14. Some runners have an older Node.js 24.
  if (typeof http.setGlobalProxyFromEnv === 'function') {
    http.setGlobalProxyFromEnv();
    return;
  }
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(new EnvHttpProxyAgent());
}
