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
    description:
      'Neither frame-ancestors nor X-Frame-Options stops another site from showing these pages in a frame and stealing clicks.',
    remediation:
      "Send Content-Security-Policy: frame-ancestors 'none' (or 'self'), and X-Frame-Options: DENY for old browsers.",
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
    description:
      'Without X-Content-Type-Options: nosniff a browser may guess the type of a file and run it as a script.',
    remediation: 'Send X-Content-Type-Options: nosniff with every answer, and a correct Content-Type.',
    find: (site) => matchHeader(site, 'x-content-type-options', (text) => !/^\s*nosniff\s*$/i.test(text)),
  },
  {
    id: 'referrer-policy-weak',
    type: 'headers',
    group: 'Improper Control of a Resource Through its Lifetime',
    name: 'Referrer-Policy missing or too open',
    cwe: [200],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Referrer-Policy',
    description:
      'No policy limits what other sites learn from the Referer header; paths and query values can leak.',
    remediation: 'Send Referrer-Policy: strict-origin-when-cross-origin, or no-referrer.',
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
    description:
      'The site does not say which browser features (camera, microphone, location and others) its pages and frames may use.',
    remediation:
      'Send a Permissions-Policy that switches off what is not used, for example camera=(), microphone=(), geolocation=().',
    find: (site) => matchHeader(site, 'permissions-policy', (text) => text === ''),
  },
  {
    id: 'cors-any-origin-with-credentials',
    type: 'cors',
    group: 'Improper Access Control',
    name: 'Any site may read answers with credentials',
    cwe: [942, 346],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:N',
    reference: corsReference,
    description:
      'The site repeats a foreign Origin in Access-Control-Allow-Origin and allows credentials, so any page a user visits can act and read as that user.',
    remediation: 'Compare the Origin with a list of trusted origins, and allow credentials only for those.',
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
    description:
      'Access-Control-Allow-Origin admits every origin. Without credentials this exposes only what is public, or reachable from the visitor’s network.',
    remediation: 'Leave the header out on pages, and name trusted origins where an API needs it.',
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
    description:
      'The answer to OPTIONS lists methods that web pages do not need and that may change files or echo requests.',
    remediation:
      'Allow GET, HEAD and the methods the application uses; switch the others off in the web server.',
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

/** The pages with a header that `isWeak`. The text of a missing one is empty. */
function matchHeader(site: Site, header: string, isWeak: (text: string) => boolean): Match[] {
  return matchPages(site.pages, ({ response }) => isWeak(headerText(response, header)) && { header });
}

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

async function matchCors(
  site: Site,
  isWeak: (answer: { origin: string; credentials: boolean }) => boolean,
): Promise<Match[]> {
  const response = await site.request(site.home.url, { headers: { origin: foreignOrigin } });
  if (response === null) return [];
  const origin = headerText(response, 'access-control-allow-origin');
  const credentials = headerText(response, 'access-control-allow-credentials').toLowerCase() === 'true';
  if (!isWeak({ origin, credentials })) return [];
  const evidence = { sentOrigin: foreignOrigin, allowedOrigin: excerpt(origin), credentials };
  return [{ url: response.url, evidence }];
}
