import type { JudgedFinding } from '../../../gate/verdict.ts';
import { inline, markup } from '../../markdown/escape.ts';
import type { Texts } from '../../texts/texts.ts';

/** A finding with the number under which it is shown. */
export interface Numbered {
  readonly judged: JudgedFinding;
  readonly number: number;
}

/**
 * One rule of the policy file: the fingerprint and an empty `reason`, which the policy file refuses until it is filled in.
 * It has no name in it, because names come from the scanned site.
 */
export function ruleLines(fingerprint: string, numbers: readonly number[]): string {
  const comment = numbers.length === 0 ? '' : ` # ${numbers.join(', ')}`;
  return `\n  - fingerprint: ${fingerprint}${comment}\n    reason: ""`;
}

function fenced(rules: string): string {
  return `\`\`\`yaml\nignore:${rules}\n\`\`\``;
}

function folded(title: string, rules: string, note: string): string {
  return [`<details><summary>${inline(title)}</summary>`, fenced(rules), note, '</details>']
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The snippet that would ignore one finding, folded. */
export function snippetFor(fingerprint: string, texts: Texts): string {
  return folded(texts.policy.label.ignoreThis, ruleLines(fingerprint, []), '');
}

/** How the snippets are used. @param file path of the policy file, or `null` */
export function snippetNote(file: string | null, texts: Texts): string {
  return markup(texts.policy.phrase.snippetNote(file === null ? null : file.replaceAll('`', "'")));
}

/**
 * One snippet for all of `findings`, folded. Findings with the same fingerprint are one rule, and each rule has the numbers
 * of its findings.
 */
export function snippetForAll(findings: readonly Numbered[], file: string | null, texts: Texts): string {
  const numbers = new Map<string, number[]>();
  for (const { judged, number } of findings) {
    const known = numbers.get(judged.fingerprint);
    if (known === undefined) numbers.set(judged.fingerprint, [number]);
    else known.push(number);
  }
  const rules = Array.from(numbers, ([fingerprint, all]) => ruleLines(fingerprint, all)).join('');
  const { ignoreThis, ignoreThese } = texts.policy.label;
  return folded(findings.length === 1 ? ignoreThis : ignoreThese, rules, snippetNote(file, texts));
}
