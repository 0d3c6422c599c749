import type { IncomingHttpHeaders } from 'node:http';
import { findEmails } from './emails.ts';
import { metaContent } from './html.ts';
import type { Page, Site } from './site.ts';
import type { Information, Leak } from './wire.ts';

/** Headers that a product in front of the site leaves in its answers. */
const FRONTS: readonly { name: string; kind: 'cdn' | 'waf'; header: string; value?: RegExp }[] = [
  { name: 'Cloudflare', kind: 'cdn', header: 'cf-ray' },
  { name: 'Cloudflare', kind: 'waf', header: 'cf-ray' },
  { name: 'CloudFront', kind: 'cdn', header: 'x-amz-cf-id' },
  { name: 'Fastly', kind: 'cdn', header: 'x-served-by', value: /^cache-/ },
  { name: 'Sucuri', kind: 'waf', header: 'x-sucuri-id' },
  { name: 'Imperva', kind: 'waf', header: 'x-iinfo' },
  { name: 'Akamai', kind: 'waf', header: 'server', value: /AkamaiGHost/ },
];

/** Libraries told by the file name of a script. */
const LIBRARIES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['jQuery', /\bjquery\b/i],
  ['Bootstrap', /\bbootstrap\b/i],
  ['React', /\breact(?:-dom)?\b/i],
  ['Vue.js', /\bvue\b/i],
  ['Angular', /\bangular\b/i],
];

/** What is known before anything has answered. */
export function emptyInformation(): Information {
  return {
    services: [],
    emails: [],
    components: {},
    database: {},
    web_server: {},
    os: {},
    cdn: null,
    cms: null,
    certificate: [],
    waf: [],
    ips: [],
    isp: '',
    total_checked: 0,
  };
}

function text(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

function fronts(headers: IncomingHttpHeaders, kind: 'cdn' | 'waf'): string[] {
  return FRONTS.filter((front) => {
    const value = text(headers, front.header);
    return front.kind === kind && value !== '' && (front.value?.test(value) ?? true);
  }).map(({ name }) => name);
}

/** `nginx/1.18.0 (Ubuntu)` → product, version and system. */
function readServer(server: string): { product: string; version: string; os: string } {
  const match = /^([\w.-]{1,60})(?:\/([\w.-]{1,30}))?(?:\s+\(([^)]{1,40})\))?/.exec(server);
  return { product: match?.[1] ?? '', version: match?.[2] ?? '', os: match?.[3] ?? '' };
}

function generator(page: Page): string {
  return metaContent(page.document, 'generator').slice(0, 100);
}

function components(site: Site): Record<string, null> {
  const names = new Set<string>();
  const headers = site.home.response.headers;
  const powered = text(headers, 'x-powered-by').slice(0, 100);
  if (powered) names.add(powered);
  const { product } = readServer(text(headers, 'server'));
  if (product) names.add(product);
  for (const page of site.pages) {
    const system = generator(page);
    if (system) names.add(system);
    for (const { name, attributes } of page.document.elements) {
      const source = name === 'script' ? (attributes.get('src') ?? '') : '';
      for (const [library, pattern] of LIBRARIES) if (pattern.test(source)) names.add(library);
    }
  }
  return Object.fromEntries([...names].map((name) => [name, null]));
}

/** Section 2.4, from what the site answered. `isp` names the only network the sandbox can reach. */
export function gatherInformation(site: Site): Information {
  const { headers, remoteAddress } = site.home.response;
  const server = readServer(text(headers, 'server'));
  const cms = generator(site.home).split(/\s/, 1)[0] ?? '';
  return {
    services: [
      {
        state: 'open',
        reason: 'syn-ack',
        name: site.isTls ? 'https' : 'http',
        product: server.product,
        version: server.version,
        port: Number(site.origin.port || (site.isTls ? 443 : 80)),
      },
    ],
    emails: [...new Set(site.responses.flatMap(({ body }) => findEmails(body)))].slice(0, 50),
    components: components(site),
    database: {},
    web_server: {
      ...(server.product && { name: server.product }),
      ...(server.version && { version: server.version }),
    },
    os: { ...(server.os && { name: server.os }) },
    cdn: fronts(headers, 'cdn')[0] ?? null,
    cms: cms || null,
    certificate: site.tls ? [site.tls.certificate] : [],
    waf: fronts(headers, 'waf'),
    ips: [remoteAddress.replace(/^::ffff:/, '')],
    isp: 'Loopback',
    total_checked: 0,
  };
}

/** Names below the target's own that its pages link to or its certificate covers. */
export function findSubdomains(site: Site): string[] {
  const suffix = `.${site.origin.hostname}`;
  const linked = site.pages.flatMap((page) =>
    page.document.elements.flatMap(({ attributes }) => {
      const url = URL.parse(attributes.get('href') ?? attributes.get('src') ?? '', page.url);
      return url ? [url.hostname] : [];
    }),
  );
  const certified = (site.tls?.certificate.subjectAltName ?? []).map((name) => name.replace(/^\*\./, ''));
  return [...new Set([...linked, ...certified].filter((name) => name.endsWith(suffix)))].sort();
}

/** Addresses in files that should not have been reachable: the sandbox has no other source of leaks. */
export function findLeaks(site: Site): Leak[] {
  return site.exposedFiles.flatMap(({ url, body }) =>
    findEmails(body).map((email) => ({ email, source: url })),
  );
}
