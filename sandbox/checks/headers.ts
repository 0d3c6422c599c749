import { metaContent } from '../scan/html.ts';
import type { Page, Site } from '../scan/site.ts';
import { headerText } from '../scan/site-client.ts';
import { type Check, type Evidence, excerpt, type Match, matchPages } from './check.ts';
import { parsePolicy } from './content-security-policy.ts';

/** `.example` is reserved for documentation (RFC 2606). */
const foreignOrigin = 'https://foreign.example';
const unsafeMethods = ['TRACE', 'TRACK', 'PUT', 'DELETE', 'CONNECT'];
/** Policies that send the full address to other sites (Referrer Policy, section 3). */
const leakyReferrerPolicies = ['unsafe-url', 'no-referrer-when-downgrade'];
const corsReference = 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CORS';

export const headerChecks: readonly Check[] = [
  {
    id: 'frame-options-missing',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Pages can be framed by other sites',
    cwe: [1021],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Clickjacking_Defense_Cheat_Sheet.html',
    description: {
      en: 'Neither frame-ancestors nor X-Frame-Options stops another site from showing these pages in a frame and stealing clicks.',
      pt: 'Nem frame-ancestors nem X-Frame-Options impedem que outro site exiba estas páginas em um frame e capture cliques (clickjacking).',
    },
    remediation: {
      en: "Send Content-Security-Policy: frame-ancestors 'none' (or 'self'), and X-Frame-Options: DENY for old browsers.",
      pt: "Envie Content-Security-Policy: frame-ancestors 'none' (ou 'self') e X-Frame-Options: DENY para navegadores antigos.",
    },
    find: (site) => matchPages(site.pages, (page) => mayBeFramed(page) && { header: 'x-frame-options' }),
  },
  {
    id: 'content-type-options-missing',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'X-Content-Type-Options header missing',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Content-Type-Options',
    description: {
      en: 'Without X-Content-Type-Options: nosniff a browser may guess the type of a file and run it as a script.',
      pt: 'Sem X-Content-Type-Options: nosniff, o navegador pode adivinhar o tipo de um arquivo e executá-lo como script.',
    },
    remediation: {
      en: 'Send X-Content-Type-Options: nosniff with every answer, and a correct Content-Type.',
      pt: 'Envie X-Content-Type-Options: nosniff em todas as respostas, com um Content-Type correto.',
    },
    find: (site) =>
      matchPages(
        site.pages,
        (page) =>
          headerText(page.response, 'x-content-type-options').trim().toLowerCase() !== 'nosniff' && {
            header: 'x-content-type-options',
          },
      ),
  },
  {
    id: 'referrer-policy-weak',
    type: 'headers',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Referrer-Policy missing or too open',
    cwe: [200],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Referrer-Policy',
    description: {
      en: 'No policy limits what other sites learn from the Referer header; paths and query values can leak.',
      pt: 'Nenhuma política limita o que outros sites descobrem pelo cabeçalho Referer; caminhos e parâmetros podem vazar.',
    },
    remediation: {
      en: 'Send Referrer-Policy: strict-origin-when-cross-origin, or no-referrer.',
      pt: 'Envie Referrer-Policy: strict-origin-when-cross-origin ou no-referrer.',
    },
    find: (site) => matchPages(site.pages, findReferrerLeak),
  },
  {
    id: 'permissions-policy-missing',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Permissions-Policy header missing',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Permissions-Policy',
    description: {
      en: 'The site does not say which browser features (camera, microphone, location and others) its pages and frames may use.',
      pt: 'O site não informa quais recursos do navegador (câmera, microfone, localização e outros) suas páginas e frames podem usar.',
    },
    remediation: {
      en: 'Send a Permissions-Policy that switches off what is not used, for example camera=(), microphone=(), geolocation=().',
      pt: 'Envie uma Permissions-Policy que desative o que não é usado, por exemplo camera=(), microphone=(), geolocation=().',
    },
    find: (site) =>
      matchPages(
        site.pages,
        (page) => !headerText(page.response, 'permissions-policy') && { header: 'permissions-policy' },
      ),
  },
  {
    id: 'cors-any-origin-with-credentials',
    type: 'cors',
    group: 'Improper Access Control',
    name: 'Any site may read answers with credentials',
    cwe: [942, 346],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:N',
    reference: corsReference,
    description: {
      en: 'The site repeats a foreign Origin in Access-Control-Allow-Origin and allows credentials, so any page a user visits can act and read as that user.',
      pt: 'O site repete uma origem externa em Access-Control-Allow-Origin e permite credenciais; qualquer página visitada pode agir e ler dados em nome do usuário.',
    },
    remediation: {
      en: 'Compare the Origin with a list of trusted origins, and allow credentials only for those.',
      pt: 'Compare o cabeçalho Origin com uma lista de origens confiáveis e permita credenciais somente para elas.',
    },
    find: (site) => matchCors(site, ({ origin, credentials }) => credentials && origin === foreignOrigin),
  },
  {
    id: 'cors-any-origin',
    type: 'cors',
    group: 'Improper Access Control',
    name: 'Any site may read answers',
    cwe: [942],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: corsReference,
    description: {
      en: 'Access-Control-Allow-Origin admits every origin. Without credentials this exposes only what is public, or reachable from the visitor’s network.',
      pt: 'Access-Control-Allow-Origin aceita qualquer origem. Sem credenciais, isso expõe apenas o que é público ou acessível a partir da rede do visitante.',
    },
    remediation: {
      en: 'Leave the header out on pages, and name trusted origins where an API needs it.',
      pt: 'Remova o cabeçalho das páginas e informe as origens confiáveis onde uma API precisar dele.',
    },
    find: (site) =>
      matchCors(
        site,
        ({ origin, credentials }) => origin === '*' || (!credentials && origin === foreignOrigin),
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
    description: {
      en: 'The answer to OPTIONS lists methods that web pages do not need and that may change files or echo requests.',
      pt: 'A resposta a OPTIONS lista métodos desnecessários para páginas web e que podem alterar arquivos ou ecoar requisições.',
    },
    remediation: {
      en: 'Allow GET, HEAD and the methods the application uses; switch the others off in the web server.',
      pt: 'Permita GET, HEAD e os métodos que a aplicação usa; desative os demais no servidor web.',
    },
    async find(site) {
      const response = await site.request(site.home.url, { method: 'OPTIONS' });
      const allowed = (response ? headerText(response, 'allow') : '')
        .split(',')
        .map((method) => method.trim().toUpperCase());
      const methods = allowed.filter((method) => unsafeMethods.includes(method));
      return response && methods.length > 0 ? [{ url: response.url, evidence: { methods } }] : [];
    },
  },
];

function mayBeFramed({ response }: Page): boolean {
  if (/^\s*(?:deny|sameorigin)\s*$/i.test(headerText(response, 'x-frame-options'))) return false;
  // frame-ancestors has no effect in a <meta> element, so only the header is read.
  const ancestors = parsePolicy(headerText(response, 'content-security-policy')).get('frame-ancestors');
  return ancestors === undefined || ancestors.includes('*');
}

function findReferrerLeak({ response, document }: Page): Evidence | null {
  const text = headerText(response, 'referrer-policy') || metaContent(document, 'referrer');
  // Of several policies, browsers use the last one that they know.
  const policy = text.split(',').at(-1)?.trim().toLowerCase() ?? '';
  if (policy === '') return { header: 'referrer-policy' };
  return leakyReferrerPolicies.includes(policy) ? { policy } : null;
}

interface CorsAnswer {
  readonly origin: string;
  readonly credentials: boolean;
}

async function matchCors(site: Site, isWeak: (answer: CorsAnswer) => boolean): Promise<Match[]> {
  const response = await site.request(site.home.url, { headers: { origin: foreignOrigin } });
  if (response === null) return [];
  const origin = headerText(response, 'access-control-allow-origin');
  const credentials = headerText(response, 'access-control-allow-credentials').toLowerCase() === 'true';
  if (!isWeak({ origin, credentials })) return [];
  const evidence = { sentOrigin: foreignOrigin, allowedOrigin: excerpt(origin), credentials };
  return [{ url: response.url, evidence }];
}
