/** Findings as a scan of a site with several shops could report them. They are those of the sandbox, texts and all. */

import { catalogue } from '../../sandbox/checks/catalogue.ts';
import { toIssue } from '../../sandbox/checks/check.ts';
import type { Language } from '../../src/core/choices.ts';
import { type Severity, type SeverityCounts, severities } from '../../src/core/severity.ts';
import type { Finding } from '../../src/gate/findings.ts';
import { finding } from '../../test/unit/report/sample-findings.ts';

/** What each shop has: a check of that severity, and the page on which it finds something. */
const kinds: Readonly<Record<Severity, readonly (readonly [check: string, page: string])[]>> = {
  critical: [
    ['env-file', '.env'],
    ['sql-error', 'search'],
    ['web-shell', 'shell.php'],
    ['secret-key-in-page', 'main.js'],
  ],
  high: [
    ['git-repository', '.git/HEAD'],
    ['backup-file', 'backup.sql'],
    ['cors-any-origin-with-credentials', 'account'],
  ],
  medium: [
    ['session-cookie-without-httponly', 'login'],
    ['reflected-input', 'reviews'],
    ['form-to-cleartext', 'contact'],
  ],
  low: [
    ['csp-missing-directives', 'orders'],
    ['referrer-policy-weak', 'help'],
  ],
  warning: [
    ['emails-exposed', 'about'],
    ['security-txt-missing', '.well-known/security.txt'],
  ],
};

/** What the service names beside the page. */
const subjectsById: Readonly<Record<string, Finding['subjects']>> = {
  'sql-error': { method: ['GET'], parameter: ['q'] },
  'reflected-input': { method: ['POST'], parameter: ['comment'] },
  'session-cookie-without-httponly': { cookie: ['sid'] },
};

/**
 * Each kind once, then again in a second shop, and so on. After three shops a kind has another name, and a row of its
 * own.
 */
function sampleIn(language: Language, severity: Severity, index: number): Finding {
  const list = kinds[severity];
  const shop = Math.floor(index / list.length) + 1;
  const [id = '', page = ''] = list[index % list.length] ?? [];
  const check = catalogue.find((known) => known.id === id);
  if (check === undefined) throw new Error(`There is no check ${id}.`);
  const issue = toIssue({ check, url: '', evidence: {} }, language);
  const { name, group, cvss, cwe, cve, description, remediation } = issue;
  return finding(severity, 0, {
    ...{ group, cwe, cve, description, remediation },
    name: shop <= 3 ? name : `${name}, shop ${shop}`,
    cvss: { score: cvss.score, vector: cvss.detail },
    references: [issue.references],
    subjects: subjectsById[id] ?? {},
    where: [shop === 1 ? `/${page}` : `/shop-${shop}/${page}`],
  });
}

/** As many findings of each severity as `counts` says, no two of which are alike. */
export function samples(counts: Partial<SeverityCounts>, language: Language = 'en'): Finding[] {
  return severities.flatMap((severity) =>
    Array.from({ length: counts[severity] ?? 0 }, (_, index) => sampleIn(language, severity, index)),
  );
}

/** `finding` with the Portuguese texts of the sample of this name, if there is one. */
export function inPortuguese(finding: Finding): Finding {
  const first = samples({ critical: 20, high: 20, medium: 20, low: 20, warning: 20 }, 'pt');
  const { description, remediation } = first.find(({ name }) => name === finding.name) ?? finding;
  return { ...finding, description, remediation };
}

/** The finding of `severity` with this index in {@link samples}, with `changes`. */
export function sample(severity: Severity, index: number, changes: Partial<Finding> = {}): Finding {
  return { ...sampleIn('en', severity, index), ...changes };
}
