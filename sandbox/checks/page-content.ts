import type { HtmlElement } from '../scan/html.ts';
import type { Page } from '../scan/site.ts';
import { isLoopbackHost } from '../scan/target.ts';
import { type Check, type Evidence, excerpt, matchPages } from './check.ts';

const maxAddresses = 10;
/** Elements whose address browsers load without a click. */
const loading = new Set(['script', 'img', 'iframe', 'link', 'video', 'audio']);

export const pageContentChecks: readonly Check[] = [
  {
    id: 'mixed-content',
    type: 'content',
    group: 'Protection Mechanism Failure',
    name: 'Encrypted page loads unencrypted content',
    cwe: [311, 319],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content',
    description:
      'A page served over HTTPS loads parts over HTTP, where they can be read and replaced on the way.',
    remediation:
      'Load everything over HTTPS, and add upgrade-insecure-requests to the Content-Security-Policy.',
    applies: ({ isTls }) => isTls,
    find: (site) => matchPages(site.pages, (page) => findLoads(page, ({ protocol }) => protocol === 'http:')),
  },
  {
    id: 'form-to-cleartext',
    type: 'content',
    group: 'Protection Mechanism Failure',
    name: 'Form sends its data unencrypted',
    cwe: [319],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:N/A:N',
    description: 'A form sends what visitors type to an address without encryption.',
    remediation: 'Change the action of the form to an HTTPS address.',
    find: (site) => matchPages(site.pages, findCleartextForm),
  },
  {
    // A warning, as for `cleartext`.
    id: 'password-over-http',
    type: 'content',
    group: 'Protection Mechanism Failure',
    name: 'Password field on an unencrypted page',
    cwe: [523],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:N/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
    description:
      'A page that asks for a password was served over HTTP. This is harmless on this machine only.',
    remediation: 'Serve login pages over HTTPS wherever they leave the machine.',
    applies: ({ isTls }) => !isTls,
    find: (site) =>
      matchPages(
        site.pages,
        ({ document }) =>
          document.forms.some(({ inputs }) => inputs.some(({ type }) => type === 'password')) && {
            field: 'password',
          },
      ),
  },
  {
    id: 'integrity-missing',
    type: 'content',
    group: 'Protection Mechanism Failure',
    name: 'Foreign script without integrity check',
    cwe: [353, 829],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity',
    description:
      'Scripts or style sheets are loaded from another host without an integrity attribute; whoever controls that host controls the page.',
    remediation:
      'Add integrity and crossorigin attributes to the elements, or serve the files from the own site.',
    find: (site) => matchPages(site.pages, findUncheckedScripts),
  },
  {
    id: 'hidden-foreign-frame',
    type: 'content',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Hidden frame from another host',
    cwe: [506, 829],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    description:
      'A page contains an invisible frame that loads another host, a usual sign of injected malicious code.',
    remediation:
      'Find out where the frame comes from. If it is not yours, restore the page and look for how it was changed.',
    wanted: ({ crawler_options }) => crawler_options.search_url_malware,
    find: (site) => matchPages(site.pages, findHiddenFrame),
  },
];

/** The address that a browser loads for an element; `null` for others, such as a canonical link. */
function loadedUrl(page: Page, { name, attributes }: HtmlElement): URL | null {
  const address = attributes.get(name === 'link' ? 'href' : 'src');
  if (!address || !loading.has(name)) return null;
  if (name === 'link' && !/\b(?:stylesheet|preload|icon)\b/i.test(attributes.get('rel') ?? '')) return null;
  return URL.parse(address, page.url);
}

/** Evidence of all elements whose loaded address is one that `isWeak`. */
function findLoads(page: Page, isWeak: (url: URL, element: HtmlElement) => boolean): Evidence | null {
  const loads = page.document.elements.flatMap((element) => {
    const url = loadedUrl(page, element);
    return url && isWeak(url, element) ? [excerpt(url.href)] : [];
  });
  return loads.length > 0 ? { loads: loads.slice(0, maxAddresses) } : null;
}

function findUncheckedScripts(page: Page): Evidence | null {
  const { origin } = new URL(page.url);
  return findLoads(page, (url, { name, attributes }) => {
    const isCode = name === 'script' || (name === 'link' && /stylesheet/i.test(attributes.get('rel') ?? ''));
    const isForeign = /^https?:$/.test(url.protocol) && url.origin !== origin;
    return isCode && isForeign && !attributes.get('integrity');
  });
}

function findCleartextForm({ url: pageUrl, document }: Page): Evidence | null {
  const form = document.forms.find(({ action }) => {
    const url = action ? URL.parse(action, pageUrl) : null;
    return url?.protocol === 'http:' && (pageUrl.startsWith('https:') || !isLoopbackHost(url.hostname));
  });
  return form ? { action: excerpt(form.action), method: form.method } : null;
}

function findHiddenFrame({ url: pageUrl, document }: Page): Evidence | null {
  const { host } = new URL(pageUrl);
  for (const element of document.elements) {
    const source = element.name === 'iframe' && isHidden(element) ? element.attributes.get('src') : undefined;
    const url = source ? URL.parse(source, pageUrl) : null;
    if (url && url.host !== host && /^https?:$/.test(url.protocol)) return { frame: excerpt(url.href) };
  }
  return null;
}

function isHidden({ attributes }: HtmlElement): boolean {
  const isTiny = ['width', 'height'].some((name) => /^[01](?:px)?$/.test(attributes.get(name) ?? ''));
  return isTiny || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.get('style') ?? '');
}
