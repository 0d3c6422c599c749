import { SettingsError } from '../core/problem.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'];

/** The proxies that the environment names, each with the variable that names it. */
function namedProxies(env: Variables): { name: string; value: string }[] {
  return names.map((name) => ({ name, value: env[name] ?? '' })).filter(({ value }) => value !== '');
}

/**
 * What may not be shown of the proxies: user info is a password more often than not.
 *
 * @returns user info and password as they stand in the addresses, and the password decoded
 */
export function proxySecrets(env: Variables): string[] {
  const secrets = namedProxies(env).flatMap(({ value }) => {
    const url = URL.parse(value);
    if (url === null || url.password === '') return [];
    return [`${url.username}:${url.password}`, url.password, decoded(url.password)];
  });
  return [...new Set(secrets)];
}

/** A `%` that begins no escape stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Sends `fetch` through the proxies that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` name, in capitals or not, which Node
 * does only when it is told. The clients of GitHub and of its artifact service read the same variables themselves. Without
 * such a variable nothing is loaded.
 *
 * @throws SettingsError for a variable that holds no address of a proxy
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
  // Unlike an import, this does not load what fetch needs before it is called.
  const http = process.getBuiltinModule('node:http');
  // Node has it since 24.14; older runners bring an older Node 24.
  if (typeof http.setGlobalProxyFromEnv === 'function') {
    http.setGlobalProxyFromEnv();
    return;
  }
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  setGlobalDispatcher(new EnvHttpProxyAgent());
}
