import { randomBytes } from 'node:crypto';
import { parseSetCookie, type SetCookie } from './cookies.ts';
import { type HtmlDocument, parseHtml } from './html.ts';
import type { SiteClient, SiteRequest, SiteResponse } from './site-client.ts';
import type { TlsFacts } from './tls-facts.ts';
import type { Preferences } from './wire.ts';

const MAX_PAGES = 16;
const MAX_SCRIPTS = 4;
const PAGES_PER_LEVEL = 4;
const NOT_A_PAGE = /\.(?:png|jpe?g|gif|svg|ico|webp|css|js|json|xml|txt|pdf|zip|gz|woff2?|mp4)$/i;

export interface Page {
  url: string;
  response: SiteResponse;
  isHtml: boolean;
  document: HtmlDocument;
  cookies: readonly SetCookie[];
}

/** A file that answered where none should: kept so that leaked addresses can be read from it. */
interface ExposedFile {
  url: string;
  body: string;
}

/** Everything the checks may look at. */
export interface Site {
  origin: URL;
  isTls: boolean;
  tls: TlsFacts | null;
  preferences: Preferences;
  /** Milliseconds since the Unix epoch, for certificate dates. */
  nowMs: number;
  home: Page;
  /** HTML pages of the site, home first. */
  pages: readonly Page[];
  /** Pages, scripts of the same origin and the answer for a page that does not exist. */
  responses: readonly SiteResponse[];
  exposedFiles: ExposedFile[];
  /** Asks for a path, resolved against the origin. Null when there is no answer or the budget is used up. */
  request(path: string, options?: SiteRequest): Promise<SiteResponse | null>;
  /**
   * Asks for a file that should not be there. Null when it is not, which includes sites that answer 200 to
   * everything: their answer for a random path looks the same.
   */
  requestFile(path: string): Promise<SiteResponse | null>;
}

/** Whether following the address could end a session or change something on the site. */
export function mayHaveEffects(url: URL): boolean {
  return /log-?out|sign-?out|delete|remove|unsubscribe/i.test(url.pathname);
}

function toPage(response: SiteResponse): Page {
  const isHtml = /html/i.test(response.headers['content-type'] ?? '');
  return {
    url: response.url,
    response,
    isHtml,
    document: isHtml ? parseHtml(response.body) : { title: '', elements: [], forms: [] },
    cookies: (response.headers['set-cookie'] ?? []).flatMap((header) => parseSetCookie(header) ?? []),
  };
}

function linkedUrls(page: Page, selector: readonly { tag: string; attribute: string }[]): URL[] {
  return page.document.elements.flatMap((element) => {
    const match = selector.find(({ tag }) => tag === element.name);
    const value = match && element.attributes.get(match.attribute);
    const url = value ? URL.parse(value, page.url) : null;
    return url ? [url] : [];
  });
}

function nextPages(page: Page, origin: string): URL[] {
  const urls = linkedUrls(page, [
    { tag: 'a', attribute: 'href' },
    { tag: 'iframe', attribute: 'src' },
  ]);
  for (const url of urls) url.hash = '';
  return urls.filter(
    (url) => url.origin === origin && !mayHaveEffects(url) && !NOT_A_PAGE.test(url.pathname),
  );
}

/** Collects same-origin pages, breadth first: pages that are added in the loop get their turn in it. */
async function crawl(home: Page, client: SiteClient, limit: number): Promise<Page[]> {
  const origin = new URL(home.url).origin;
  const pages = [home];
  const seen = new Set([home.url]);
  for (const page of pages) {
    for (const url of nextPages(page, origin)) {
      if (pages.length >= limit) return pages;
      if (seen.has(url.href)) continue;
      seen.add(url.href);
      const response = await client.request(url, { follow: true });
      const unusable =
        !response || response.status >= 400 || pages.some(({ url: other }) => other === response.url);
      if (!unusable) pages.push(toPage(response));
    }
  }
  return pages;
}

async function loadScripts(pages: readonly Page[], client: SiteClient): Promise<SiteResponse[]> {
  const urls = new Set<string>();
  for (const page of pages) {
    const origin = new URL(page.url).origin;
    for (const url of linkedUrls(page, [{ tag: 'script', attribute: 'src' }])) {
      if (url.origin === origin) urls.add(url.href);
    }
  }
  const scripts: SiteResponse[] = [];
  for (const url of [...urls].slice(0, MAX_SCRIPTS)) {
    const response = await client.request(new URL(url), { follow: true });
    if (response?.status === 200) scripts.push(response);
  }
  return scripts;
}

/** What the site says about a page that cannot exist, made comparable by taking the asked path out. */
function shape(response: SiteResponse, path: string): string {
  return response.body.replaceAll(path, '').replaceAll(encodeURIComponent(path), '').slice(0, 20_000);
}

export interface SurveyOptions {
  home: SiteResponse;
  client: SiteClient;
  preferences: Preferences;
  nowMs: number;
}

/** Looks at the site once: its pages, its scripts, and its answer for a page that does not exist. */
export async function surveySite(options: SurveyOptions): Promise<Site> {
  const { client, preferences } = options;
  const origin = new URL('/', options.home.url);
  const missingPath = `/sandbox-probe-${randomBytes(8).toString('hex')}`;
  const missing = await client.request(new URL(missingPath, origin));
  const answersAnything = missing?.status === 200 ? missing : null;

  const home = toPage(options.home);
  const limit = Math.min(MAX_PAGES, Math.max(1, preferences.scan_deep * PAGES_PER_LEVEL));
  const crawled = await crawl(home, client, limit);
  const scripts = await loadScripts(crawled, client);
  const request = (path: string, request?: SiteRequest): Promise<SiteResponse | null> =>
    client.request(new URL(path, origin), request);

  return {
    origin,
    isTls: origin.protocol === 'https:',
    tls: options.home.tls,
    preferences,
    nowMs: options.nowMs,
    home,
    pages: crawled.filter((page, index) => page.isHtml || index === 0),
    responses: [...crawled.map((page) => page.response), ...scripts, ...(missing ? [missing] : [])],
    exposedFiles: [],
    request,
    async requestFile(path) {
      const response = await request(path);
      if (response?.status !== 200) return null;
      if (answersAnything && shape(response, path) === shape(answersAnything, missingPath)) return null;
      return response;
    },
  };
}
