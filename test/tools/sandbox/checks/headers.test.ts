import { expect, test } from '@jest/globals';
import { evidenceOf, found, foundIn, html, scanPaths } from '../probe-site.ts';

test.each([
  ['frame-options-missing', { 'x-frame-options': 'SAMEORIGIN' }, { 'x-frame-options': 'ALLOWALL' }],
  [
    'content-type-options-missing',
    { 'x-content-type-options': 'nosniff' },
    { 'x-content-type-options': 'sniff' },
  ],
  ['referrer-policy-weak', { 'referrer-policy': 'same-origin' }, { 'referrer-policy': 'unsafe-url' }],
  ['permissions-policy-missing', { 'permissions-policy': 'camera=()' }, {}],
  ['cors-any-origin', {}, { 'access-control-allow-origin': '*' }],
])('%s is found for wrong headers only', async (id, good, bad) => {
  expect(await foundIn('', good)).not.toContain(id);
  expect(await foundIn('', bad)).toContain(id);
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
