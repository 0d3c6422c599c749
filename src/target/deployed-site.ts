/** Which address of a deployment is the site: not its log, not a page of the hosting provider, and nothing internal. */

import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { plainHost } from '../core/address.ts';
import type { RunContext } from '../github/context.ts';
import type { EventPayload } from '../github/event.ts';
import { parseSiteAddress, type SiteAddress } from '../settings/site-address.ts';

/** A deployment status, of the API or of an event. */
export type DeploymentStatus = Partial<EventPayload['deploymentStatus']>;

/**
 * The deployed site: `environment_url`, else `target_url` if that is not the address of the log. `null` if the status
 * names none, or only a page of the provider.
 */
export function siteOf(status: DeploymentStatus, { serverUrl }: RunContext): SiteAddress | null {
  const { environmentUrl: siteUrl, targetUrl: legacyUrl, logUrl } = status;
  const isLogAddress = URL.parse(legacyUrl ?? '')?.href === URL.parse(logUrl ?? '')?.href;
  const addresses = [siteUrl, isLogAddress ? undefined : legacyUrl];
  const targets = addresses.map((address = '') => parseSiteAddress(address));
  return targets.find((target) => target !== null && !isPageOfProvider(target.url, serverUrl)) ?? null;
}

/** Of the providers' own pages. The sites of their customers have other hosts, such as `shop.up.railway.app`. */
const hostsOfProviders = new Set([
  ...['github.com', 'railway.com', 'railway.app', 'render.com', 'dashboard.render.com'],
  ...['heroku.com', 'dashboard.heroku.com', 'vercel.com', 'netlify.com', 'app.netlify.com'],
  ...['cloudflare.com', 'dash.cloudflare.com', 'fly.io', 'portal.azure.com', 'dev.azure.com'],
  ...['console.aws.amazon.com', 'console.cloud.google.com', 'console.firebase.google.com'],
]);

function isPageOfProvider({ hostname, host }: URL, serverUrl: string): boolean {
  const name = plainHost(hostname);
  // The console of AWS has a subdomain for each region.
  const isConsole = name.endsWith('.console.aws.amazon.com');
  return hostsOfProviders.has(name) || isConsole || host === URL.parse(serverUrl)?.host;
}

/** Loopback, link-local and unspecified addresses, and those at which clouds tell a machine its credentials. */
function internalAddresses(): BlockList {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addSubnet('169.254.0.0', 16, 'ipv4');
  list.addSubnet('0.0.0.0', 8, 'ipv4');
  list.addAddress('100.100.100.200', 'ipv4');
  list.addAddress('168.63.129.16', 'ipv4');
  list.addSubnet('::', 127, 'ipv6');
  list.addSubnet('fe80::', 10, 'ipv6');
  list.addAddress('fd00:ec2::254', 'ipv6');
  return list;
}

const internalNames = /^(?:.*\.)?(?:localhost|metadata\.google\.internal)$/;

/** True for a literal address, or a name, that always means the machine that asks, or its cloud. */
export function isInternalAddress({ hostname }: URL): boolean {
  // A site may redirect to itself without `www.`.
  const name = plainHost(hostname.replace(/^\[|\]$/g, ''));
  if (isIPv4(name)) return internalAddresses().check(name, 'ipv4');
  return isIPv6(name) ? internalAddresses().check(name, 'ipv6') : internalNames.test(name);
}
