import type { Site } from '../scan/site.ts';
import { type Check, excerpt, type Hit } from './check.ts';

/** `.example` is reserved for documentation (RFC 2606): the origin belongs to nobody. */
const FOREIGN_ORIGIN = 'https://foreign.example';
const CORS_REFERENCE = 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS';
const UNSAFE_METHODS = ['TRACE', 'TRACK', 'PUT', 'DELETE', 'CONNECT'];

async function corsHits(
  site: Site,
  isWeak: (answer: { origin: string; credentials: boolean }) => boolean,
): Promise<Hit[]> {
  const response = await site.request(site.home.url, { headers: { origin: FOREIGN_ORIGIN } });
  if (!response) return [];
  const origin = response.headers['access-control-allow-origin'] ?? '';
  const credentials = response.headers['access-control-allow-credentials']?.toLowerCase() === 'true';
  return isWeak({ origin, credentials })
    ? [
        {
          url: response.url,
          evidence: { sentOrigin: FOREIGN_ORIGIN, allowedOrigin: excerpt(origin), credentials },
        },
      ]
    : [];
}

export const crossOriginChecks: readonly Check[] = [
  {
    id: 'cors-any-origin-with-credentials',
    type: 'cors',
    group: 'Improper Access Control',
    name: 'Any site may read answers with credentials',
    cwe: [942, 346],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:N',
    reference: CORS_REFERENCE,
    text: {
      en: {
        description:
          'The site repeats a foreign Origin in Access-Control-Allow-Origin and allows credentials, so any page a user visits can act and read as that user.',
        remediation:
          'Compare the Origin with a list of trusted origins, and allow credentials only for those.',
      },
      pt: {
        description:
          'O site repete uma origem externa em Access-Control-Allow-Origin e permite credenciais; qualquer página visitada pode agir e ler dados em nome do usuário.',
        remediation:
          'Compare o cabeçalho Origin com uma lista de origens confiáveis e permita credenciais somente para elas.',
      },
    },
    find: (site) => corsHits(site, ({ origin, credentials }) => credentials && origin === FOREIGN_ORIGIN),
  },
  {
    id: 'cors-any-origin',
    type: 'cors',
    group: 'Improper Access Control',
    name: 'Any site may read answers',
    cwe: [942],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: CORS_REFERENCE,
    text: {
      en: {
        description:
          'Access-Control-Allow-Origin admits every origin. Without credentials this exposes only what is public, or reachable from the visitor’s network.',
        remediation: 'Leave the header out on pages, and name trusted origins where an API needs it.',
      },
      pt: {
        description:
          'Access-Control-Allow-Origin aceita qualquer origem. Sem credenciais, isso expõe apenas o que é público ou acessível a partir da rede do visitante.',
        remediation:
          'Remova o cabeçalho das páginas e informe as origens confiáveis onde uma API precisar dele.',
      },
    },
    find: (site) =>
      corsHits(
        site,
        ({ origin, credentials }) => origin === '*' || (!credentials && origin === FOREIGN_ORIGIN),
      ),
  },
  {
    id: 'unsafe-methods',
    type: 'headers',
    group: 'Improper Interaction Between Multiple Correctly-Behaving Entities',
    name: 'Unusual HTTP methods allowed',
    cwe: [650],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:L/A:N',
    reference:
      'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/06-Test_HTTP_Methods',
    text: {
      en: {
        description:
          'The answer to OPTIONS lists methods that web pages do not need and that may change files or echo requests.',
        remediation:
          'Allow GET, HEAD and the methods the application uses; switch the others off in the web server.',
      },
      pt: {
        description:
          'A resposta a OPTIONS lista métodos desnecessários para páginas web e que podem alterar arquivos ou ecoar requisições.',
        remediation:
          'Permita GET, HEAD e os métodos que a aplicação usa; desative os demais no servidor web.',
      },
    },
    async find(site) {
      const response = await site.request(site.home.url, { method: 'OPTIONS' });
      const allowed = (response?.headers.allow ?? '').split(',').map((method) => method.trim().toUpperCase());
      const methods = allowed.filter((method) => UNSAFE_METHODS.includes(method));
      return response && methods.length > 0 ? [{ url: response.url, evidence: { methods } }] : [];
    },
  },
];
