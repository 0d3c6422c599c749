import { expect, test } from '@jest/globals';
import { evidenceOf, foundIn, html, scanPaths } from '../probe-site.ts';

const fullPolicy = "default-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

function foundUnder(policy: string): Promise<string[]> {
  return foundIn('<h1>Hello</h1>', { 'content-security-policy': policy });
}

test('a missing policy is one finding that lists its pages', async () => {
  const scan = await scanPaths({ '/': html('<a href="/two">2</a>'), '/two': html('two') });
  const [evidence, ...others] = evidenceOf(scan, 'csp-missing');
  expect(evidence?.['pages']).toHaveLength(2);
  expect(others).toEqual([]);
});

test('a policy in the page counts', async () => {
  const page = `<meta http-equiv="Content-Security-Policy" content="${fullPolicy}">`;
  expect(await foundIn(page)).not.toContain('csp-missing');
});

test.each([
  ['csp-unsafe-inline', `${fullPolicy}; script-src 'unsafe-inline'`],
  ['csp-unsafe-inline', "default-src 'self' 'unsafe-inline'"],
  ['csp-unsafe-eval', `${fullPolicy}; script-src 'self' 'unsafe-eval'`],
  ['csp-wildcard', `${fullPolicy}; script-src https:`],
  ['csp-wildcard', "default-src *; base-uri 'self'"],
  ['csp-missing-directives', "script-src 'self'"],
])('%s is found in "%s"', async (id, policy) => {
  expect(await foundUnder(policy)).toContain(id);
});

test('unsafe-inline beside a nonce is no finding', async () => {
  const ids = await foundUnder(`${fullPolicy}; script-src 'nonce-abc' 'unsafe-inline'`);
  expect(ids).not.toContain('csp-unsafe-inline');
});

test('a strict policy yields nothing', async () => {
  const ids = await foundUnder(fullPolicy);
  expect(ids.filter((id) => id.startsWith('csp-'))).toEqual([]);
  expect(ids).not.toContain('frame-options-missing');
});
