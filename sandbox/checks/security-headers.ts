import { metaContent } from '../scan/html.ts';
import type { Page } from '../scan/site.ts';
import { type Check, headerText, onPages } from './check.ts';
import { parsePolicy } from './content-security-policy.ts';

/** Policies that send the full address to other sites: Referrer Policy, section 3. */
const LEAKY_REFERRER = ['unsafe-url', 'no-referrer-when-downgrade'];

function mayBeFramed(page: Page): boolean {
  if (/^\s*(?:deny|sameorigin)\s*$/i.test(headerText(page, 'x-frame-options'))) return false;
  // frame-ancestors has no effect in a <meta> element, so only the header is read.
  const ancestors = parsePolicy(headerText(page, 'content-security-policy')).get('frame-ancestors');
  return !ancestors || ancestors.includes('*');
}

function referrerPolicyFault(page: Page): Record<string, unknown> | null {
  const text = headerText(page, 'referrer-policy') || metaContent(page.document, 'referrer');
  // The last policy a browser knows is the one in force.
  const policy = text.split(',').at(-1)?.trim().toLowerCase() ?? '';
  if (!policy) return { header: 'referrer-policy' };
  return LEAKY_REFERRER.includes(policy) ? { policy } : null;
}

export const securityHeaderChecks: readonly Check[] = [
  {
    id: 'frame-options-missing',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Pages can be framed by other sites',
    cwe: [1021],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Clickjacking_Defense_Cheat_Sheet.html',
    text: {
      en: {
        description:
          'Neither frame-ancestors nor X-Frame-Options stops another site from showing these pages in a frame and stealing clicks.',
        remediation:
          "Send Content-Security-Policy: frame-ancestors 'none' (or 'self'), and X-Frame-Options: DENY for old browsers.",
      },
      pt: {
        description:
          'Nem frame-ancestors nem X-Frame-Options impedem que outro site exiba estas páginas em um frame e capture cliques (clickjacking).',
        remediation:
          "Envie Content-Security-Policy: frame-ancestors 'none' (ou 'self') e X-Frame-Options: DENY para navegadores antigos.",
      },
    },
    find: (site) => onPages(site.pages, (page) => mayBeFramed(page) && { header: 'x-frame-options' }),
  },
  {
    id: 'content-type-options-missing',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'X-Content-Type-Options header missing',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Content-Type-Options',
    text: {
      en: {
        description:
          'Without X-Content-Type-Options: nosniff a browser may guess the type of a file and run it as a script.',
        remediation: 'Send X-Content-Type-Options: nosniff with every answer, and a correct Content-Type.',
      },
      pt: {
        description:
          'Sem X-Content-Type-Options: nosniff, o navegador pode adivinhar o tipo de um arquivo e executá-lo como script.',
        remediation:
          'Envie X-Content-Type-Options: nosniff em todas as respostas, com um Content-Type correto.',
      },
    },
    find: (site) =>
      onPages(
        site.pages,
        (page) =>
          headerText(page, 'x-content-type-options').trim().toLowerCase() !== 'nosniff' && {
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
    text: {
      en: {
        description:
          'No policy limits what other sites learn from the Referer header; paths and query values can leak.',
        remediation: 'Send Referrer-Policy: strict-origin-when-cross-origin, or no-referrer.',
      },
      pt: {
        description:
          'Nenhuma política limita o que outros sites descobrem pelo cabeçalho Referer; caminhos e parâmetros podem vazar.',
        remediation: 'Envie Referrer-Policy: strict-origin-when-cross-origin ou no-referrer.',
      },
    },
    find: (site) => onPages(site.pages, referrerPolicyFault),
  },
  {
    id: 'permissions-policy-missing',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Permissions-Policy header missing',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:N',
    reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Permissions-Policy',
    text: {
      en: {
        description:
          'The site does not say which browser features (camera, microphone, location and others) its pages and frames may use.',
        remediation:
          'Send a Permissions-Policy that switches off what is not used, for example camera=(), microphone=(), geolocation=().',
      },
      pt: {
        description:
          'O site não informa quais recursos do navegador (câmera, microfone, localização e outros) suas páginas e frames podem usar.',
        remediation:
          'Envie uma Permissions-Policy que desative o que não é usado, por exemplo camera=(), microphone=(), geolocation=().',
      },
    },
    find: (site) =>
      onPages(
        site.pages,
        (page) => !headerText(page, 'permissions-policy') && { header: 'permissions-policy' },
      ),
  },
];
