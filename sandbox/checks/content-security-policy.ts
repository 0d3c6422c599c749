import { metaContent } from '../scan/html.ts';
import type { Page, Site } from '../scan/site.ts';
import { headerText } from '../scan/site-client.ts';
import { type Check, type Evidence, excerpt, type Match, matchPages } from './check.ts';

const maxPolicyLength = 300;
const fetchDirectives = ['default-src', 'script-src', 'object-src', 'style-src', 'frame-src', 'connect-src'];

/** What these checks have in common. */
const base = {
  type: 'headers',
  group: 'Protection Mechanism Failure',
  reference: 'https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/CSP',
} as const;

export const contentSecurityPolicyChecks: readonly Check[] = [
  {
    ...base,
    id: 'csp-missing',
    name: 'Content-Security-Policy header missing',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
    description:
      'Pages are sent without a Content-Security-Policy, so the browser runs any script that gets into them.',
    remediation:
      "Send a Content-Security-Policy header with every page. Start from default-src 'self'; object-src 'none'; base-uri 'self' and allow only what the site needs.",
    find: (site) =>
      matchPages(site.pages, (page) => !policyText(page) && { header: 'content-security-policy' }),
  },
  {
    ...base,
    id: 'csp-unsafe-inline',
    name: 'Content-Security-Policy allows inline scripts',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
    description: "The policy contains 'unsafe-inline' for scripts, which lets injected inline scripts run.",
    remediation: "Move inline scripts to files, or allow them by nonce or hash, and remove 'unsafe-inline'.",
    find: (site) =>
      matchPolicies(site, (policy) =>
        allowsInline(sourcesOf(policy, 'script-src')) ? { source: "'unsafe-inline'" } : null,
      ),
  },
  {
    ...base,
    id: 'csp-unsafe-eval',
    name: 'Content-Security-Policy allows eval',
    cwe: [693, 95],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
    description: "The policy contains 'unsafe-eval' for scripts, so text can be turned into running code.",
    remediation:
      "Replace eval, new Function and string timers in the site's scripts, then remove 'unsafe-eval'.",
    find: (site) =>
      matchPolicies(site, (policy) =>
        sourcesOf(policy, 'script-src').includes("'unsafe-eval'") ? { source: "'unsafe-eval'" } : null,
      ),
  },
  {
    ...base,
    id: 'csp-wildcard',
    name: 'Content-Security-Policy allows any source',
    cwe: [693, 942],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:L/I:L/A:N',
    description:
      'The policy allows content from every host (*, https:, http: or data: for scripts), so it hardly restricts anything.',
    remediation: 'Name the hosts the site really loads from, and remove the wildcard sources.',
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
    ...base,
    id: 'csp-missing-directives',
    name: 'Content-Security-Policy lacks basic directives',
    cwe: [693],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:N/I:L/A:N',
    reference: 'https://cheatsheetseries.owasp.org/cheatsheets/Content_Security_Policy_Cheat_Sheet.html',
    description:
      'The policy leaves out directives that close known ways around it: default-src, object-src, base-uri or form-action.',
    remediation:
      "Add the missing directives, for example default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'.",
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
  const name = 'content-security-policy';
  return headerText(response, name) || metaContent(document, name, 'http-equiv');
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
