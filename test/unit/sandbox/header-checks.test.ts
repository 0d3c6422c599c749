import { describe, expect, test } from '@jest/globals';
import { evidenceOf, found, html, scanPaths } from './probe-site.ts';

const FULL_POLICY = "default-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

async function withHeaders(headers: Record<string, string | string[]>): Promise<string[]> {
  return found(await scanPaths({ '/': html('<h1>Hello</h1>', headers) }));
}

describe('Content-Security-Policy', () => {
  test('a missing policy is one finding that lists its pages', async () => {
    const scan = await scanPaths({ '/': html('<a href="/two">2</a>'), '/two': html('two') });
    const [evidence, ...others] = evidenceOf(scan, 'csp-missing');
    expect(evidence?.['pages']).toHaveLength(2);
    expect(others).toEqual([]);
  });

  test('a policy in the page counts', async () => {
    const page = `<meta http-equiv="Content-Security-Policy" content="${FULL_POLICY}">`;
    expect(found(await scanPaths({ '/': html(page) }))).not.toContain('csp-missing');
  });

  test.each([
    ['csp-unsafe-inline', `${FULL_POLICY}; script-src 'unsafe-inline'`],
    ['csp-unsafe-inline', "default-src 'self' 'unsafe-inline'"],
    ['csp-unsafe-eval', `${FULL_POLICY}; script-src 'self' 'unsafe-eval'`],
    ['csp-wildcard', `${FULL_POLICY}; script-src https:`],
    ['csp-wildcard', "default-src *; base-uri 'self'"],
    ['csp-missing-directives', "script-src 'self'"],
  ])('%s is found in "%s"', async (id, policy) => {
    expect(await withHeaders({ 'content-security-policy': policy })).toContain(id);
  });

  test('a nonce takes the sting out of unsafe-inline', async () => {
    const ids = await withHeaders({
      'content-security-policy': `${FULL_POLICY}; script-src 'nonce-abc' 'unsafe-inline'`,
    });
    expect(ids).not.toContain('csp-unsafe-inline');
  });

  test('a strict policy yields nothing', async () => {
    const ids = await withHeaders({ 'content-security-policy': FULL_POLICY });
    expect(ids.filter((id) => id.startsWith('csp-'))).toEqual([]);
    expect(ids).not.toContain('frame-options-missing');
  });
});

describe('other headers', () => {
  test.each([
    ['frame-options-missing', { 'x-frame-options': 'SAMEORIGIN' }, { 'x-frame-options': 'ALLOWALL' }],
    [
      'content-type-options-missing',
      { 'x-content-type-options': 'nosniff' },
      { 'x-content-type-options': 'sniff' },
    ],
    ['referrer-policy-weak', { 'referrer-policy': 'same-origin' }, { 'referrer-policy': 'unsafe-url' }],
    ['permissions-policy-missing', { 'permissions-policy': 'camera=()' }, {}],
    ['server-version', { server: 'nginx' }, { server: 'nginx/1.18.0' }],
    ['framework-disclosed', {}, { 'x-powered-by': 'Express' }],
    ['cors-any-origin', {}, { 'access-control-allow-origin': '*' }],
  ])('%s tells good from bad', async (id, good, bad) => {
    expect(await withHeaders(good)).not.toContain(id);
    expect(await withHeaders(bad)).toContain(id);
  });

  test('a reflected origin counts as high only with credentials', async () => {
    const reflect = (credentials: boolean) =>
      scanPaths({
        '/': ({ headers }) =>
          html('', {
            ...(headers.origin && { 'access-control-allow-origin': headers.origin }),
            ...(credentials && { 'access-control-allow-credentials': 'true' }),
          }),
      });
    expect(found(await reflect(true))).toContain('cors-any-origin-with-credentials');
    const without = found(await reflect(false));
    expect(without).toContain('cors-any-origin');
    expect(without).not.toContain('cors-any-origin-with-credentials');
  });

  test('unsafe methods are read from the answer to OPTIONS', async () => {
    const scan = await scanPaths({ '/': html('', { allow: 'GET, DELETE, TRACE' }) });
    expect(evidenceOf(scan, 'unsafe-methods')).toEqual([{ methods: ['DELETE', 'TRACE'] }]);
  });
});

describe('cookies', () => {
  test('each flag is judged for each cookie, and values are left out', async () => {
    const scan = await scanPaths({
      '/': html('', {
        'set-cookie': [
          'sid=topsecret',
          'lang=en; Secure; SameSite=Lax',
          'auth=topsecret; HttpOnly; SameSite=None',
        ],
      }),
    });
    expect(evidenceOf(scan, 'cookie-without-secure').map(({ cookie }) => cookie)).toEqual(['sid', 'auth']);
    expect(evidenceOf(scan, 'session-cookie-without-httponly').map(({ cookie }) => cookie)).toEqual(['sid']);
    expect(evidenceOf(scan, 'cookie-without-samesite').map(({ cookie }) => cookie)).toEqual(['sid', 'auth']);
    expect(JSON.stringify(scan.observations)).not.toContain('topsecret');
  });
});
