import type { Severity } from '../../../core/severity.ts';
import { isNamed } from '../../../gate/fingerprint.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import { inline, markup } from '../../markdown/escape.ts';
import type { Texts } from '../../texts/texts.ts';

/** A finding with the number under which it is shown. */
export interface Numbered {
  readonly judged: JudgedFinding;
  readonly number: number;
}

interface SuggestedRule {
  readonly fingerprint: string;
  /** The ceiling: a finding that becomes more severe blocks again. */
  readonly severity: Severity;
  readonly numbers: readonly number[];
}

/**
 * One rule of the policy file, with an empty `reason`, which the policy file refuses until it is filled in. It has no name
 * in it, because names come from the scanned site.
 */
export function ruleLines({ fingerprint, severity, numbers }: SuggestedRule): string {
  const comment = numbers.length === 0 ? '' : ` # ${numbers.join(', ')}`;
  return `\n  - fingerprint: ${fingerprint}${comment}\n    severity: ${severity}\n    reason: ""`;
}

function fenced(rules: string): string {
  return `\`\`\`yaml\nignore:${rules}\n\`\`\``;
}

function folded(title: string, rules: string, note: string): string {
  return [`<details><summary>${inline(title)}</summary>`, fenced(rules), note, '</details>']
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The snippet that would ignore one finding, folded; `''` for a finding without a readable name. */
export function snippetFor({ finding, fingerprint }: JudgedFinding, texts: Texts): string {
  if (!isNamed(fingerprint)) return '';
  const rule = ruleLines({ fingerprint, severity: finding.severity, numbers: [] });
  return folded(texts.policy.label.ignoreThis, rule, '');
}

/** How the snippets are used. @param file path of the policy file, or `null` */
export function snippetNote(file: string | null, texts: Texts): string {
  return markup(texts.policy.phrase.snippetNote(file === null ? null : file.replaceAll('`', "'")));
}

/**
 * One snippet for all of `findings`, folded. Findings with the same fingerprint are one rule, and each rule has the numbers
 * of its findings. Findings without a readable name are left out; `''` if there are no others.
 *
 * @param findings most severe first
 */
export function snippetForAll(findings: readonly Numbered[], file: string | null, texts: Texts): string {
  const named = findings.filter(({ judged }) => isNamed(judged.fingerprint));
  if (named.length === 0) return '';
  const prints = Map.groupBy(named, ({ judged }) => judged.fingerprint);
  const rules = Array.from(prints, ([fingerprint, [first, ...others]]) =>
    first === undefined
      ? ''
      : ruleLines({
          fingerprint,
          severity: first.judged.finding.severity,
          numbers: [first, ...others].map(({ number }) => number),
        }),
  ).join('');
  const { ignoreThis, ignoreThese } = texts.policy.label;
  return folded(named.length === 1 ? ignoreThis : ignoreThese, rules, snippetNote(file, texts));
}

/** The room that the snippet of no finding takes, which is that of any snippet without its rules. */
export function emptySnippet(file: string | null, texts: Texts): string {
  return folded(texts.policy.label.ignoreThese, '', snippetNote(file, texts));
}
