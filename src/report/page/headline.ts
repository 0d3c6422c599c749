/** The top of a page: the verdict, the alert that says what to do, and its links. */

import type { Problem } from '../../core/problem.ts';
import type { Severity } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { isLoweredToWarning } from '../../gate/conclusion.ts';
import { type JudgedFinding, problemsOf, type Verdict, wasSkipped } from '../../gate/verdict.ts';
import { blocksByItself, budgetsToFix } from '../budgets-to-fix.ts';
import { countFindings, groupEqual } from '../equal-findings.ts';
import type { Texts } from '../language/texts.ts';
import { code, escaped, escapedWithCode } from '../markdown/escape.ts';
import { bullets, joinBlocks, titledList } from '../markdown/fit.ts';
import { addressLink } from '../markdown/link.ts';
import type { ReportModel } from '../model.ts';
import { describeProblem } from '../sentences/problem-sentences.ts';
import { countWords, partialSentence, reasonsInWords, verdictTitle } from '../sentences/verdict-sentences.ts';
import { linkToChange, policyFileLink, runLink, workflowLink } from './links.ts';

/** An emoji makes the comment easy to find in a long page. The words next to it say the same. */
const signs: Readonly<Record<Verdict['outcome'], string>> = { pass: '✅', fail: '❌', inconclusive: '⚠️' };

/** Limits for the sentence that says what to fix: nobody reads more names or longer names there. */
const maxNamesToFix = 3;
const maxNameToFixLength = 60;

/** If findings are withheld: the id of the scan, and who can see the findings, where, and why. Else `''`. */
function withheldNote(model: ReportModel, texts: Texts): string {
  const { disclosure, scan, serviceHost, policyPages, run } = model;
  if (disclosure.mode === 'full' || scan.id === null) return '';
  const { whoSees, withheld } = texts.whatToDo;
  const setting = policyPages === null ? workflowLink(run, texts) : policyFileLink(policyPages, texts);
  const who = `${escapedWithCode(withheld(disclosure.because, serviceHost))} ${setting}`;
  return `**${texts.label.scanId}:** ${code(scan.id, 100)}\n\n**${whoSees}:** ${who}`;
}

/** The lines of a remedy as Markdown, with links after the last one. */
function withLinks(remedy: string, links: readonly string[]): string[] {
  const lines = remedy.split('\n').map((line) => escapedWithCode(line));
  return lines.with(-1, `${lines.at(-1)} ${joinNonEmpty(links, ' · ')}`);
}

/** What to do about `problem`, with links to the run and to the page that may have to be changed. */
function problemRemedies(problem: Problem, model: ReportModel, texts: Texts): string[] {
  const { remedy } = describeProblem(problem, texts);
  if (wasSkipped(model.assessment)) return [escapedWithCode(remedy)];
  return withLinks(remedy, [runLink(model.run, texts), linkToChange(problem, model, texts)]);
}

/** The names of findings as Markdown, each with its number: `**SQL injection** × 2`. */
function namesToFix(findings: readonly JudgedFinding[], texts: Texts): string[] {
  const groups = Map.groupBy(groupEqual(findings), ({ judged }) => judged.finding.name);
  return Array.from(groups, ([name, group]) => {
    const bold = `<b>${escaped(name, maxNameToFixLength) || texts.label.unnamed}</b>`;
    const count = countFindings(group);
    return count === 1 ? bold : `${bold} × ${texts.number(count)}`;
  });
}

/**
 * What has to be fixed, as Markdown: the findings that block by themselves (their names, or counts if there are many),
 * and how many findings have to be fixed because of budgets.
 */
function whatToFix({ assessment, disclosure }: ReportModel, texts: Texts): string[] {
  const budgets = budgetsToFix(assessment).filter(({ toFix }) => toFix > 0);
  // This uses the counts, because the list is empty if findings are withheld: the blocking findings, minus the findings
  // that only a budget blocks.
  const byThemselves: Record<Severity, number> = { ...assessment.countsByStatus.blocking };
  for (const { severity, onlyByBudget } of budgets) byThemselves[severity] -= onlyByBudget;
  const counts = countWords(byThemselves, texts);
  const names = namesToFix(assessment.findings.filter(blocksByItself), texts);
  const isNamed = counts === '' || (disclosure.mode === 'full' && names.length <= maxNamesToFix);
  return [...(isNamed ? names : [texts.whatToDo.thatBlock(counts)]), ...budgets.map(texts.whatToDo.ofBudget)];
}

/** How to deal with findings that block, listed or counted by severity, as Markdown; `''` if there are none. */
function findingRemedy(model: ReportModel, texts: Texts): string {
  const { disclosure, isOnPullRequest, serviceHost } = model;
  const toFix = whatToFix(model, texts);
  if (toFix.length === 0) return '';
  const which = texts.joinWords(toFix);
  const { fix, fixCounted, thenPush, thenDeploy } = texts.whatToDo;
  const what =
    disclosure.mode === 'full' ? fix(which) : fixCounted(which, addressLink(`https://${serviceHost}`));
  return `${what} ${isOnPullRequest ? thenPush : thenDeploy}`;
}

/** How to deal with what blocks, as Markdown: one remedy for all findings, and the remedies for violated host rules. */
function blockerRemedies(model: ReportModel, texts: Texts): string[] {
  const { assessment, run, policyPages } = model;
  const fix = findingRemedy(model, texts);
  const isOwnRule = assessment.verdict.reasons.some(({ kind, by }) => kind === 'host-violations' && !by);
  const file = policyPages === null || !isOwnRule ? '' : policyFileLink(policyPages, texts);
  const others = reasonsInWords(model, texts).flatMap(({ kind, remedy }) => {
    if (kind === 'host-violations') return withLinks(remedy, [runLink(run, texts), file]);
    return kind === 'unlisted-findings' && fix === '' ? withLinks(remedy, [runLink(run, texts)]) : [];
  });
  // A set, because both policies may have the same rule for the host.
  return [...(fix === '' ? [] : [fix]), ...new Set(others)];
}

/** Further problems besides the first reason, and what to do about them, as a list. */
function otherProblems(model: ReportModel, texts: Texts): string {
  const [, ...others] = reasonsInWords(model, texts);
  const items = others
    .filter(({ kind }) => kind === 'problem' || kind === 'unlisted-findings')
    .map(({ what, remedy }) => escapedWithCode(`${what} ${remedy}`));
  return titledList(`${texts.label.otherProblems}:`, items);
}

/** True if the check stays green after a `fail`, by `on-fail: warn`. */
function failOnlyWarns({ assessment, settings }: ReportModel): boolean {
  return assessment.verdict.outcome === 'fail' && isLoweredToWarning(assessment, settings.policy);
}

/**
 * A GitHub alert that says what to do, and below it a list of the remedies that are not in the alert. After a `fail`,
 * the alert is red, or yellow if the check stays green, and has the first remedy. If the verdict is inconclusive, the
 * alert is yellow and has the cause, and the remedy only if there is just one.
 */
function alertBlocks(model: ReportModel, texts: Texts): string[] {
  const { assessment, isOnPullRequest } = model;
  const { outcome } = assessment.verdict;
  const words = texts.whatToDo;
  if (outcome === 'pass') return [];
  const isFail = outcome === 'fail';
  const cause = isFail ? '' : escapedWithCode(reasonsInWords(model, texts)[0]?.what ?? '');
  const [problem] = problemsOf(assessment);
  const isBlocked = isFail || problem === undefined;
  const remedies = isBlocked ? blockerRemedies(model, texts) : problemRemedies(problem, model, texts);
  if (wasSkipped(assessment)) return [`**${words.nothingToDo}** ${words.staysGreen} ${cause}`, ...remedies];
  const inAlert = isFail || remedies.length === 1 ? 1 : 0;
  const staysGreen = failOnlyWarns(model);
  const kind = isFail && !staysGreen ? 'CAUTION' : 'WARNING';
  const parts = [cause, staysGreen && isOnPullRequest ? words.mayMerge : '', ...remedies.slice(0, inAlert)];
  return [`> [!${kind}]\n> ${joinNonEmpty(parts, ' ')}`, bullets(remedies.slice(inAlert))];
}

/** The verdict in words, as a heading. */
export function headline(model: ReportModel, texts: Texts): string {
  const { assessment } = model;
  const decided = wasSkipped(assessment) ? '⏭️' : signs[assessment.verdict.outcome];
  // Next to a green check, a cross would look like a failed check.
  const sign = failOnlyWarns(model) ? '⚠️' : decided;
  return `## ${sign} ${verdictTitle(model, texts)}`;
}

/** What to do now (unless the verdict is `pass`), and what else is wrong. Everybody reads this part. */
export function whatToDo(model: ReportModel, texts: Texts): string {
  return joinBlocks([
    ...alertBlocks(model, texts),
    model.assessment.verdict.outcome === 'fail' ? partialSentence(model, texts) : '',
    otherProblems(model, texts),
    withheldNote(model, texts),
  ]);
}
