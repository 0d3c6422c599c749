/** The proxies of the environment, and the secrets in an address. */

import { percentDecoded } from './text.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The user info of `url`: the password alone and with the user name, or a user name that stands for both. */
export function userInfoSecrets({ username, password }: URL): string[] {
  const user = percentDecoded(username);
  if (password === '') return user === '' ? [] : [user];
  // Both are sent as one base64 text (RFC 7617), in which a short password alone is not found.
  return [percentDecoded(password), `${user}:${percentDecoded(password)}`, password];
}

export interface NamedProxy {
  readonly variable: string;
  readonly address: string;
}

/** The first variable counts, as for the clients that read them. */
const variablesFor: Readonly<Record<string, readonly string[]>> = {
  'http:': ['http_proxy', 'HTTP_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'],
};

/** The proxies in the environment. */
export function namedProxies(env: Environment): NamedProxy[] {
  return ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].flatMap((variable) => {
    const address = env[variable] ?? '';
    return address === '' ? [] : [{ variable, address }];
  });
}

/** The proxy for requests of `protocol`, such as `https:`, its address without user info; `null` for none. */
export function proxyFor(protocol: string, env: Environment): NamedProxy | null {
  const proxies = namedProxies(env);
  const names = variablesFor[protocol] ?? [];
  const found = names.flatMap((name) => proxies.filter(({ variable }) => variable === name))[0];
  if (found === undefined) return null;
  const url = URL.parse(found.address);
  return { ...found, address: url === null ? '' : `${url.protocol}//${url.host}` };
}
