import type { Page, Site } from '../scan/site.ts';
import { headerText } from '../scan/site-client.ts';
import { acceptsOldTls, type TlsFacts } from '../scan/tls-facts.ts';
import type { Check, Evidence, Match } from './check.ts';

const dayMs = 86_400_000;
const renewBeforeDays = 21;
const minRsaBits = 2048;
const handshakeTimeoutMs = 3_000;
/** Half a year. */
const minHstsSeconds = 15_552_000;
const untrustedChain = /SELF_SIGNED|UNABLE_TO|ISSUER|UNTRUSTED|REVOKED|CERT_SIGNATURE/;
const hstsReference =
  'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Strict_Transport_Security_Cheat_Sheet.html';

/** What the certificate checks have in common. */
const certificateBase = {
  type: 'tls',
  group: 'Improper Access Control',
  reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
  applies: ({ tls }: Site) => tls !== null,
} as const;

export const transportChecks: readonly Check[] = [
  {
    // A warning: only loopback hosts are scanned, and browsers trust those without encryption:
    // https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
    id: 'cleartext',
    type: 'tls',
    group: 'Protection Mechanism Failure',
    name: 'Site answers without encryption',
    cwe: [319],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:N/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
    description:
      'The site answers over plain HTTP. On this machine nobody can listen in; on a network everybody on the way could.',
    remediation: 'Serve the site over HTTPS wherever it leaves the machine, and redirect HTTP there.',
    applies: ({ isTls }) => !isTls,
    find: (site) => [{ url: site.origin.href, evidence: { scheme: 'http' } }],
  },
  {
    id: 'hsts-missing',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Strict-Transport-Security header missing',
    cwe: [319, 523],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
    reference: hstsReference,
    description:
      'Without Strict-Transport-Security a browser can be led to the unencrypted site on the first request.',
    remediation:
      'Send Strict-Transport-Security: max-age=31536000; includeSubDomains with every HTTPS answer.',
    applies: ({ isTls }) => isTls,
    find: ({ home }) =>
      hstsSeconds(home) === null
        ? [{ url: home.url, evidence: { header: 'strict-transport-security' } }]
        : [],
  },
  {
    id: 'hsts-short',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Strict-Transport-Security lasts too short',
    cwe: [319],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: hstsReference,
    description:
      'The max-age of Strict-Transport-Security is under half a year, so the protection lapses between visits.',
    remediation: 'Raise max-age to at least 31536000 seconds (one year).',
    applies: ({ isTls }) => isTls,
    find({ home }) {
      const seconds = hstsSeconds(home);
      const isShort = seconds !== null && seconds < minHstsSeconds;
      return isShort ? [{ url: home.url, evidence: { maxAgeSeconds: seconds } }] : [];
    },
  },
  {
    id: 'old-tls',
    type: 'tls',
    group: 'Protection Mechanism Failure',
    name: 'Outdated TLS version accepted',
    cwe: [327],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
    reference: 'https://www.rfc-editor.org/rfc/rfc8996',
    description: 'The server still agrees to TLS 1.1 or older, versions that are formally deprecated.',
    remediation: 'Allow TLS 1.2 and 1.3 only.',
    applies: ({ isTls }) => isTls,
    async find(site) {
      const accepted = await acceptsOldTls(site.origin, handshakeTimeoutMs);
      return accepted ? [{ url: site.origin.href, evidence: { accepted: 'TLSv1.1 or older' } }] : [];
    },
  },
];

export const certificateChecks: readonly Check[] = [
  {
    ...certificateBase,
    id: 'certificate-not-valid-now',
    name: 'Certificate expired or not yet valid',
    cwe: [298],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
    description:
      'The certificate is outside its validity period. Visitors see a warning, and those who click it away are not protected.',
    remediation: 'Install a currently valid certificate and renew it automatically.',
    find: (site) =>
      matchCertificate(site, ({ validFromMs, validToMs }) =>
        site.nowMs > validToMs || site.nowMs < validFromMs
          ? { validFrom: new Date(validFromMs).toISOString(), validTo: new Date(validToMs).toISOString() }
          : null,
      ),
  },
  {
    ...certificateBase,
    id: 'certificate-expires-soon',
    name: 'Certificate expires soon',
    cwe: [298],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:N/A:L',
    description: `The certificate expires in fewer than ${renewBeforeDays} days; after that, visitors are turned away.`,
    remediation: 'Renew the certificate now and check why the automatic renewal did not.',
    find: (site) =>
      matchCertificate(site, ({ validToMs }) => {
        const leftMs = validToMs - site.nowMs;
        return leftMs >= 0 && leftMs < renewBeforeDays * dayMs
          ? { validTo: new Date(validToMs).toISOString() }
          : null;
      }),
  },
  {
    ...certificateBase,
    id: 'certificate-name-mismatch',
    name: 'Certificate does not name the host',
    cwe: [297],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
    description:
      'None of the names in the certificate is that of the host, so a browser cannot tell the site from an impostor.',
    remediation: 'Issue a certificate whose subjectAltName lists every name of the site.',
    find: (site) =>
      matchCertificate(site, ({ namesHost, certificate }) =>
        namesHost ? null : { names: certificate.subjectAltName ?? [], host: site.origin.hostname },
      ),
  },
  {
    ...certificateBase,
    id: 'certificate-untrusted',
    name: 'Certificate is not issued by a trusted authority',
    cwe: [295],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
    description: 'The certificate is self-signed, or its chain does not lead to a trusted authority.',
    remediation: 'Use a certificate of a public authority and send the complete chain.',
    find: (site) =>
      matchCertificate(site, ({ chainError }) =>
        chainError !== null && untrustedChain.test(chainError) ? { code: chainError } : null,
      ),
  },
  {
    ...certificateBase,
    id: 'certificate-weak-key',
    group: 'Protection Mechanism Failure',
    name: 'Certificate key is too short',
    cwe: [326],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
    description: `The RSA key of the certificate has fewer than ${minRsaBits} bits and can be broken with enough effort.`,
    remediation: 'Issue a new certificate with an RSA key of 2048 bits or more, or a P-256 key.',
    find: (site) =>
      matchCertificate(site, ({ keyBits, isEllipticCurve }) =>
        !isEllipticCurve && keyBits > 0 && keyBits < minRsaBits ? { keyBits } : null,
      ),
  },
];

/** Seconds of `max-age`; `null` where the header is missing or unreadable (RFC 6797, section 6.1). */
function hstsSeconds({ response }: Page): number | null {
  const header = headerText(response, 'strict-transport-security');
  const match = /(?:^|;)\s*max-age\s*=\s*"?(\d{1,12})"?/i.exec(header);
  return match ? Number(match[1]) : null;
}

function matchCertificate({ tls, origin }: Site, look: (tls: TlsFacts) => Evidence | null): Match[] {
  const evidence = tls && look(tls);
  if (tls === null || evidence === null) return [];
  return [{ url: origin.href, evidence: { ...evidence, commonName: tls.certificate.commonName } }];
}
