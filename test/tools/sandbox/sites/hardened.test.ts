import { expect, test } from '@jest/globals';
import { startHardenedSite } from '../../../../sandbox/sites/hardened.ts';
import { found, scanNow } from '../probe-site.ts';

test('has no finding but the missing encryption, whatever the scan looks for', async () => {
  await using site = await startHardenedSite();
  const scan = await scanNow(site.url, { preferences: { xss: true, sqli: true, scan_deep: 9 } });
  expect(scan.state).toBe('finished');
  expect(found(scan)).toEqual(['cleartext']);
});
