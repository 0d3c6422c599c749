import { expect, test } from '@jest/globals';
import { evidenceOf, found, html, scanPaths } from '../probe-site.ts';

const links = html('<a href="/go?next=/a">go</a> <a href="/q?term=x">q</a> <a href="/logout?next=/">out</a>');

const echo = {
  '/': links,
  '/q': ({ url }: { url: URL }) => {
    const term = url.searchParams.get('term') ?? '';
    return html(
      term.includes("'") && !term.includes('<') ? 'SQLSTATE[42000]: near' : `You asked for ${term}`,
    );
  },
};

test('open redirects are seen in the Location header only', async () => {
  const visits: string[] = [];
  const scan = await scanPaths({
    '/': links,
    '/go': ({ url }) => ({ status: 302, headers: { location: url.searchParams.get('next') ?? '/' } }),
    '/logout': ({ url }) => {
      visits.push(url.href);
      return { status: 302, headers: { location: url.searchParams.get('next') ?? '/' } };
    },
  });
  expect(evidenceOf(scan, 'open-redirect')).toEqual([{ parameter: 'next', status: 302 }]);
  expect(visits).toEqual([]);
});

test('reflections and database errors are looked for on request', async () => {
  expect(found(await scanPaths(echo))).not.toEqual(expect.arrayContaining(['reflected-input']));
  const scan = await scanPaths(echo, { preferences: { xss: true, sqli: true } });
  expect(found(scan)).toEqual(expect.arrayContaining(['reflected-input', 'sql-error']));
  expect(evidenceOf(scan, 'reflected-input')).toEqual([expect.objectContaining({ parameter: 'term' })]);
});

test('evidence is the same when an unchanged site is scanned again', async () => {
  const scan = async () =>
    evidenceOf(await scanPaths(echo, { preferences: { xss: true } }), 'reflected-input');
  expect(await scan()).toEqual(await scan());
});
