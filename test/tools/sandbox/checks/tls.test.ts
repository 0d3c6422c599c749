import { beforeAll, expect, test } from '@jest/globals';
import { listenOnLoopback, type TlsMaterial } from '../../../../sandbox/loopback-server.ts';
import { startHardenedSite } from '../../../../sandbox/sites/hardened.ts';
import { startWeakSite } from '../../../../sandbox/sites/weak.ts';
import { createCertificate } from '../../../support/certificates.ts';
import { evidenceOf, found, scanNow } from '../probe-site.ts';

const names = ['shop.localhost', 'api.shop.localhost'];

let tls: TlsMaterial;
beforeAll(async () => {
  tls = await createCertificate({ names });
});

function named(url: string): string {
  return url.replace('127.0.0.1', 'shop.localhost');
}

test('the hardened site has nothing but its self-signed certificate', async () => {
  await using site = await startHardenedSite({ tls });
  // A bare host is tried over TLS first.
  const scan = await scanNow(named(site.url).replace('https://', ''));
  expect(found(scan)).toEqual(['certificate-untrusted']);
  expect(scan.subdomains).toEqual(['api.shop.localhost']);
  expect(scan.information.services).toMatchObject([{ name: 'https', state: 'open' }]);
  const [certificate] = scan.information.certificate;
  expect(certificate).toMatchObject({ commonName: 'shop.localhost', subject: 'CN=shop.localhost' });
  expect(certificate?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(certificate?.['Expires On'].$date).toBeCloseTo(Date.now() / 1000 + 100 * 86_400, -3);
});

test.each([
  [85, 'certificate-expires-soon'],
  [101, 'certificate-not-valid-now'],
  [-8, 'certificate-not-valid-now'],
])('%d days from now %s is found', async (daysAhead, id) => {
  await using site = await startHardenedSite({ tls });
  const ids = found(await scanNow(named(site.url), { daysAhead }));
  expect(ids.filter((known) => /expires-soon|not-valid/.test(known))).toEqual([id]);
});

test('a certificate for another name is found', async () => {
  await using site = await startHardenedSite({ tls });
  const scan = await scanNow(site.url);
  expect(evidenceOf(scan, 'certificate-name-mismatch')).toEqual([
    expect.objectContaining({ host: '127.0.0.1', names: ['shop.localhost', 'api.shop.localhost'] }),
  ]);
});

test('the weak site lacks Strict-Transport-Security and sends forms in cleartext', async () => {
  await using site = await startWeakSite({ tls });
  const ids = found(await scanNow(named(site.url)));
  expect(ids).toEqual(expect.arrayContaining(['hsts-missing', 'form-to-cleartext']));
  expect(ids).not.toContain('cleartext');
});

test('old protocols, short keys, short HSTS and mixed content are found', async () => {
  const weakKey = await createCertificate({ names, keyType: 'rsa', keySize: 1024 });
  const tls = { ...weakKey, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  await using server = await listenOnLoopback(
    (_request, response) => {
      response.setHeader('strict-transport-security', 'max-age=3600');
      response.setHeader('content-type', 'text/html');
      response.end('<img src="http://images.example/a.png">');
    },
    { tls },
  );
  expect(found(await scanNow(named(server.url)))).toEqual(
    expect.arrayContaining(['old-tls', 'certificate-weak-key', 'hsts-short', 'mixed-content']),
  );
});
