import { expect, test } from '@jest/globals';
import { html, scanNow, serve } from '../probe-site.ts';

test('a scan is bounded, uses harmless methods and stays on the host', async () => {
  const visits: string[] = [];
  await using neighbour = await serve({
    '*': ({ url }) => {
      visits.push(`neighbour ${url.href}`);
      return html('');
    },
  });
  const linkTo = (href: string) => `<a href="${href}">a page</a>`;
  const links = Array.from({ length: 300 }, (_, page) => linkTo(`/p${page}?q${page}=1&next=/`));
  await using site = await serve({
    '/moved': { status: 302, headers: { location: `${neighbour.url}/stolen` } },
    '*': ({ method, url }) => {
      visits.push(method);
      const others = ['/moved', `${neighbour.url}/other`, url.pathname].map(linkTo);
      return html([...links, ...others].join(''));
    },
  });
  const scan = await scanNow(site.url, { xss: true, sqli: true, scan_deep: 1000 });
  expect(scan.state).toBe('finished');
  expect(visits.length).toBeLessThanOrEqual(64);
  expect([...new Set(visits)].sort()).toEqual(['GET']);
});

test.each([
  [0, 1],
  [1, 4],
  [2, 8],
  [50, 16],
])('with scan_deep %d, %d pages are read', async (scan_deep, expected) => {
  const pages = new Set<string>();
  await using site = await serve({
    '*': ({ url }) => {
      if (/^\/p?\d*$/.test(url.pathname)) pages.add(url.pathname);
      return html(Array.from({ length: 30 }, (_, page) => `<a href="/p${page}">${page}</a>`).join(''));
    },
  });
  await scanNow(site.url, { scan_deep });
  expect(pages.size).toBe(expected);
});

test('huge and broken answers do no harm', async () => {
  const huge = `<${'a '.repeat(1000)}`.repeat(2000);
  const deep = '<div>'.repeat(50_000);
  await using site = await serve({
    '/': html(`<a href="/gzip">g</a>${deep}${huge}`),
    '/gzip': { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' }, body: 'not gzip' },
  });
  expect((await scanNow(site.url)).state).toBe('finished');
});

test('only loopback hosts are scanned', async () => {
  for (const host of ['localhost', '[::1]', '127.0.0.9', '127.1'])
    expect((await scanNow(`http://${host}:1/`)).state).toBe('ended-early');
  const others = ['10.0.0.1', 'http://localhost.example.com', 'http://127.0.0.1@example.com', '0.0.0.0', ''];
  for (const url of others) await expect(scanNow(url)).rejects.toThrow(/this machine only|not a valid URL/);
});
