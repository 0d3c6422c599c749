import { describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../../sandbox/checks/catalogue.ts';
import { rateVector, toIssue } from '../../../../sandbox/checks/check.ts';
import { issueGroups } from '../../../../sandbox/scan/wire.ts';
import type { Language } from '../../../../src/core/choices.ts';
import { evidenceOf, found, foundIn, html, plain, scanPaths } from '../probe-site.ts';

test('every check has an id and a name of its own, a score, and texts in both languages', () => {
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
  for (const check of catalogue) {
    const { group, vector } = check;
    expect(issueGroups).toContain(group);
    expect(rateVector(vector).score).toBeGreaterThanOrEqual(0);
    const inLanguage = (language: Language) => toIssue({ check, url: '', evidence: {} }, language);
    const [english, portuguese] = [inLanguage('en'), inLanguage('pt')];
    expect(english.references).toMatch(/^https:\/\/\S+$/);
    for (const key of ['description', 'remediation'] as const) {
      for (const text of [english[key], portuguese[key]]) expect(text).toMatch(/\.$/);
      expect(portuguese[key]).not.toBe(english[key]);
    }
  }
});

/** In parts, so that scanners of this repository do not report it. */
const awsKey = ['AKIA', 'ABCDEFGHIJKLMNOP'].join('');

test.each([
  ['generator-version', '<meta name="generator" content="X 5">', '<meta name="generator" content="X">'],
  ['emails-exposed', 'Write to <b>ana@shop.example</b>', '<img src="/logo@2x.png">'],
  ['secret-key-in-page', `-----BEGIN RSA ${'PRIVATE KEY'}-----`, '-----BEGIN CERTIFICATE-----'],
  ['public-key-in-page', `AIza${'a'.repeat(35)}`, 'AIzaShort'],
  ['stack-trace', 'Fatal error: Uncaught Error in /var/www/index.php on line 3', 'An error'],
  ['form-to-cleartext', '<form action="http://a.example"><input name="a">', '<form><input name="a">'],
  ['password-over-http', '<form><input type="password" name="p"></form>', '<form><input name="p"></form>'],
  ['integrity-missing', '<script src="//a.example/a"></script>', '<!-- <script src="//a.example/a"> -->'],
  ['integrity-missing', '<script src="//a.example/a">', '<script src="//a.example/a" integrity="x">'],
  ['integrity-missing', '<link rel="stylesheet" href="//a.example">', '<link rel="next" href="//a.example">'],
  ['hidden-foreign-frame', '<iframe src="//a.io" style="display:none">', '<iframe style="display:none">'],
])('%s is found in %s, and not in %s', async (id, bad, good) => {
  expect(await foundIn(bad)).toContain(id);
  expect(await foundIn(good)).not.toContain(id);
});

const csp = "default-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";
const nonce = `${csp}; script-src 'nonce-abc' 'unsafe-inline'`;

test.each<[id: string, header: string, bad: string, good: string]>([
  ['server-version', 'server', 'nginx/1.18.0', 'nginx'],
  ['framework-disclosed', 'x-powered-by', 'Express', ''],
  ['frame-options-missing', 'x-frame-options', 'ALLOWALL', 'SAMEORIGIN'],
  ['frame-options-missing', 'content-security-policy', "default-src 'self'", csp],
  ['content-type-options-missing', 'x-content-type-options', 'sniff', 'nosniff'],
  ['referrer-policy-weak', 'referrer-policy', 'unsafe-url', 'same-origin'],
  ['permissions-policy-missing', 'permissions-policy', '', 'camera=()'],
  ['cors-any-origin', 'access-control-allow-origin', '*', ''],
  ['csp-missing', 'content-security-policy', '', csp],
  ['csp-unsafe-inline', 'content-security-policy', `${csp}; script-src 'unsafe-inline'`, nonce],
  ['csp-unsafe-inline', 'content-security-policy', "default-src 'self' 'unsafe-inline'", csp],
  ['csp-unsafe-eval', 'content-security-policy', `${csp}; script-src 'self' 'unsafe-eval'`, csp],
  ['csp-wildcard', 'content-security-policy', "default-src *; base-uri 'self'", csp],
  ['csp-missing-directives', 'content-security-policy', "script-src 'self'", csp],
])('%s is found with %s: %s, and not with %j', async (id, header, bad, good) => {
  expect(await foundIn('', { [header]: bad })).toContain(id);
  expect(await foundIn('', { [header]: good })).not.toContain(id);
});

test('a policy in the page counts, and a missing one is one finding that lists its pages', async () => {
  const page = `<meta http-equiv="Content-Security-Policy" content="${csp}">`;
  expect(await foundIn(page)).not.toContain('csp-missing');
  const scan = await scanPaths({ '/': html('<a href="/two">2</a>'), '/two': html('two') });
  expect(evidenceOf(scan, 'csp-missing')).toMatchObject([{ pages: { length: 2 } }]);
});

test('keys are also found in scripts of the site, and only their beginning is shown', async () => {
  const scan = await scanPaths({ '/': html('<script src="/app.js"></script>'), '/app.js': plain(awsKey) });
  expect(evidenceOf(scan, 'secret-key-in-page')).toEqual([{ kind: 'AWS access key', key: 'AKIAAB…' }]);
  expect(JSON.stringify(scan.findings)).not.toContain(awsKey);
});

test('each attribute is checked for each cookie, and values are left out', async () => {
  const cookies = [
    ...['sid=topsecret', 'lang=en; Secure; SameSite=Lax'],
    ...['auth=topsecret; HttpOnly; SameSite=None', 'topsecret without a name'],
  ];
  const scan = await scanPaths({ '/': html('', { 'set-cookie': cookies }) });
  const cookiesOf = (id: string) => evidenceOf(scan, id).map(({ cookie }) => cookie);
  expect(cookiesOf('cookie-without-secure')).toEqual(['sid', 'auth']);
  expect(cookiesOf('session-cookie-without-httponly')).toEqual(['sid']);
  expect(cookiesOf('cookie-without-samesite')).toEqual(['sid', 'auth']);
  expect(JSON.stringify(scan.findings)).not.toContain('topsecret');
});

test.each([
  ['true', 'cors-any-origin-with-credentials', 'cors-any-origin'],
  ['', 'cors-any-origin', 'cors-any-origin-with-credentials'],
])('a reflected origin with credentials "%s" is %s', async (credentials, id, other) => {
  const ids = found(
    await scanPaths({
      '/': ({ headers }) =>
        html('', {
          'access-control-allow-origin': headers.origin ?? '',
          'access-control-allow-credentials': credentials,
        }),
    }),
  );
  expect(ids).toContain(id);
  expect(ids).not.toContain(other);
});

test('unsafe methods are read from the answer to OPTIONS', async () => {
  const scan = await scanPaths({ '/': html('', { allow: 'GET, DELETE, TRACE' }) });
  expect(evidenceOf(scan, 'unsafe-methods')).toEqual([{ methods: ['DELETE', 'TRACE'] }]);
});

describe('exposed files', () => {
  const exposures = [
    'env-file',
    'git-repository',
    'backup-file',
    'directory-listing',
    'status-page',
    'web-shell',
  ];
  const files = {
    '/': html('home'),
    '/.env': plain('DB_PASSWORD=x\n'),
    '/.git/HEAD': plain('ref: refs/heads/main\n'),
    '/backup.zip': { headers: { 'content-type': 'application/zip' }, body: 'PK\u0003\u0004' },
    '/index.html.bak': html('old home'),
    '/uploads/': html('<title>Index of /uploads/</title>'),
    '/phpinfo.php': html('<title>PHP 8 - phpinfo()</title>'),
    '/shell.php': html('WSO 2.5'),
    '/.well-known/security.txt': plain('Contact: https://a.example/\n'),
  };

  test('are found, without their contents', async () => {
    const scan = await scanPaths(files);
    expect(found(scan)).toEqual(expect.arrayContaining(exposures));
    expect(found(scan)).not.toContain('security-txt-missing');
    expect(evidenceOf(scan, 'env-file')).toEqual([{ status: 200, variables: ['DB_PASSWORD'] }]);
    const backups = scan.findings.filter(({ check }) => check.id === 'backup-file');
    expect(backups.map(({ url }) => new URL(url).pathname)).toEqual(['/index.html.bak', '/backup.zip']);
  });

  test('are not looked for if preferences switch the checks off', async () => {
    const crawler_options = { open_directory: false, exposed_information: false, backdoor_detection: false };
    const scan = await scanPaths(files, { preferences: { crawler_options } });
    expect(found(scan).filter((id) => exposures.includes(id))).toEqual([]);
  });

  test('are not found on a site that answers 200 to every path', async () => {
    const everywhere = html('<title>Index of everything</title> WSO 2');
    const ids = found(await scanPaths({ '*': everywhere }));
    expect(ids.filter((id) => exposures.includes(id))).toEqual([]);
  });
});

describe('parameters of links', () => {
  const links = html(
    '<a href="/go?next=/a">go</a> <a href="/q?term=x">q</a> <a href="/logout?next=/">out</a>',
  );

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
    const scan = (preferences: object) =>
      scanPaths({ '/': links, '/q': echo }, { preferences: { ...preferences } });
    expect(found(await scan({}))).not.toContain('reflected-input');
    const [one, other] = [await scan({ xss: true, sqli: true }), await scan({ xss: true })];
    expect(found(one)).toEqual(expect.arrayContaining(['reflected-input', 'sql-error']));
    expect(evidenceOf(one, 'reflected-input')).toEqual([expect.objectContaining({ parameter: 'term' })]);
    expect(evidenceOf(other, 'reflected-input')).toEqual(evidenceOf(one, 'reflected-input'));
  });
});
