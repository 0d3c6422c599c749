/** What the reports say about one finding, as plain text that the caller has to escape, because it may be hostile. */

import { joinNonEmpty } from '../../core/text.ts';
import type { Finding } from '../../gate/findings.ts';
import { scoreForThreshold } from '../../gate/thresholds.ts';
import type { BlockingRule, JudgedFinding } from '../../gate/verdict.ts';
import type { Texts } from '../language/texts.ts';
import { plainText } from '../plain-text.ts';

/** The rules by which a finding blocks, in words, as plain text with names between backticks. */
export function blockingRulePhrases(
  { finding, blockedBy }: Pick<JudgedFinding, 'finding' | 'blockedBy'>,
  texts: Texts,
): string[] {
  return blockedBy.map((rule) => {
    const words = rulePhrase(rule, finding, texts);
    return rule.by === 'organization' ? texts.policy.ruleOfOrganization(words) : words;
  });
}

/** A rule in words. Settings are written as in the policy file, in every language. */
function rulePhrase(rule: BlockingRule, finding: Finding, { policy, number }: Texts): string {
  switch (rule.kind) {
    case 'fail-on':
      return `\`fail-on: ${rule.threshold}\``;
    case 'fail-on-cvss': {
      const assumed = finding.cvss === null ? policy.assumedScore(scoreForThreshold(finding)) : '';
      return joinNonEmpty([`\`fail-on-cvss: ${rule.score.toFixed(1)}\``, assumed], ' ');
    }
    case 'max-findings':
      return `\`max-findings\` (\`${rule.severity}\`: ${number(rule.count)}, ${policy.allowed(rule.allowed)})`;
  }
}

/** True if not all of `blocking` block by the same rules. */
export function blockByDifferentRules(blocking: readonly JudgedFinding[]): boolean {
  return new Set(blocking.map(({ blockedBy }) => JSON.stringify(blockedBy))).size > 1;
}

const maxSentenceLength = 180;
/** Up to a full stop or the like, unless a word in lower case follows or the full stop is of an abbreviation. */
const firstSentence = /^.*?(?<!\b(?:e\.g|i\.e|ex|vs))[.!?…。][”"')\]]*(?=\s+[^\s\p{Ll}])/u;

/**
 * Splits a description into its first sentence, on one line of plain text, and the remainder. If the sentence had to be
 * cut, the remainder is the whole description. Both are `''` for an empty description.
 */
export function splitDescription(description: string): { sentence: string; remainder: string } {
  const text = description.trim();
  // A very long text is cut before the slow steps.
  const [paragraph = ''] = text.slice(0, 4000).split(/\r?\n\s*\n/u, 1);
  const line = plainText(paragraph, 4000);
  const [sentence] = firstSentence.exec(line) ?? [line];
  const shortSentence = plainText(sentence, maxSentenceLength);
  if (shortSentence !== sentence) return { sentence: shortSentence, remainder: text };
  // If cleaning has changed the line, the remainder is taken from the clean line.
  const remainder = text.startsWith(sentence)
    ? text.slice(sentence.length)
    : line.slice(sentence.length) + text.slice(paragraph.length);
  return { sentence, remainder: remainder.trim() };
}

/** A name from the site, such as `q`, and a label before it, such as `parameter`. One of the two may be `''`. */
export interface LabelledValue {
  readonly label: string;
  readonly value: string;
}

/** The places of `findings`, each once: `GET /search`, or a part of the host if there is no path. */
export function placesOf(findings: readonly Finding[], { label }: Texts): LabelledValue[] {
  return distinctValues(findings, ({ where, subjects }) => {
    const [method, otherMethod] = subjects['method'] ?? [];
    const methodPrefix = method === undefined || otherMethod !== undefined ? '' : `${method} `;
    const { port: ports = [], protocol: [protocol = ''] = [] } = subjects;
    if (where.length > 0) return where.map((place) => ({ label: '', value: `${methodPrefix}${place}` }));
    if (ports.length > 0)
      return ports.map((port) => ({
        label: `${label.port} ${joinNonEmpty([port, port.includes('/') ? '' : protocol], '/')}`,
        value: '',
      }));
    return subjects['host'] === undefined ? [] : [{ label: label.wholeHost, value: '' }];
  });
}

/** The names of the parameters, cookies and headers that `findings` are about, each once. */
export function subjectsOf(findings: readonly Finding[], { label }: Texts): LabelledValue[] {
  return distinctValues(findings, ({ subjects }) =>
    (['parameter', 'cookie', 'header'] as const).flatMap((key) =>
      (subjects[key] ?? []).map((value) => ({ label: label[key], value })),
    ),
  );
}

function distinctValues(findings: readonly Finding[], namesOf: (finding: Finding) => LabelledValue[]) {
  const names = findings.flatMap(namesOf).map((name) => [`${name.label} ${name.value}`, name] as const);
  return [...new Map(names).values()];
}

const maxPlaceLength = 80;

/** The first place of `findings` and the number of the others: `/search and 2 more`. Plain text; `''` for none. */
export function placePhrase(findings: readonly Finding[], texts: Texts): string {
  const [first, ...others] = placesOf(findings, texts);
  if (first === undefined) return '';
  const place = first.label || plainText(first.value, maxPlaceLength);
  return others.length === 0 ? place : `${place} ${texts.phrase.andMore(others.length)}`;
}

/** More identifiers do not help a reader. All are in the JSON result. */
const maxIdentifiers = 8;

/** CWE numbers have at most four digits today. */
const maxCwe = 999_999;

/** The first identifiers of a finding, such as `CWE-89`. */
export function identifiersOf({ cwe, cve }: Finding): string[] {
  const numbers = cwe.filter((number) => number <= maxCwe);
  return [...numbers.map((number) => `CWE-${number}`), ...cve].slice(0, maxIdentifiers);
}
