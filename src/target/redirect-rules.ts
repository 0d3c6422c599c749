/** Where the target may redirect to, and whether the password goes along. Pure: `ask-target.ts` sends the requests. */

import { isWebUrl } from '../inputs/target-url.ts';

/**
 * True for a redirect within the site: to the same host and port, from `http` to `https`, with or without `www.`. The
 * rule follows what sites do to their visitors, so it takes more addresses for the same site than `targetIdentity` in
 * `inputs/target-url.ts`.
 *
 * @param allowedHosts `target.allowed-redirects` of the policy file, with or without a port
 */
export function mayRedirect(from: URL, to: URL, allowedHosts: readonly string[]): boolean {
  if (!isWebUrl(to)) return false;
  if (allowedHosts.some((host) => [to.host, to.hostname].includes(host.toLowerCase()))) return true;
  const bareHost = (url: URL) => url.hostname.replace(/^www\./, '');
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  return bareHost(from) === bareHost(to) && (isUpgrade || from.port === to.port);
}

/**
 * True if the password goes along: as in a browser, within the same scheme, host and port. Also from `http` to `https`
 * on the same host, if both have their default port: that is the same site.
 */
export function mayTakePassword(from: URL, to: URL): boolean {
  const isUpgrade =
    from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  return from.origin === to.origin || (from.hostname === to.hostname && isUpgrade);
}
