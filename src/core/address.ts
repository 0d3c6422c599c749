/** Parts of addresses: user info, paths and hosts. */

/** Percent-decodes `text`, or returns it unchanged if it is not encoded correctly. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The user info of `url`: the password alone and with the user name, or a user name that stands for both. */
export function userInfoSecrets({ username, password }: URL): string[] {
  const user = percentDecoded(username);
  if (password === '') return user === '' ? [] : [user];
  // Both are sent as one base64 text (RFC 7617), in which a short password alone is not found.
  return [percentDecoded(password), `${user}:${percentDecoded(password)}`, password];
}

/** `path` for a URL, with its slashes. */
export function encodedPath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/** Names and addresses of this machine. `base-url` may have them with `http`. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** A host without a leading `www.` and a dot at the end, which make no difference. */
export function plainHost(hostname: string): string {
  return hostname.replace(/\.$/, '').replace(/^www\.(?=.)/, '');
}
