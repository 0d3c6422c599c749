import type { Site } from './site.ts';
import type { Information } from './wire.ts';

const maxEmails = 20;
const email =
  /\b[a-z0-9][a-z0-9._%+-]{0,63}@[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,4}\.[a-z]{2,24}\b/gi;
/** `icon@2x.png` looks like an address. */
const fileName = /\.(?:png|jpe?g|gif|svg|webp|css|js)$/i;

/** Before anything has answered. */
export const noInformation: Information = {
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
};

/** What the answers of the site say about its host (docs/internals/service-interface.md, section 2.4). */
export function gatherInformation({ origin, pages: [home], responses }: Site): Information {
  const scheme = origin.protocol.slice(0, -1);
  const { product, version, system } = readServer(home.headers.get('server') ?? '');
  const framework = home.headers.get('x-powered-by') ?? '';
  const port = Number(origin.port || (scheme === 'https' ? 443 : 80));
  return {
    ...noInformation,
    services: [{ state: 'open', reason: 'syn-ack', name: scheme, product, version, port }],
    emails: findEmails(responses.map(({ body }) => body)),
    components: Object.fromEntries([framework, product].filter(Boolean).map((name) => [name, null])),
    web_server: { ...(product && { name: product }), ...(version && { version }) },
    os: { ...(system && { name: system }) },
    ips: [origin.hostname === 'localhost' ? '127.0.0.1' : origin.hostname.replace(/^\[|\]$/g, '')],
    isp: 'Loopback',
  };
}

/** `nginx/1.18.0 (Ubuntu)` → product, version and system. */
function readServer(server: string): { product: string; version: string; system: string } {
  const match = /^([\w.-]{1,60})(?:\/([\w.-]{1,30}))?(?:\s+\(([^)]{1,40})\))?/.exec(server);
  return { product: match?.[1] ?? '', version: match?.[2] ?? '', system: match?.[3] ?? '' };
}

/** E-mail addresses in lower case, each once, in order of appearance. */
export function findEmails(texts: readonly string[]): string[] {
  const addresses = texts.flatMap((text) => [...text.matchAll(email)].map(([each]) => each.toLowerCase()));
  return [...new Set(addresses.filter((address) => !fileName.test(address)))].slice(0, maxEmails);
}
