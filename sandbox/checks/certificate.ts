import type { Site } from '../scan/site.ts';
import type { TlsFacts } from '../scan/tls-facts.ts';
import type { Check, Hit } from './check.ts';

const DAY_MS = 86_400_000;
const RENEW_BEFORE_DAYS = 21;
const SHORTEST_RSA_BITS = 2048;
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO|ISSUER|UNTRUSTED|REVOKED|CERT_SIGNATURE/;
const REFERENCE = 'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html';

function onCertificate(site: Site, look: (tls: TlsFacts) => Record<string, unknown> | null): Hit[] {
  const evidence = site.tls && look(site.tls);
  return evidence
    ? [{ url: site.origin.href, evidence: { ...evidence, commonName: site.tls?.certificate.commonName } }]
    : [];
}

/** What all certificate checks share. */
const BASE = {
  type: 'tls',
  group: 'Improper Access Control',
  reference: REFERENCE,
  applies: (site: Site) => site.tls !== null,
} as const;

export const certificateChecks: readonly Check[] = [
  {
    ...BASE,
    id: 'certificate-not-valid-now',
    name: 'Certificate expired or not yet valid',
    cwe: [298],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
    text: {
      en: {
        description:
          'The certificate is outside its validity period. Visitors see a warning, and those who click it away are not protected.',
        remediation: 'Install a currently valid certificate and renew it automatically.',
      },
      pt: {
        description:
          'O certificado está fora do período de validade. Visitantes veem um alerta, e quem o ignora fica sem proteção.',
        remediation: 'Instale um certificado válido e automatize a renovação.',
      },
    },
    find: (site) =>
      onCertificate(site, ({ validFromMs, validToMs }) =>
        site.nowMs > validToMs || site.nowMs < validFromMs
          ? { validFrom: new Date(validFromMs).toISOString(), validTo: new Date(validToMs).toISOString() }
          : null,
      ),
  },
  {
    ...BASE,
    id: 'certificate-expires-soon',
    name: 'Certificate expires soon',
    cwe: [298],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:N/A:L',
    text: {
      en: {
        description: `The certificate expires in fewer than ${RENEW_BEFORE_DAYS} days; after that, visitors are turned away.`,
        remediation: 'Renew the certificate now and check why the automatic renewal did not.',
      },
      pt: {
        description: `O certificado expira em menos de ${RENEW_BEFORE_DAYS} dias; depois disso, os visitantes serão bloqueados.`,
        remediation: 'Renove o certificado agora e verifique por que a renovação automática não ocorreu.',
      },
    },
    find: (site) =>
      onCertificate(site, ({ validToMs }) => {
        const leftMs = validToMs - site.nowMs;
        return leftMs >= 0 && leftMs < RENEW_BEFORE_DAYS * DAY_MS
          ? { validTo: new Date(validToMs).toISOString() }
          : null;
      }),
  },
  {
    ...BASE,
    id: 'certificate-name-mismatch',
    name: 'Certificate does not name the host',
    cwe: [297],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:H/A:N',
    text: {
      en: {
        description:
          'None of the names in the certificate is that of the host, so a browser cannot tell the site from an impostor.',
        remediation: 'Issue a certificate whose subjectAltName lists every name of the site.',
      },
      pt: {
        description:
          'Nenhum nome do certificado corresponde ao host; o navegador não consegue distinguir o site de um impostor.',
        remediation: 'Emita um certificado cujo subjectAltName inclua todos os nomes do site.',
      },
    },
    find: (site) =>
      onCertificate(site, ({ nameMismatch, certificate }) =>
        nameMismatch === null
          ? null
          : { names: certificate.subjectAltName ?? [], host: site.origin.hostname },
      ),
  },
  {
    ...BASE,
    id: 'certificate-untrusted',
    name: 'Certificate is not issued by a trusted authority',
    cwe: [295],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
    text: {
      en: {
        description: 'The certificate is self-signed, or its chain does not lead to a trusted authority.',
        remediation: 'Use a certificate of a public authority and send the complete chain.',
      },
      pt: {
        description: 'O certificado é autoassinado, ou a sua cadeia não leva a uma autoridade confiável.',
        remediation: 'Use um certificado de uma autoridade pública e envie a cadeia completa.',
      },
    },
    find: (site) =>
      onCertificate(site, ({ chainError }) =>
        chainError !== null && UNTRUSTED.test(chainError) ? { code: chainError } : null,
      ),
  },
  {
    ...BASE,
    id: 'certificate-weak-key',
    group: 'Protection Mechanism Failure',
    name: 'Certificate key is too short',
    cwe: [326],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
    text: {
      en: {
        description: `The RSA key of the certificate has fewer than ${SHORTEST_RSA_BITS} bits and can be broken with enough effort.`,
        remediation: 'Issue the certificate anew with an RSA key of 2048 bits or more, or a P-256 key.',
      },
      pt: {
        description: `A chave RSA do certificado tem menos de ${SHORTEST_RSA_BITS} bits e pode ser quebrada com esforço suficiente.`,
        remediation:
          'Emita o certificado novamente com uma chave RSA de 2048 bits ou mais, ou uma chave P-256.',
      },
    },
    find: (site) =>
      onCertificate(site, ({ keyBits, ellipticCurve }) =>
        !ellipticCurve && keyBits > 0 && keyBits < SHORTEST_RSA_BITS ? { keyBits } : null,
      ),
  },
];
