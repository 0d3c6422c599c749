/** The top of a page: the verdict, the alert that says what to do, and its links. */

import { wordsIn } from '../../core/say.ts';
import type { Verdict } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { problemsOf, wasSkipped } from '../../gate/judgement.ts';
import { isLoweredToWarning } from '../../gate/step-end.ts';
import { codeSpan, escapeKeepingCode } from '../markdown/escape.ts';
import { bulletList, joinBlocks, titledList } from '../markdown/fit.ts';
import { addressLink, link } from '../markdown/link.ts';
import type { ReportModel } from '../model.ts';
import { describeObjections } from '../sentences/objection-sentences.ts';
import { whoSeesFindings } from '../sentences/policy-sentences.ts';
import { verdictTitle } from '../sentences/titles.ts';
import { countsPhrase, label } from '../words.ts';
import { policyFileLink } from './ignore-rules.ts';

/** An emoji makes the comment easy to find in a long page. The words next to it say the same. */
const signs: Readonly<Record<Verdict, string>> = { pass: '✅', fail: '❌', inconclusive: '⚠️' };

/** If findings are withheld: the id of the scan, and who can see the findings, where, and why. Otherwise `''`. */
function withheldParagraphs(model: ReportModel): string {
  const { policyPages, language } = model;
  const withheld = whoSeesFindings(model);
  if (withheld === null) return '';
  const settingLink = policyPages === null ? workflowLink(model) : policyFileLink(policyPages, language);
  return joinBlocks([
    `**${label('scanId', language)}:** ${codeSpan(withheld.scanId, 100)}`,
    `**${withheld.title}:** ${escapeKeepingCode(withheld.readers)} ${settingLink}`,
  ]);
}

function workflowLink({ run, language }: ReportModel): string {
  return link(wordsIn(language)('Open the workflow file', 'Abrir o arquivo do workflow'), run.workflowUrl);
}

/** The lines of a remedy as Markdown. The last one has a link to the run. */
function remedyWithLink(remedy: string, { run, language }: ReportModel): string[] {
  const lines = remedy.split('\n').map((line) => escapeKeepingCode(line));
  const runLink = link(wordsIn(language)('Open this run', 'Abrir esta execução'), run.url);
  return lines.with(-1, `${lines.at(-1)} ${runLink}`);
}

/** The findings to fix, by their counts; `''` if none is listed. */
function whatToFix({ judgement, language }: ReportModel): string {
  const counts = countsPhrase(judgement.countsByStatus.blocking, language);
  if (counts === '') return '';
  return wordsIn(language)(`the findings that block (${counts})`, `os achados que bloqueiam (${counts})`);
}

/** How to deal with findings that block, listed or counted by severity, as Markdown; `''` if there are none. */
function findingRemedy(model: ReportModel): string {
  const { disclosure, isOnPullRequest, serviceHost, language } = model;
  const t = wordsIn(language);
  const which = whatToFix(model);
  if (which === '') return '';
  const dashboard = addressLink(`https://${serviceHost}`);
  const fix =
    disclosure.mode === 'full'
      ? t(`Fix ${which}: see “How to fix”.`, `Corrija ${which}: veja “Como corrigir”.`)
      : t(
          `Open this scan in the dashboard of ${dashboard}, by its id below, and fix ${which}.`,
          `Abra este scan no painel de ${dashboard}, pelo ID abaixo, e corrija ${which}.`,
        );
  const then = isOnPullRequest
    ? t('Then push: the next deployment is scanned.', 'Depois faça o push: o próximo deploy será escaneado.')
    : t(
        'Then deploy: the next run scans again.',
        'Depois faça o deploy: o scan roda de novo na próxima execução.',
      );
  return `${fix} ${then}`;
}

/** How to deal with what blocks, as Markdown. */
function blockerRemedies(model: ReportModel): string[] {
  const toFix = findingRemedy(model);
  if (toFix !== '') return [toFix];
  return describeObjections(model).flatMap(({ kind, remedy }) =>
    kind === 'unlisted-findings' ? remedyWithLink(remedy, model) : [],
  );
}

/** Further problems besides the first reason, and what to do about them, as a list. */
function otherProblemsList(model: ReportModel): string {
  const [, ...others] = describeObjections(model);
  const items = others
    .filter(({ kind }) => kind === 'problem' || kind === 'unlisted-findings')
    .map(({ what, remedy }) => escapeKeepingCode(`${what} ${remedy}`));
  return titledList(wordsIn(model.language)('Also:', 'Além disso:'), items);
}

/** True if the check stays green after a `fail`, by `on-fail: warn`. */
function failOnlyWarns({ judgement, settings }: ReportModel): boolean {
  return judgement.verdict === 'fail' && isLoweredToWarning(judgement, settings.policy);
}

/**
 * A GitHub alert that says what to do, and below it a list of the remedies that are not in the alert. After a `fail`,
 * the alert is red, or yellow if the check stays green, and has the first remedy. If the verdict is inconclusive, the
 * alert is yellow and has the cause, and the remedy only if there is just one.
 */
function alertBlocks(model: ReportModel): string[] {
  const { judgement, isOnPullRequest, language } = model;
  const { verdict } = judgement;
  const t = wordsIn(language);
  if (verdict === 'pass') return [];
  const [reason = { what: '', remedy: '' }] = describeObjections(model);
  const cause = escapeKeepingCode(reason.what);
  if (wasSkipped(judgement)) {
    const staysGreen = t('The check stays green.', 'O check continua verde.');
    const nothing = `**${label('nothingToDo', language)}** ${staysGreen} ${cause}`;
    return [nothing, escapeKeepingCode(reason.remedy)];
  }
  const isFail = verdict === 'fail';
  const [problem] = problemsOf(judgement);
  const remedies =
    isFail || problem === undefined ? blockerRemedies(model) : remedyWithLink(reason.remedy, model);
  const alertRemedyCount = isFail || remedies.length === 1 ? 1 : 0;
  const staysGreen = failOnlyWarns(model);
  const mayMerge = t(
    'This check does not stop a merge. Recommended:',
    'Este check não impede o merge. Recomendado:',
  );
  const alertParts = [
    isFail ? '' : cause,
    staysGreen && isOnPullRequest ? mayMerge : '',
    ...remedies.slice(0, alertRemedyCount),
  ];
  const kind = isFail && !staysGreen ? 'CAUTION' : 'WARNING';
  return [`> [!${kind}]\n> ${joinNonEmpty(alertParts, ' ')}`, bulletList(remedies.slice(alertRemedyCount))];
}

/** The verdict in words, as a heading. */
export function headline(model: ReportModel): string {
  const { judgement } = model;
  const verdictSign = wasSkipped(judgement) ? '⏭️' : signs[judgement.verdict];
  // Next to a green check, a cross would look like a failed check.
  const sign = failOnlyWarns(model) ? '⚠️' : verdictSign;
  return `## ${sign} ${verdictTitle(model)}`;
}

/** What to do now (unless the verdict is `pass`), and what else is wrong. Everybody reads this part. */
export function whatToDo(model: ReportModel): string {
  return joinBlocks([...alertBlocks(model), otherProblemsList(model), withheldParagraphs(model)]);
}
