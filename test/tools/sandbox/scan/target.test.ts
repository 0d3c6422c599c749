import { expect, test } from '@jest/globals';
import { scanNow } from '../probe-site.ts';

test.each(['localhost', 'shop.localhost', '[::1]', '127.0.0.9', '127.1'])(
  'accepts the loopback host %s',
  async (host) => {
    const scan = await scanNow(`http://${host}:1/`);
    expect(scan.state).toBe('ended-early');
  },
);

test.each([
  'https://example.com',
  '10.0.0.1',
  'http://localhost.example.com',
  'http://127.0.0.1@example.com',
  '0.0.0.0',
  'http://[::2]',
  '',
])('refuses the target "%s"', async (url) => {
  await expect(scanNow(url)).rejects.toThrow();
});
