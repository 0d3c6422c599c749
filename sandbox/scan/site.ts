import { randomBytes } from 'node:crypto';
import type { Preferences } from '../api/schema.ts';
import { type HtmlDocument, type HtmlElement, parseHtml } from './html.ts';
import { headerText, type SiteClient, type SiteRequest, type SiteResponse } from './site-client.ts';
import type { TlsFacts } from './tls-facts.ts';

const maxPages = 16;
/** Each level of `scan_deep` allows this many pages. */
const pagesPerLevel = 4;
const maxScripts = 4;
/** Compared characters of the answer for a missing page. */
const maxComparedLength = 20_000;
const notAPage = /\.(?:png|jpe?g|gif|svg|ico|webp|css|js|json|xml|txt|pdf|zip|gz|woff2?|mp4)$/i;

/** What the checks know of a site. */
export interface Site {
  readonly origin: URL;
  readonly isTls: boolean;
  readonly tls: TlsFacts | null;
  /** Milliseconds since the Unix epoch; dates of certificates are compared with it. */
  readonly nowMs: number;
  readonly home: Page;
  /** HTML pages, the home page first. */
  readonly pages: readonly Page[];
  /** Pages, scripts of the site itself, and the answer for a page that does not exist. */
  readonly responses: readonly SiteResponse[];
  /** Filled by the checks: files that should not be reachable. */
  readonly exposedFiles: Pick<SiteResponse, 'url' | 'body'>[];
  /** `path` is relative to the origin. `null` where there is no answer or no request left. */
  request(path: string, options?: SiteRequest): Promise<SiteResponse | null>;
  /** A file that should not be there. `null` where it is not, or where the site answers every path in the same way. */
  requestFile(path: string): Promise<SiteResponse | null>;
}

export interface Page {
  readonly url: string;
  readonly response: SiteResponse;
  readonly document: HtmlDocument;
}

export interface CrawlOptions {
  readonly home: SiteResponse;
  readonly client: SiteClient;
  readonly preferences: Preferences;
  readonly nowMs: number;
}

/** Reads the site once: its pages, its scripts, and its answer for a page that does not exist. */
export async function crawlSite({ home, client, preferences, nowMs }: CrawlOptions): Promise<Site> {
  const origin = new URL('/', home.url);
  const missingPath = `/sandbox-probe-${randomBytes(8).toString('hex')}`;
  const missing = await client.request(new URL(missingPath, origin));
  const limit = Math.min(maxPages, Math.max(1, preferences.scan_deep * pagesPerLevel));
  const crawled = await crawlPages(toPage(home), client, limit);
  const scripts = await loadScripts(crawled, client);
  const request: Site['request'] = (path, options) => client.request(new URL(path, origin), options);
  return {
    origin,
    isTls: origin.protocol === 'https:',
    tls: home.tls,
    nowMs,
    home: crawled[0],
    pages: crawled.filter(({ response }, index) => isHtml(response) || index === 0),
    responses: [...crawled.map(({ response }) => response), ...scripts, ...(missing ? [missing] : [])],
    exposedFiles: [],
    request,
    async requestFile(path) {
      const response = await request(path);
      if (response?.status !== 200) return null;
      const isUsualAnswer =
        missing?.status === 200 && withoutPath(response, path) === withoutPath(missing, missingPath);
      return isUsualAnswer ? null : response;
    },
  };
}

/** By its content type. */
export function isHtml(response: SiteResponse): boolean {
  return /html/i.test(headerText(response, 'content-type'));
}

function toPage(response: SiteResponse): Page {
  return { url: response.url, response, document: parseHtml(isHtml(response) ? response.body : '') };
}

/** Pages of one origin, breadth first: the loop also visits the pages that are added in it. */
async function crawlPages(home: Page, client: SiteClient, limit: number): Promise<[Page, ...Page[]]> {
  const { origin } = new URL(home.url);
  const pages: [Page, ...Page[]] = [home];
  const seen = new Set([home.url]);
  for (const page of pages) {
    for (const url of linkedPages(page, origin)) {
      if (pages.length >= limit) return pages;
      if (seen.has(url.href)) continue;
      seen.add(url.href);
      const response = await client.request(url, { follow: true });
      const isNew = response !== null && pages.every((known) => known.url !== response.url);
      if (isNew && response.status < 400) pages.push(toPage(response));
    }
  }
  return pages;
}

function linkedPages(page: Page, origin: string): URL[] {
  const urls = addressesIn(page, ({ name, attributes }) => {
    if (name === 'a') return attributes.get('href');
    return name === 'iframe' ? attributes.get('src') : undefined;
  });
  for (const url of urls) url.hash = '';
  return urls.filter((url) => url.origin === origin && !mayHaveEffects(url) && !notAPage.test(url.pathname));
}

/** Whether a request could end a session or change something on the site. */
export function mayHaveEffects(url: URL): boolean {
  return /log-?out|sign-?out|delete|remove|unsubscribe/i.test(url.pathname);
}

/** The addresses that `addressOf` finds in the elements of a page, as a browser resolves them. */
export function addressesIn(page: Page, addressOf: (element: HtmlElement) => string | undefined): URL[] {
  return page.document.elements.flatMap((element) => {
    const address = addressOf(element);
    const url = address ? URL.parse(address, page.url) : null;
    return url ? [url] : [];
  });
}

async function loadScripts(pages: readonly Page[], client: SiteClient): Promise<SiteResponse[]> {
  const addresses = pages.flatMap((page) => {
    const { origin } = new URL(page.url);
    const urls = addressesIn(page, ({ name, attributes }) =>
      name === 'script' ? attributes.get('src') : undefined,
    );
    return urls.filter((url) => url.origin === origin).map(({ href }) => href);
  });
  const scripts: SiteResponse[] = [];
  for (const address of [...new Set(addresses)].slice(0, maxScripts)) {
    const response = await client.request(new URL(address), { follow: true });
    if (response?.status === 200) scripts.push(response);
  }
  return scripts;
}

/** The body of an answer without the path that was asked for, so that answers to different paths can be compared. */
function withoutPath({ body }: SiteResponse, path: string): string {
  return body.replaceAll(path, '').replaceAll(encodeURIComponent(path), '').slice(0, maxComparedLength);
}
