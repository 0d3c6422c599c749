import { cvssBaseScore, severityOfScore } from '../scan/cvss.ts';
import type { Page, Site } from '../scan/site.ts';
import type { Issue, IssueGroup, IssueType, Language, Preferences } from '../scan/wire.ts';

interface IssueText {
  description: string;
  remediation: string;
}

/** One place where a check found what it looks for. `evidence` is the same for every scan of an unchanged site. */
export interface Hit {
  url: string;
  evidence: Record<string, unknown>;
}

/** One kind of finding and how to look for it. */
export interface Check {
  id: string;
  type: IssueType;
  group: IssueGroup;
  name: string;
  cwe: readonly number[];
  /** CVSS 3.1 vector; score and severity follow from it. All impacts `N` makes it a warning. */
  vector: string;
  reference: string;
  text: Record<Language, IssueText>;
  /** Whether the preferences ask for it. Left out: always. */
  wanted?(preferences: Preferences): boolean;
  /** Whether it can be performed on this site at all, for example only over TLS. Left out: always. */
  applies?(site: Site): boolean;
  /** Empty when the site is fine. */
  find(site: Site): readonly Hit[] | Promise<readonly Hit[]>;
}

export interface Observation {
  check: Check;
  hit: Hit;
}

/** The issue of section 2.3 for one observation. */
export function toIssue({ check, hit }: Observation, language: Language): Issue {
  const score = cvssBaseScore(check.vector);
  return {
    group: check.group,
    name: check.name,
    severity: severityOfScore(score),
    cve: [],
    cwe: [...check.cwe],
    cvss: { score, detail: check.vector },
    remediation: check.text[language].remediation,
    references: check.reference,
    description: check.text[language].description,
    raw: { check: check.id, url: hit.url, evidence: hit.evidence },
  };
}

const MAX_URLS_IN_EVIDENCE = 10;

/**
 * One hit for all pages on which `look` returns evidence: a header that is missing everywhere is one finding.
 * The evidence is that of the first page.
 */
export function onPages(
  pages: readonly Page[],
  look: (page: Page) => Record<string, unknown> | null | undefined | false,
): Hit[] {
  const matches = pages.flatMap((page) => {
    const evidence = look(page);
    return evidence ? [{ url: page.url, evidence }] : [];
  });
  const [first] = matches;
  if (!first) return [];
  const urls = matches.map(({ url }) => url).slice(0, MAX_URLS_IN_EVIDENCE);
  return [{ url: first.url, evidence: { ...first.evidence, pages: urls } }];
}

/** A header as one text, empty when it is missing. Repeated headers are joined the way HTTP defines. */
export function headerText(page: Page, name: string): string {
  const value = page.response.headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

/** Shortens what came from the site, so that evidence stays readable. */
export function excerpt(text: string, maxLength = 120): string {
  const clean = text.replace(/\s+/g, ' ').trim();
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1)}…`;
}
