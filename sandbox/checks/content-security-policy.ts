import type { Page, Site } from '../scan/site.ts';
import { headerText } from '../scan/site-client.ts';
import { type Check, type Evidence, excerpt, type Match, matchPages } from './check.ts';

const maxPolicyLength = 300;
const fetchDirectives = ['default-src', 'script-src', 'object-src', 'style-src', 'frame-src', 'connect-src'];
const cspReference = 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP';

export const contentSecurityPolicyChecks: readonly Check[] = [
  {
    id: 'csp-missing',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Content-Security-Policy header missing',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
    reference: cspReference,
    description: {
      en: 'Pages are sent without a Content-Security-Policy, so the browser runs any script that gets into them.',
      pt: 'As páginas são enviadas sem Content-Security-Policy; por isso, o navegador executa qualquer script que consiga entrar nelas.',
    },
    remediation: {
      en: "Send a Content-Security-Policy header with every page. Start from default-src 'self'; object-src 'none'; base-uri 'self' and allow only what the site needs.",
      pt: "Envie o cabeçalho Content-Security-Policy em todas as páginas. Comece com default-src 'self'; object-src 'none'; base-uri 'self' e libere apenas o que o site precisa.",
    },
    find: (site) =>
      matchPages(site.pages, (page) => !policyText(page) && { header: 'content-security-policy' }),
  },
  {
    id: 'csp-unsafe-inline',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Content-Security-Policy allows inline scripts',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
    reference: cspReference,
    description: {
      en: "The policy contains 'unsafe-inline' for scripts, which lets injected inline scripts run.",
      pt: "A política contém 'unsafe-inline' para scripts, o que permite a execução de scripts embutidos injetados.",
    },
    remediation: {
      en: "Move inline scripts to files, or allow them by nonce or hash, and remove 'unsafe-inline'.",
      pt: "Mova os scripts embutidos para arquivos, ou libere-os por nonce ou hash, e remova 'unsafe-inline'.",
    },
    find: (site) =>
      matchPolicies(site, (policy) =>
        allowsInline(sourcesOf(policy, 'script-src')) ? { source: "'unsafe-inline'" } : null,
      ),
  },
  {
    id: 'csp-unsafe-eval',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Content-Security-Policy allows eval',
    cwe: [693, 95],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    reference: cspReference,
    description: {
      en: "The policy contains 'unsafe-eval' for scripts, so text can be turned into running code.",
      pt: "A política contém 'unsafe-eval' para scripts; assim, um texto pode ser transformado em código executável.",
    },
    remediation: {
      en: "Replace eval, new Function and string timers in the site's scripts, then remove 'unsafe-eval'.",
      pt: "Substitua eval, new Function e temporizadores com texto nos scripts do site e remova 'unsafe-eval'.",
    },
    find: (site) =>
      matchPolicies(site, (policy) =>
        sourcesOf(policy, 'script-src').includes("'unsafe-eval'") ? { source: "'unsafe-eval'" } : null,
      ),
  },
  {
    id: 'csp-wildcard',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Content-Security-Policy allows any source',
    cwe: [693, 942],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
    reference: cspReference,
    description: {
      en: 'The policy allows content from every host (*, https:, http: or data: for scripts), so it hardly restricts anything.',
      pt: 'A política permite conteúdo de qualquer host (*, https:, http: ou data: para scripts); portanto, quase não restringe nada.',
    },
    remediation: {
      en: 'Name the hosts the site really loads from, and remove the wildcard sources.',
      pt: 'Informe os hosts de onde o site realmente carrega conteúdo e remova as fontes curinga.',
    },
    find: (site) =>
      matchPolicies(site, (policy) => {
        const directive = fetchDirectives.find((name) => {
          const open = name === 'script-src' ? ['*', 'http:', 'https:', 'data:'] : ['*'];
          return policy.get(name)?.some((source) => open.includes(source));
        });
        return directive ? { directive } : null;
      }),
  },
  {
    id: 'csp-missing-directives',
    type: 'headers',
    group: 'Protection Mechanism Failure',
    name: 'Content-Security-Policy lacks basic directives',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Content_Security_Policy_Cheat_Sheet.html',
    description: {
      en: 'The policy leaves out directives that close known ways around it: default-src, object-src, base-uri or form-action.',
      pt: 'A política omite diretivas que fecham formas conhecidas de contorná-la: default-src, object-src, base-uri ou form-action.',
    },
    remediation: {
      en: "Add the missing directives, for example default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'.",
      pt: "Adicione as diretivas ausentes, por exemplo default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'.",
    },
    find: (site) =>
      matchPolicies(site, (policy) => {
        const missing = missingDirectives(policy);
        return missing.length > 0 ? { missing } : null;
      }),
  },
];

type Directives = ReadonlyMap<string, readonly string[]>;

/** Of two directives with one name, the first counts (CSP level 3, section 2.2.1). */
export function parsePolicy(text: string): Directives {
  const directives = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}

function policyText({ response, document }: Page): string {
  const meta = document.elements.find(
    ({ name, attributes }) =>
      name === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy',
  );
  return headerText(response, 'content-security-policy') || (meta?.attributes.get('content') ?? '');
}

/** Only pages that have a policy; that there is none is another finding. */
function matchPolicies(site: Site, look: (directives: Directives) => Evidence | null): Match[] {
  return matchPages(site.pages, (page) => {
    const text = policyText(page);
    const evidence = text ? look(parsePolicy(text)) : null;
    return evidence && { ...evidence, policy: excerpt(text, maxPolicyLength) };
  });
}

function sourcesOf(directives: Directives, name: string): readonly string[] {
  return directives.get(name) ?? directives.get('default-src') ?? [];
}

/** With a nonce or a hash, browsers ignore 'unsafe-inline' (CSP level 3, section 6.7.3.2). */
function allowsInline(sources: readonly string[]): boolean {
  const isOverruled = sources.some((source) => /^'(?:nonce|sha\d{3})-/.test(source));
  return sources.includes("'unsafe-inline'") && !isOverruled;
}

function missingDirectives(directives: Directives): string[] {
  const missing = ['base-uri', 'form-action'].filter((name) => !directives.has(name));
  if (!directives.has('default-src')) {
    missing.push('default-src');
    if (!directives.has('object-src')) missing.push('object-src');
  }
  return missing;
}
