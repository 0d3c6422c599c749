/** What the reports say about one finding, in words. Texts of a finding are hostile: these are plain texts, to be escaped. */
import type { Finding } from '../../gate/findings.ts';
import { scoreOf } from '../../gate/thresholds.ts';
import type { JudgedFinding } from '../../gate/verdict.ts';
import { say } from '../language/by-kind.ts';
import type { Texts } from '../language/texts.ts';
import { plain } from '../markdown/escape.ts';

/** The rules by which a finding blocks, each in words, as plain text with names between backticks. */
export function ruleWords({ finding, blockedBy }: JudgedFinding, texts: Texts): string[] {
  const assumedScore = finding.cvss === null ? scoreOf(finding) : null;
  return blockedBy.map((rule) => {
    const words: string = say(texts.policy.rule, rule, assumedScore);
    return rule.by === 'organization' ? texts.policy.phrase.ruleOfOrganization(words) : words;
  });
}

/** True when the severity alone does not say why each of `blocking` blocks. */
export function needsWhy(blocking: readonly JudgedFinding[]): boolean {
  return blocking.some(({ blockedBy }) =>
    blockedBy.some(({ kind, by }) => kind !== 'fail-on' || by === 'organization'),
  );
}

const maxSentenceLength = 140;
/** An end with white space after it, unless the sentence goes on in lower case or the dot belongs to an abbreviation. */
const sentenceEnd = /(?<!\b(?:e\.g|i\.e|ex|vs))[.!?…。][”"')\]]*(?=\s+[^\s\p{Ll}])/u;

/**
 * The first sentence of a description, as one line of plain text of at most 140 characters; a longer one ends with `…`
 * after a whole word. `''` if there is none.
 */
export function firstSentence(description: string): string {
  // A very long text is cut before the slow steps.
  const [paragraph = ''] = description
    .slice(0, 4000)
    .trim()
    .split(/\r?\n\s*\n/u);
  const line = plain(paragraph, 1000);
  const end = sentenceEnd.exec(line);
  const sentence = end === null ? line : line.slice(0, end.index + end[0].length);
  if (sentence.length <= maxSentenceLength) return sentence;
  return plain(sentence, maxSentenceLength).replace(/(?<=^.{80,}) \S*…$/u, '…');
}

const maxPlaceLength = 80;

/** The first place of a finding and how many more it has, such as `/search and 2 more`, as plain text; `''` for none. */
export function placeWords(where: readonly string[], texts: Texts): string {
  const [first] = where;
  if (first === undefined) return '';
  const place = plain(first, maxPlaceLength);
  return where.length === 1 ? place : `${place} ${texts.phrase.andMore(where.length - 1)}`;
}

/** More identifiers do not help a reader. All are in the JSON result. */
const maxIdentifiers = 8;

/** The identifiers of a finding, such as `CWE-89`, at most eight. Remote text that is not a well-formed one is left out. */
export function identifierWords(finding: Finding): string[] {
  return identifiersOf(finding).slice(0, maxIdentifiers);
}

/** How many identifiers {@link identifierWords} leaves out, in words; `''` if it leaves out none. */
export function moreIdentifiers(finding: Finding, texts: Texts): string {
  const more = identifiersOf(finding).length - maxIdentifiers;
  return more > 0 ? texts.phrase.andMore(more) : '';
}

/** CWE numbers have at most four digits today. */
const maxCwe = 999_999;

function identifiersOf({ cwe, cve }: Finding): string[] {
  const numbers = cwe.filter((number) => Number.isInteger(number) && number > 0 && number <= maxCwe);
  const names = cve.slice(0, 200).map((name) => name.trim().toUpperCase());
  return [
    ...numbers.map((number) => `CWE-${number}`),
    ...names.filter((name) => /^CVE-\d{4}-\d{4,19}$/u.test(name)),
  ];
}
