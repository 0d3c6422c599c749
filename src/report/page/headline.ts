/** The top of a page: the verdict, the alert that says what to do, and its links. */

import type { Severity } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { isLoweredToWarning } from '../../gate/conclusion.ts';
import { type JudgedFinding, problemsOf, type Verdict, wasSkipped } from '../../gate/verdict.ts';
import { blocksByItself, budgetsToFix } from '../budgets-to-fix.ts';
import { countFindings, groupEqualFindings } from '../equal-findings.ts';
import type { Texts } from '../language/texts.ts';
import { codeSpan, escapeKeepingCode, escapeMarkdown } from '../markdown/escape.ts';
import { bulletList, joinBlocks, titledList } from '../markdown/fit.ts';
import { addressLink, link } from '../markdown/link.ts';
import type { ReportModel } from '../model.ts';
import {
  countsPhrase,
  describeReasons,
  partialSentence,
  verdictTitle,
} from '../sentences/verdict-sentences.ts';
import { linkToChange, policyFileLink, workflowLink } from './links.ts';

/** An emoji makes the comment easy to find in a long page. The words next to it say the same. */
const signs: Readonly<Record<Verdict['outcome'], string>> = { pass: '✅', fail: '❌', inconclusive: '⚠️' };

/** Limits for the sentence that says what to fix: nobody reads more names or longer names there. */
const maxNamesToFix = 3;
const maxNameToFixLength = 60;

/** If findings are withheld: the id of the scan, and who can see the findings, where, and why. Else `''`. */
function withheldParagraphs(model: ReportModel, texts: Texts): string {
  const { disclosure, scan, serviceHost, policyPages, run } = model;
  if (disclosure.mode === 'full' || scan.id === null) return '';
  const { whoSees, withheld } = texts.whatToDo;
  const settingLink = policyPages === null ? workflowLink(run, texts) : policyFileLink(policyPages, texts);
  const readers = `${escapeKeepingCode(withheld(disclosure.because, serviceHost))} ${settingLink}`;
  return `**${texts.label.scanId}:** ${codeSpan(scan.id, 100)}\n\n**${whoSees}:** ${readers}`;
}

/** The lines of a remedy as Markdown. The last one has a link to the run, and `changeLink`: what may have to change. */
function remedyWithLinks(remedy: string, changeLink: string, { run }: ReportModel, texts: Texts): string[] {
  const lines = remedy.split('\n').map((line) => escapeKeepingCode(line));
  const links = joinNonEmpty([link(texts.whatToDo.openRun, run.url), changeLink], ' · ');
  return lines.with(-1, `${lines.at(-1)} ${links}`);
}

/** The names of findings as Markdown, each with its number: `**SQL injection** × 2`. */
function namesToFix(findings: readonly JudgedFinding[], texts: Texts): string[] {
  const groups = Map.groupBy(
    groupEqualFindings(findings),
    ({ representative }) => representative.finding.name,
  );
  return Array.from(groups, ([name, group]) => {
    const bold = `<b>${escapeMarkdown(name, maxNameToFixLength) || texts.label.unnamed}</b>`;
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
  const counts = countsPhrase(byThemselves, texts);
  const names = namesToFix(assessment.findings.filter(blocksByItself), texts);
  const isNamed = counts === '' || (disclosure.mode === 'full' && names.length <= maxNamesToFix);
  return [...(isNamed ? names : [texts.whatToDo.thatBlock(counts)]), ...budgets.map(texts.whatToDo.ofBudget)];
}

/** How to deal with findings that block, listed or counted by severity, as Markdown; `''` if there are none. */
function findingRemedy(model: ReportModel, texts: Texts): string {
  const { disclosure, isOnPullRequest, serviceHost } = model;
  const toFix = whatToFix(model, texts);
  if (toFix.length === 0) return '';
  const findingsToFix = texts.joinWords(toFix);
  const { fix, fixCounted, thenPush, thenDeploy } = texts.whatToDo;
  const dashboard = addressLink(`https://${serviceHost}`);
  const instruction = disclosure.mode === 'full' ? fix(findingsToFix) : fixCounted(findingsToFix, dashboard);
  return `${instruction} ${isOnPullRequest ? thenPush : thenDeploy}`;
}

/** How to deal with what blocks, as Markdown: one remedy for all findings, and the remedies for violated host rules. */
function blockerRemedies(model: ReportModel, texts: Texts): string[] {
  const { assessment, policyPages } = model;
  const toFix = findingRemedy(model, texts);
  const isOwnRule = assessment.verdict.reasons.some(({ kind, by }) => kind === 'host-violations' && !by);
  const fileLink = policyPages === null || !isOwnRule ? '' : policyFileLink(policyPages, texts);
  const otherRemedies = describeReasons(model, texts).flatMap(({ kind, remedy }) => {
    if (kind === 'host-violations') return remedyWithLinks(remedy, fileLink, model, texts);
    return kind === 'unlisted-findings' && toFix === '' ? remedyWithLinks(remedy, '', model, texts) : [];
  });
  // A set, because both policies may have the same rule for the host.
  return [...(toFix === '' ? [] : [toFix]), ...new Set(otherRemedies)];
}

/** Further problems besides the first reason, and what to do about them, as a list. */
function otherProblemsList(model: ReportModel, texts: Texts): string {
  const [, ...others] = describeReasons(model, texts);
  const items = others
    .filter(({ kind }) => kind === 'problem' || kind === 'unlisted-findings')
    .map(({ what, remedy }) => escapeKeepingCode(`${what} ${remedy}`));
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
  const [reason = { what: '', remedy: '' }] = describeReasons(model, texts);
  const cause = escapeKeepingCode(reason.what);
  if (wasSkipped(assessment))
    return [`**${words.nothingToDo}** ${words.staysGreen} ${cause}`, escapeKeepingCode(reason.remedy)];
  const isFail = outcome === 'fail';
  const [problem] = problemsOf(assessment);
  const remedies =
    isFail || problem === undefined
      ? blockerRemedies(model, texts)
      : remedyWithLinks(reason.remedy, linkToChange(problem, model, texts), model, texts);
  const alertRemedyCount = isFail || remedies.length === 1 ? 1 : 0;
  const staysGreen = failOnlyWarns(model);
  const kind = isFail && !staysGreen ? 'CAUTION' : 'WARNING';
  const alertParts = [
    isFail ? '' : cause,
    staysGreen && isOnPullRequest ? words.mayMerge : '',
    ...remedies.slice(0, alertRemedyCount),
  ];
  return [`> [!${kind}]\n> ${joinNonEmpty(alertParts, ' ')}`, bulletList(remedies.slice(alertRemedyCount))];
}

/** The verdict in words, as a heading. */
export function headline(model: ReportModel, texts: Texts): string {
  const { assessment } = model;
  const outcomeSign = wasSkipped(assessment) ? '⏭️' : signs[assessment.verdict.outcome];
  // Next to a green check, a cross would look like a failed check.
  const sign = failOnlyWarns(model) ? '⚠️' : outcomeSign;
  return `## ${sign} ${verdictTitle(model, texts)}`;
}

/** What to do now (unless the verdict is `pass`), and what else is wrong. Everybody reads this part. */
export function whatToDo(model: ReportModel, texts: Texts): string {
  return joinBlocks([
    ...alertBlocks(model, texts),
    model.assessment.verdict.outcome === 'fail' ? partialSentence(model, texts) : '',
    otherProblemsList(model, texts),
    withheldParagraphs(model, texts),
  ]);
}
