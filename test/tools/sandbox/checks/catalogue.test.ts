import { describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../../sandbox/checks/catalogue.ts';
import { rateVector, toIssue } from '../../../../sandbox/checks/check.ts';
import { countSeverities, issuesOf } from '../../../../sandbox/scan/scan-result.ts';
import { issueGroups, languages } from '../../../../sandbox/scan/wire.ts';
import { startHardenedSite } from '../../../../sandbox/sites/hardened.ts';
import { startWeakSite, weakAreas } from '../../../../sandbox/sites/weak.ts';
import { evidenceOf, found, html, plain, scanNow, scanPaths } from '../probe-site.ts';

const everything = { xss: true, sqli: true, scan_deep: 9 };

test('every check has an id and a name of its own, a score, and texts in both languages', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
  for (const check of catalogue) {
    expect(issueGroups).toContain(check.group);
    expect(rateVector(check.vector).score).toBeGreaterThanOrEqual(0);
    const [english, portuguese] = languages.map((each) => toIssue({ check, url: '', evidence: {} }, each));
    for (const key of ['description', 'remediation'] as const) {
      for (const text of [english?.[key], portuguese?.[key]]) expect(text).toMatch(/\.$/);
      expect(portuguese?.[key]).not.toBe(english?.[key]);
    }
  }
});

test('the weak site has findings of every severity, and none if all is fixed; the hardened site has none', async () => {
  await using site = await startWeakSite();
  const counts = countSeverities(issuesOf(await scanNow(site.url, everything), 'en'));
  expect(Object.values(counts).every((count) => count > 0)).toBe(true);
  site.fix(...weakAreas);
  await using hardened = await startHardenedSite();
  for (const { url } of [site, hardened]) {
    const scan = await scanNow(url, everything);
    expect({ found: found(scan), state: scan.state }).toEqual({ found: [], state: 'finished' });
  }
});

test.each<[id: string, header: string, bad: string, good: string]>([
  ['version-disclosed', 'server', 'nginx/1.18.0', 'nginx'],
  ['version-disclosed', 'x-powered-by', 'PHP/7.4', 'Express'],
  ['csp-missing', 'content-security-policy', '', "default-src 'self'"],
  ['frame-options-missing', 'x-frame-options', 'ALLOWALL', 'SAMEORIGIN'],
  ['content-type-options-missing', 'x-content-type-options', 'sniff', 'nosniff'],
])('%s is found with %s: %s, and not with %s', async (id, header, bad, good) => {
  expect(found(await scanPaths({ '/': html('', { [header]: bad }) }))).toContain(id);
  expect(found(await scanPaths({ '/': html('', { [header]: good }) }))).not.toContain(id);
});

test('each attribute is checked for each cookie, and values are left out', async () => {
  const cookies = ['sid=topsecret', 'lang=en; Secure', 'auth=topsecret; HttpOnly', 'topsecret, no name'];
  const scan = await scanPaths({ '/': html('', { 'set-cookie': cookies }) });
  const cookiesOf = (id: string) => evidenceOf(scan, id).map(({ cookie }) => cookie);
  expect(cookiesOf('cookie-without-secure')).toEqual(['sid', 'auth']);
  expect(cookiesOf('session-cookie-without-httponly')).toEqual(['sid']);
  expect(JSON.stringify(scan.findings)).not.toContain('topsecret');
});

describe('exposed files', () => {
  const exposures = ['env-file', 'git-repository', 'backup-file', 'directory-listing'];
  const files = {
    '/': html('home'),
    '/.env': plain('DB_PASSWORD=x\n'),
    '/.git/HEAD': plain('ref: refs/heads/main\n'),
    '/backup.zip': { headers: { 'content-type': 'application/zip' }, body: 'PK\u0003\u0004' },
    '/index.html.bak': html('old home'),
    '/uploads/': html('<title>Index of /uploads/</title>'),
  };

  test('are found, without their contents', async () => {
    const scan = await scanPaths(files);
    expect(found(scan)).toEqual(expect.arrayContaining(exposures));
    expect(evidenceOf(scan, 'env-file')).toEqual([{ status: 200, variables: ['DB_PASSWORD'] }]);
    const backups = scan.findings.filter(({ check }) => check.id === 'backup-file');
    expect(backups.map(({ url }) => new URL(url).pathname)).toEqual(['/index.html.bak', '/backup.zip']);
  });

  test('are not found on a site that answers 200 to every path', async () => {
    const ids = found(await scanPaths({ '*': html('<title>Index of everything</title>') }));
    expect(ids.filter((id) => exposures.includes(id))).toEqual([]);
  });
});

describe('parameters of links', () => {
  const addresses = ['/go?next=/a', '/q?term=x', '/logout?next=/'];
  const links = html(addresses.map((href) => `<a href="${href}">a link</a>`).join(' '));

  test('open redirects are seen in the Location header, and no logout is visited', async () => {
    const visits: string[] = [];
    const redirect = ({ url }: { url: URL }) => {
      visits.push(url.pathname);
      return { status: 302, headers: { location: url.searchParams.get('next') ?? '/' } };
    };
    const scan = await scanPaths({ '/': links, '/go': redirect, '/logout': redirect });
    expect(evidenceOf(scan, 'open-redirect')).toEqual([{ parameter: 'next', status: 302 }]);
    expect(visits).not.toContain('/logout');
  });

  test('reflections and database errors are looked for on request, with the same evidence each time', async () => {
    const echo = ({ url }: { url: URL }) => {
      const term = url.searchParams.get('term') ?? '';
      return html(/^[^<]*'[^<]*$/.test(term) ? 'SQLSTATE[42000]: near' : `You asked for ${term}`);
    };
    const scan = (preferences: object) => scanPaths({ '/': links, '/q': echo }, preferences);
    expect(found(await scan({}))).not.toContain('reflected-input');
    const [one, other] = [await scan({ xss: true, sqli: true }), await scan({ xss: true })];
    expect(found(one)).toEqual(expect.arrayContaining(['reflected-input', 'sql-error']));
    expect(evidenceOf(one, 'reflected-input')).toEqual([expect.objectContaining({ parameter: 'term' })]);
    expect(evidenceOf(other, 'reflected-input')).toEqual(evidenceOf(one, 'reflected-input'));
  });
});
