import { metaContent } from './html.ts';
import { addressesIn, type Page, type Site } from './site.ts';
import { headerText } from './site-client.ts';
import type { Information, Leak } from './wire.ts';

const maxEmails = 50;
const maxNameLength = 100;

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
export function gatherInformation(site: Site): Information {
  const { response } = site.home;
  const server = readServer(headerText(response, 'server'));
  const cms = generatorOf(site.home).split(/\s/, 1)[0] ?? '';
  return {
    ...noInformation,
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
    emails: findEmails(site.responses.map(({ body }) => body)).slice(0, maxEmails),
    components: findComponents(site),
    web_server: {
      ...(server.product && { name: server.product }),
      ...(server.version && { version: server.version }),
    },
    os: { ...(server.os && { name: server.os }) },
    cms: cms || null,
    certificate: site.tls ? [site.tls.certificate] : [],
    ips: [response.remoteAddress.replace(/^::ffff:/, '')],
    isp: 'Loopback',
  };
}

/** `nginx/1.18.0 (Ubuntu)` → product, version and system. */
function readServer(server: string): { product: string; version: string; os: string } {
  const match = /^([\w.-]{1,60})(?:\/([\w.-]{1,30}))?(?:\s+\(([^)]{1,40})\))?/.exec(server);
  return { product: match?.[1] ?? '', version: match?.[2] ?? '', os: match?.[3] ?? '' };
}

function generatorOf(page: Page): string {
  return metaContent(page.document, 'generator').slice(0, maxNameLength);
}

function findComponents(site: Site): Record<string, null> {
  const { response } = site.home;
  const names = [
    headerText(response, 'x-powered-by').slice(0, maxNameLength),
    readServer(headerText(response, 'server')).product,
    ...site.pages.map(generatorOf),
  ];
  return Object.fromEntries(names.filter((name) => name !== '').map((name) => [name, null]));
}

/** E-mail addresses in lower case, each once, in order of appearance. */
export function findEmails(texts: readonly string[]): string[] {
  const addresses = texts.flatMap((text) =>
    [...text.matchAll(email)].map(([address]) => address.toLowerCase()),
  );
  return [...new Set(addresses.filter((address) => !fileName.test(address)))];
}

/** Names below the target's own that its pages link to or its certificate covers. */
export function findSubdomains(site: Site): string[] {
  const linked = site.pages.flatMap((page) =>
    addressesIn(page, ({ attributes }) => attributes.get('href') ?? attributes.get('src')),
  );
  const certified = (site.tls?.certificate.subjectAltName ?? []).map((name) => name.replace(/^\*\./, ''));
  const suffix = `.${site.origin.hostname}`;
  return [...new Set([...linked.map(({ hostname }) => hostname), ...certified])]
    .filter((name) => name.endsWith(suffix))
    .sort();
}

/** E-mail addresses in files that should not be reachable. The sandbox knows no other leaks. */
export function findLeaks(site: Site): Leak[] {
  return site.exposedFiles.flatMap(({ url, body }) =>
    findEmails([body]).map((address) => ({ email: address, source: url })),
  );
}
