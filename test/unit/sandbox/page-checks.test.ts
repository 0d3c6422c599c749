import { describe, expect, test } from '@jest/globals';
import { evidenceOf, found, html, plain, scanNow, scanPaths, serve } from './probe-site.ts';

const AWS_KEY = ['AKIA', 'ABCDEFGHIJKLMNOP'].join('');

describe('page content', () => {
  test.each([
    ['form-to-cleartext', '<form action="http://forms.example/"><input name="a"></form>'],
    ['password-over-http', '<form><input type="password" name="p"></form>'],
    ['integrity-missing', '<script src="https://cdn.example/a.js"></script>'],
    ['integrity-missing', '<link rel="stylesheet" href="//cdn.example/a.css">'],
    ['hidden-foreign-frame', '<iframe src="https://ads.example/" style="display: none"></iframe>'],
    ['generator-version', '<meta name="generator" content="WordPress 5.8">'],
    ['emails-exposed', 'Write to <b>ana@shop.example</b>'],
    ['secret-key-in-page', `<script>key = "${AWS_KEY}"</script>`],
    ['secret-key-in-page', `-----BEGIN RSA ${'PRIVATE KEY'}-----`],
    ['public-key-in-page', `AIza${'a'.repeat(35)}`],
    ['stack-trace', 'Fatal error: Uncaught Error in /var/www/index.php on line 3'],
  ])('%s is found in %s', async (id, body) => {
    expect(found(await scanPaths({ '/': html(body) }))).toContain(id);
  });

  test.each([
    ['form-to-cleartext', '<form action="/send"><input name="a"></form>'],
    [
      'integrity-missing',
      '<script src="https://cdn.example/a.js" integrity="sha384-x"></script><script src="/a.js"></script>',
    ],
    ['integrity-missing', '<link rel="canonical" href="https://www.example/">'],
    ['integrity-missing', '<!-- <script src="https://cdn.example/a.js"></script> -->'],
    ['integrity-missing', '<script>document.write("<script src=\'https://cdn.example/a.js\'>")</script>'],
    ['hidden-foreign-frame', '<iframe src="/own" style="display: none"></iframe>'],
    ['generator-version', '<meta name="generator" content="Hugo">'],
    ['emails-exposed', '<img src="/logo@2x.png">'],
    ['public-key-in-page', 'AIzaShort'],
  ])('%s is not found in %s', async (id, body) => {
    expect(found(await scanPaths({ '/': html(body) }))).not.toContain(id);
  });

  test('keys are looked for in scripts of the site, and only hinted at', async () => {
    const scan = await scanPaths({ '/': html('<script src="/app.js"></script>'), '/app.js': plain(AWS_KEY) });
    expect(evidenceOf(scan, 'secret-key-in-page')).toEqual([{ kind: 'AWS access key', key: 'AKIAAB…' }]);
    expect(JSON.stringify(scan.observations)).not.toContain(AWS_KEY);
  });

  test('error details on the page for missing addresses leave no random address behind', async () => {
    const missing = ({ url }: { url: URL }) => ({
      ...html(`Traceback (most recent call last): ${url.pathname}`),
      status: 404,
    });
    await using site = await serve({ '/': html('fine'), '*': missing });
    const scan = await scanNow(site.url);
    const observed = scan.observations.find(({ check }) => check.id === 'stack-trace');
    expect(observed?.hit.url).toBe(`${site.url}/`);
  });
});

describe('exposed files', () => {
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
    expect(found(scan)).toEqual(
      expect.arrayContaining([
        'env-file',
        'git-repository',
        'backup-file',
        'directory-listing',
        'status-page',
        'web-shell',
      ]),
    );
    expect(found(scan)).not.toContain('security-txt-missing');
    expect(evidenceOf(scan, 'env-file')).toEqual([{ status: 200, variables: ['DB_PASSWORD'] }]);
    expect(
      scan.observations
        .filter(({ check }) => check.id === 'backup-file')
        .map(({ hit }) => new URL(hit.url).pathname),
    ).toEqual(['/index.html.bak', '/backup.zip']);
  });

  test('preferences switch the checks off', async () => {
    const crawler_options = { open_directory: false, exposed_information: false, backdoor_detection: false };
    const scan = await scanPaths(files, { preferences: { crawler_options } });
    const ids = found(scan);
    for (const id of [
      'env-file',
      'git-repository',
      'backup-file',
      'directory-listing',
      'status-page',
      'web-shell',
    ]) {
      expect(ids).not.toContain(id);
    }
    expect(scan.checked).toBeLessThan((await scanPaths(files)).checked);
  });

  test('a site that answers 200 to everything has none', async () => {
    const anything = ({ url }: { url: URL }) =>
      html(`<title>Index of everything</title>You asked for ${url.pathname} WSO 2`);
    const exposures = found(await scanPaths({ '*': anything })).filter((id) =>
      ['env-file', 'git-repository', 'backup-file', 'directory-listing', 'web-shell'].includes(id),
    );
    expect(exposures).toEqual([]);
  });
});

describe('input', () => {
  const links = html(
    '<a href="/go?next=/a">go</a> <a href="/q?term=x">q</a> <a href="/logout?next=/">out</a>',
  );

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

  const echo = {
    '/': links,
    '/q': ({ url }: { url: URL }) => {
      const term = url.searchParams.get('term') ?? '';
      return html(
        term.includes("'") && !term.includes('<') ? 'SQLSTATE[42000]: near' : `You asked for ${term}`,
      );
    },
  };

  test('reflection and database errors are looked for on request', async () => {
    expect(found(await scanPaths(echo))).not.toEqual(expect.arrayContaining(['reflected-input']));
    const scan = await scanPaths(echo, { preferences: { xss: true, sqli: true } });
    expect(found(scan)).toEqual(expect.arrayContaining(['reflected-input', 'sql-error']));
    expect(evidenceOf(scan, 'reflected-input')).toEqual([expect.objectContaining({ parameter: 'term' })]);
  });

  test('evidence is the same when an unchanged site is scanned again', async () => {
    const [first, second] = [
      await scanPaths(echo, { preferences: { xss: true } }),
      await scanPaths(echo, { preferences: { xss: true } }),
    ].map((scan) => evidenceOf(scan, 'reflected-input'));
    expect(first).toEqual(second);
  });
});
