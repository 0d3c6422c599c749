import { randomBytes } from 'node:crypto';
import type { Preferences } from '../api/schema.ts';
import { linkAddresses } from './html.ts';
import type { SiteClient, SiteResponse } from './site-client.ts';

const maxPages = 16;
/** Each level of `scan_deep` allows this many pages. */
const pagesPerLevel = 4;
/** Compared characters of the answer for a missing page. */
const maxComparedLength = 20_000;
const notAPage = /\.(?:png|jpe?g|gif|svg|ico|webp|css|js|json|xml|txt|pdf|zip|gz|woff2?|mp4)$/i;

export interface Page extends SiteResponse {
  readonly links: readonly string[];
}

/** What the checks know of a site. */
export interface Site {
  readonly origin: URL;
  /** The home page first. */
  readonly pages: readonly [Page, ...Page[]];
  /** Pages, and the answer for a page that does not exist. */
  readonly responses: readonly SiteResponse[];
  /** `null` where there is no answer or no request left. */
  request(url: URL): Promise<SiteResponse | null>;
  /** A file that should not be there. `null` where it is not, or where the site answers every path in the same way. */
  requestFile(path: string): Promise<SiteResponse | null>;
}

/** Reads the site once: its pages, and its answer for a page that does not exist. */
export async function crawlSite(
  home: SiteResponse,
  client: SiteClient,
  { scan_deep }: Preferences,
): Promise<Site> {
  const origin = new URL('/', home.url);
  const missingPath = `/sandbox-probe-${randomBytes(8).toString('hex')}`;
  const missing = await client.request(new URL(missingPath, origin));
  const limit = Math.min(maxPages, Math.max(1, scan_deep * pagesPerLevel));
  const pages = await crawlPages(toPage(home), client, limit);
  return {
    origin,
    pages,
    responses: [...pages, ...(missing ? [missing] : [])],
    request: client.request,
    async requestFile(path) {
      const response = await client.request(new URL(path, origin));
      if (response?.status !== 200) return null;
      const isUsualAnswer =
        missing?.status === 200 && withoutPath(response, path) === withoutPath(missing, missingPath);
      return isUsualAnswer ? null : response;
    },
  };
}

/** By its content type. */
export function isHtml({ headers }: SiteResponse): boolean {
  return /html/i.test(headers.get('content-type') ?? '');
}

function toPage(response: SiteResponse): Page {
  return { ...response, links: isHtml(response) ? linkAddresses(response.body) : [] };
}

/** Pages of one origin, breadth first: the loop also visits the pages that are added in it. */
async function crawlPages(home: Page, client: SiteClient, limit: number): Promise<[Page, ...Page[]]> {
  const pages: [Page, ...Page[]] = [home];
  const seen = new Set([home.url]);
  for (const page of pages) {
    for (const url of linksIn(page)) {
      url.hash = '';
      if (pages.length >= limit) return pages;
      if (seen.has(url.href) || mayHaveEffects(url) || notAPage.test(url.pathname)) continue;
      seen.add(url.href);
      const response = await client.follow(url);
      const isNew = response !== null && pages.every((known) => known.url !== response.url);
      if (isNew && response.status < 400 && isHtml(response)) pages.push(toPage(response));
    }
  }
  return pages;
}

/** Whether a request could end a session or change something on the site. */
export function mayHaveEffects(url: URL): boolean {
  return /log-?out|sign-?out|delete|remove|unsubscribe/i.test(url.pathname);
}

/** Where the links of a page lead on its own origin. */
export function linksIn({ url: pageUrl, links }: Page): URL[] {
  const { origin } = new URL(pageUrl);
  return links.flatMap((link) => URL.parse(link, pageUrl) ?? []).filter((url) => url.origin === origin);
}

/** The body of an answer without the path that was asked for, so that answers to different paths can be compared. */
function withoutPath({ body }: SiteResponse, path: string): string {
  return body.replaceAll(path, '').slice(0, maxComparedLength);
}
