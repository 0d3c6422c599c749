import { acceptsOldTls } from '../scan/tls-facts.ts';
import { type Check, headerText } from './check.ts';

const HANDSHAKE_TIMEOUT_MS = 3000;
/** Half a year, the least that the HTTP headers cheat sheet of OWASP and browser preload lists call useful. */
const SHORTEST_HSTS_SECONDS = 15_552_000;
const HSTS_REFERENCE =
  'https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Strict_Transport_Security_Cheat_Sheet.html';

/** Seconds of `max-age`, or null when the header is missing or cannot be read: RFC 6797, section 6.1. */
function hstsSeconds(header: string): number | null {
  const match = /(?:^|;)\s*max-age\s*=\s*"?(\d{1,12})"?/i.exec(header);
  return match ? Number(match[1]) : null;
}

export const transportChecks: readonly Check[] = [
  {
    // Only loopback hosts are scanned, and browsers treat those as a secure context, so this is a warning:
    // https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
    id: 'cleartext',
    type: 'tls',
    group: 'Protection Mechanism Failure',
    name: 'Site answers without encryption',
    cwe: [319],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:N/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Transport_Layer_Security_Cheat_Sheet.html',
    text: {
      en: {
        description:
          'The site answers over plain HTTP. On this machine nobody can listen in; on a network everybody on the way could.',
        remediation: 'Serve the site over HTTPS wherever it leaves the machine, and redirect HTTP there.',
      },
      pt: {
        description:
          'O site responde por HTTP puro. Nesta máquina ninguém pode escutar; em uma rede, qualquer um no caminho poderia.',
        remediation: 'Sirva o site por HTTPS sempre que ele sair da máquina e redirecione o HTTP para lá.',
      },
    },
    applies: (site) => !site.isTls,
    find: (site) => [{ url: site.origin.href, evidence: { scheme: 'http' } }],
  },
  {
    id: 'hsts-missing',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Strict-Transport-Security header missing',
    cwe: [319, 523],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
    reference: HSTS_REFERENCE,
    text: {
      en: {
        description:
          'Without Strict-Transport-Security a browser can be led to the unencrypted site on the first request.',
        remediation:
          'Send Strict-Transport-Security: max-age=31536000; includeSubDomains with every HTTPS answer.',
      },
      pt: {
        description:
          'Sem Strict-Transport-Security, o navegador pode ser levado ao site sem criptografia na primeira requisição.',
        remediation:
          'Envie Strict-Transport-Security: max-age=31536000; includeSubDomains em todas as respostas HTTPS.',
      },
    },
    applies: (site) => site.isTls,
    find: (site) =>
      hstsSeconds(headerText(site.home, 'strict-transport-security')) === null
        ? [{ url: site.home.url, evidence: { header: 'strict-transport-security' } }]
        : [],
  },
  {
    id: 'hsts-short',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Strict-Transport-Security lasts too short',
    cwe: [319],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: HSTS_REFERENCE,
    text: {
      en: {
        description:
          'The max-age of Strict-Transport-Security is under half a year, so the protection lapses between visits.',
        remediation: 'Raise max-age to at least 31536000 seconds (one year).',
      },
      pt: {
        description:
          'O max-age de Strict-Transport-Security é menor que meio ano; a proteção expira entre uma visita e outra.',
        remediation: 'Aumente o max-age para pelo menos 31536000 segundos (um ano).',
      },
    },
    applies: (site) => site.isTls,
    find(site) {
      const seconds = hstsSeconds(headerText(site.home, 'strict-transport-security'));
      const short = seconds !== null && seconds < SHORTEST_HSTS_SECONDS;
      return short ? [{ url: site.home.url, evidence: { maxAgeSeconds: seconds } }] : [];
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
    text: {
      en: {
        description: 'The server still agrees to TLS 1.1 or older, versions that are formally deprecated.',
        remediation: 'Allow TLS 1.2 and 1.3 only.',
      },
      pt: {
        description: 'O servidor ainda aceita TLS 1.1 ou anterior, versões formalmente descontinuadas.',
        remediation: 'Permita apenas TLS 1.2 e 1.3.',
      },
    },
    applies: (site) => site.isTls,
    async find(site) {
      const accepted = await acceptsOldTls(site.origin, HANDSHAKE_TIMEOUT_MS);
      return accepted ? [{ url: site.origin.href, evidence: { accepted: 'TLSv1.1 or older' } }] : [];
    },
  },
];
