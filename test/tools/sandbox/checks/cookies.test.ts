import { expect, test } from '@jest/globals';
import { evidenceOf, html, scanPaths } from '../probe-site.ts';

test('each attribute is checked for each cookie, and values are left out', async () => {
  const scan = await scanPaths({
    '/': html('', {
      'set-cookie': [
        'sid=topsecret',
        'lang=en; Secure; SameSite=Lax',
        'auth=topsecret; HttpOnly; SameSite=None',
        'topsecret without a name',
      ],
    }),
  });
  const cookiesOf = (id: string) => evidenceOf(scan, id).map(({ cookie }) => cookie);
  expect(cookiesOf('cookie-without-secure')).toEqual(['sid', 'auth']);
  expect(cookiesOf('session-cookie-without-httponly')).toEqual(['sid']);
  expect(cookiesOf('cookie-without-samesite')).toEqual(['sid', 'auth']);
  expect(JSON.stringify(scan.findings)).not.toContain('topsecret');
});
