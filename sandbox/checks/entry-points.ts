import { mayHaveEffects, type Page, type Site } from '../scan/site.ts';

/** A place where a visitor's text enters the site by GET. */
export interface EntryPoint {
  /** Address without the parameter under test. */
  url: URL;
  parameter: string;
}

function linkPoints(page: Page): EntryPoint[] {
  return page.document.elements.flatMap(({ name, attributes }) => {
    const url = name === 'a' ? URL.parse(attributes.get('href') ?? '', page.url) : null;
    return url ? [...url.searchParams.keys()].map((parameter) => ({ url, parameter })) : [];
  });
}

function formPoints(page: Page): EntryPoint[] {
  return page.document.forms.flatMap((form) => {
    const url = form.method === 'get' ? URL.parse(form.action, page.url) : null;
    return url ? form.inputs.map(({ name }) => ({ url, parameter: name })) : [];
  });
}

/**
 * Query parameters of links and GET forms of the crawled pages, each once, in order of appearance.
 * Only same-origin addresses: others belong to somebody else.
 */
export function entryPoints(site: Site): EntryPoint[] {
  const found = new Map<string, EntryPoint>();
  for (const point of site.pages.flatMap((page) => [...linkPoints(page), ...formPoints(page)])) {
    const { url, parameter } = point;
    const key = `${url.pathname}?${parameter}`;
    const usable = parameter !== '' && url.origin === site.origin.origin && !mayHaveEffects(url);
    if (usable && !found.has(key)) found.set(key, point);
  }
  return [...found.values()];
}

/** The address with `value` in the parameter under test. */
export function withValue({ url, parameter }: EntryPoint, value: string): string {
  const probe = new URL(url);
  probe.hash = '';
  probe.searchParams.set(parameter, value);
  return probe.href;
}
