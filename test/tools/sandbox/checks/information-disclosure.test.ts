import { expect, test } from '@jest/globals';
import { evidenceOf, foundIn, html, plain, scanNow, scanPaths, serve } from '../probe-site.ts';

/** In parts, so that scanners of this repository do not report it. */
const awsKey = ['AKIA', 'ABCDEFGHIJKLMNOP'].join('');

test.each([
  ['generator-version', '<meta name="generator" content="WordPress 5.8">'],
  ['emails-exposed', 'Write to <b>ana@shop.example</b>'],
  ['secret-key-in-page', `<script>key = "${awsKey}"</script>`],
  ['secret-key-in-page', `-----BEGIN RSA ${'PRIVATE KEY'}-----`],
  ['public-key-in-page', `AIza${'a'.repeat(35)}`],
  ['stack-trace', 'Fatal error: Uncaught Error in /var/www/index.php on line 3'],
])('%s is found in %s', async (id, body) => {
  expect(await foundIn(body)).toContain(id);
});

test.each([
  ['generator-version', '<meta name="generator" content="Hugo">'],
  ['emails-exposed', '<img src="/logo@2x.png">'],
  ['public-key-in-page', 'AIzaShort'],
])('%s is not found in %s', async (id, body) => {
  expect(await foundIn(body)).not.toContain(id);
});

test.each([
  ['server-version', { server: 'nginx' }, { server: 'nginx/1.18.0' }],
  ['framework-disclosed', {}, { 'x-powered-by': 'Express' }],
])('%s is found for wrong headers only', async (id, good, bad) => {
  expect(await foundIn('', good)).not.toContain(id);
  expect(await foundIn('', bad)).toContain(id);
});

test('keys are also found in scripts of the site, and only their beginning is shown', async () => {
  const scan = await scanPaths({ '/': html('<script src="/app.js"></script>'), '/app.js': plain(awsKey) });
  expect(evidenceOf(scan, 'secret-key-in-page')).toEqual([{ kind: 'AWS access key', key: 'AKIAAB…' }]);
  expect(JSON.stringify(scan.findings)).not.toContain(awsKey);
});

test('the random address of the missing page is not part of a finding', async () => {
  const missing = ({ url }: { url: URL }) => ({
    ...html(`Traceback (most recent call last): ${url.pathname}`),
    status: 404,
  });
  await using site = await serve({ '/': html('fine'), '*': missing });
  const { findings } = await scanNow(site.url);
  expect(findings.find(({ check }) => check.id === 'stack-trace')?.url).toBe(`${site.url}/`);
});
