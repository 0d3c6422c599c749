/** The table of checks that a dry run shows in the log and in the job summary. */

import type { Advice } from './language/advice.ts';
import { en, type Texts } from './language/texts.ts';
import { escapeKeepingCode } from './markdown/escape.ts';
import { plainText } from './plain-text.ts';

/** What a dry run found about one thing. */
export interface DryRunCheck {
  readonly name: 'inputs' | 'policy' | 'organization' | 'apiKey' | 'target' | 'comment' | 'issue' | 'status';
  /** `unchecked`: not checked, or not possible to check without writing. */
  readonly state: 'passed' | 'failed' | 'unchecked';
  /** Plain text, with names between backticks, which may hold text of the site or the service. */
  readonly describe: (texts: Texts) => Pick<Advice, 'what'> & Partial<Advice>;
}

const signs: Readonly<Record<DryRunCheck['state'], string>> = { passed: '✅', failed: '❌', unchecked: '➖' };
/** Limit of one text. The longest text is the error that names every wrong input. */
const maxTextLength = 4_000;

/** The result in one line. */
export function dryRunReason(checks: readonly DryRunCheck[], { dryRun }: Texts): string {
  const failed = checks.filter(({ state }) => state === 'failed');
  const names = failed.map(({ name }) => dryRun[name]).join(', ');
  return failed.length === 0 ? dryRun.allPassed : dryRun.someFailed(failed.length, names);
}

/** The table for the log, in English: a line for each check, and one for what to do. */
export function dryRunLines(checks: readonly DryRunCheck[]): string[] {
  const { dryRun, label } = en;
  return checks.flatMap(({ name, state, describe }) => {
    const { what, remedy = '' } = describe(en);
    return [
      `${signs[state]} ${dryRun[name]}: ${dryRun[state]}. ${plainText(what, maxTextLength)}`,
      ...(remedy === '' ? [] : [`   ${label.whatToDo}: ${plainText(remedy, maxTextLength)}`]),
    ];
  });
}

/** The table for the job summary. */
export function dryRunSummary(checks: readonly DryRunCheck[], texts: Texts): string {
  const { dryRun, label } = texts;
  const sign = checks.some(({ state }) => state === 'failed') ? signs.failed : signs.passed;
  const rows = checks.map(({ name, state, describe }) => {
    const { what, remedy = '' } = describe(texts);
    const whatCell = escapeKeepingCode(what, maxTextLength);
    const remedyCell = escapeKeepingCode(remedy, maxTextLength);
    return `| ${dryRun[name]} | ${signs[state]} ${dryRun[state]} | ${whatCell} | ${remedyCell} |`;
  });
  return [
    `## ${sign} Scan Gate: ${dryRun.title}`,
    '',
    dryRunReason(checks, texts),
    '',
    `| ${dryRun.check} | ${dryRun.result} | | ${label.whatToDo} |`,
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
