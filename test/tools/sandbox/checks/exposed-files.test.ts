import { expect, test } from '@jest/globals';
import { evidenceOf, found, html, plain, scanPaths } from '../probe-site.ts';

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
const exposures = [
  'env-file',
  'git-repository',
  'backup-file',
  'directory-listing',
  'status-page',
  'web-shell',
];

test('are found, without their contents', async () => {
  const scan = await scanPaths(files);
  expect(found(scan)).toEqual(expect.arrayContaining(exposures));
  expect(found(scan)).not.toContain('security-txt-missing');
  expect(evidenceOf(scan, 'env-file')).toEqual([{ status: 200, variables: ['DB_PASSWORD'] }]);
  const backups = scan.findings.filter(({ check }) => check.id === 'backup-file');
  expect(backups.map(({ url }) => new URL(url).pathname)).toEqual(['/index.html.bak', '/backup.zip']);
});

test('preferences switch the checks off', async () => {
  const crawler_options = { open_directory: false, exposed_information: false, backdoor_detection: false };
  const scan = await scanPaths(files, { preferences: { crawler_options } });
  expect(found(scan).filter((id) => exposures.includes(id))).toEqual([]);
  expect(scan.checked).toBeLessThan((await scanPaths(files)).checked);
});

test('a site that answers 200 to every path has none', async () => {
  const anything = ({ url }: { url: URL }) =>
    html(`<title>Index of everything</title>You asked for ${url.pathname} WSO 2`);
  const ids = found(await scanPaths({ '*': anything }));
  expect(ids.filter((id) => exposures.includes(id))).toEqual([]);
});
