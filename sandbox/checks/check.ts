import { readFileSync } from 'node:fs';
import { CVSS } from '@turingpointde/cvss.js';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Severity, severityOfScore } from '../../src/core/severity.ts';
import type { Preferences } from '../api/schema.ts';
import type { Page, Site } from '../scan/site.ts';
import type { Issue, IssueGroup, IssueType, Language } from '../scan/wire.ts';

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
  /** Its key in `texts.yml`. */
  readonly id: string;
  readonly type: IssueType;
  readonly group: IssueGroup;
  readonly name: string;
  /** The page of the first one is the reference. */
  readonly cwe: readonly [number, ...number[]];
  /** CVSS 3.1. Score and severity follow from it; without any impact it is a warning. */
  readonly vector: string;
  /** Whether the preferences ask for it. Left out: always. */
  wanted?(preferences: Preferences): boolean;
  /** Empty where the site is fine. */
  find(site: Site): readonly Match[] | Promise<readonly Match[]>;
}

const text = z.object({ description: z.string(), remediation: z.string() });
const texts = z
  .record(z.string(), z.object({ en: text, pt: text }))
  .parse(parse(readFileSync(new URL('texts.yml', import.meta.url), 'utf8')));

/** The issue of docs/internals/service-interface.md, section 2.3. @throws {Error} where it has no texts */
export function toIssue({ check, url, evidence }: Finding, language: Language): Issue {
  const { group, name, cwe, vector } = check;
  const { score, severity } = rateVector(vector);
  const translated = texts[check.id]?.[language];
  if (translated === undefined) throw new Error(`texts.yml has no texts for ${check.id}.`);
  return {
    ...{ group, name, severity, cve: [], cwe },
    cvss: { score, detail: vector },
    references: `https://cwe.mitre.org/data/definitions/${cwe[0]}.html`,
    ...translated,
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
 * Its evidence is that of the first page, and names all of them.
 */
export function matchPages(site: Site, look: (page: Page) => Evidence | null | false): Match[] {
  const matches = site.pages.flatMap((page) => {
    const evidence = look(page);
    return evidence ? [{ url: page.url, evidence }] : [];
  });
  const [first] = matches;
  if (first === undefined) return [];
  return [{ url: first.url, evidence: { ...first.evidence, urls: matches.map(({ url }) => url) } }];
}

/** Shortens text of the site for evidence. */
export function excerpt(text: string, maxLength = 120): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}
