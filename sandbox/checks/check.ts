import { readFileSync } from 'node:fs';
import { CVSS } from '@turingpointde/cvss.js';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Language } from '../../src/core/choices.ts';
import { type Severity, severityOfScore } from '../../src/core/severity.ts';
import type { Preferences } from '../api/schema.ts';
import type { Page, Site } from '../scan/site.ts';
import type { Issue, IssueGroup, IssueType } from '../scan/wire.ts';

const maxPagesInEvidence = 10;
const maxExcerptLength = 120;

/** Raw data of a finding. The same for every scan of an unchanged site, so that a finding keeps its fingerprint. */
export type Evidence = Readonly<Record<string, unknown>>;

/** A place where a check found what it looks for. */
export interface Match {
  readonly url: string;
  readonly evidence: Evidence;
}

export interface Finding extends Match {
  readonly check: Check;
}

/** One kind of finding, and how to look for it. */
export interface Check {
  readonly id: string;
  readonly type: IssueType;
  readonly group: IssueGroup;
  readonly name: string;
  readonly cwe: readonly number[];
  /** CVSS 3.1. Score and severity follow from it; without any impact it is a warning. */
  readonly vector: string;
  /** Left out: the page of the first CWE. */
  readonly reference?: string;
  /** In English, as all texts here; `pt.yml` has them in Portuguese. */
  readonly description: string;
  readonly remediation: string;
  /** Whether the preferences ask for it. Left out: always. */
  wanted?(preferences: Preferences): boolean;
  /** Whether it makes sense on this site, for example only over TLS. Left out: always. */
  applies?(site: Site): boolean;
  /** Empty where the site is fine. */
  find(site: Site): readonly Match[] | Promise<readonly Match[]>;
}

const portuguese = z
  .record(z.string(), z.object({ description: z.string(), remediation: z.string() }))
  .parse(parse(readFileSync(new URL('pt.yml', import.meta.url), 'utf8')));

/** The issue of docs/internals/service-interface.md, section 2.3. @throws {Error} where there is no translation */
export function toIssue({ check, url, evidence }: Finding, language: Language): Issue {
  const { score, severity } = rateVector(check.vector);
  const texts = language === 'en' ? check : portuguese[check.id];
  if (texts === undefined) throw new Error(`pt.yml has no texts for ${check.id}.`);
  return {
    group: check.group,
    name: check.name,
    severity,
    cve: [],
    cwe: check.cwe,
    cvss: { score, detail: check.vector },
    remediation: texts.remediation,
    references: check.reference ?? `https://cwe.mitre.org/data/definitions/${check.cwe[0]}.html`,
    description: texts.description,
    raw: { check: check.id, url, evidence },
  };
}

/** @throws {Error} where a base metric is missing or unknown */
export function rateVector(vector: string): { score: number; severity: Severity } {
  const score = CVSS(vector).getScore();
  return { score, severity: severityOfScore(score) };
}

/**
 * One match for all pages on which `look` returns evidence, because a header that is missing everywhere is one finding.
 * Its address and evidence are those of the first page.
 */
export function matchPages(
  pages: readonly Page[],
  look: (page: Page) => Evidence | null | undefined | false,
): Match[] {
  const matches = pages.flatMap((page) => {
    const evidence = look(page);
    return evidence ? [{ url: page.url, evidence }] : [];
  });
  const [first] = matches;
  if (first === undefined) return [];
  const urls = matches.slice(0, maxPagesInEvidence).map(({ url }) => url);
  return [{ url: first.url, evidence: { ...first.evidence, pages: urls } }];
}

/** Shortens text of the site for evidence. */
export function excerpt(text: string, maxLength = maxExcerptLength): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}
