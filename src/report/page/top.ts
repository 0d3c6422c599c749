/** The top of a page: the verdict, why, what to do, who can see findings that are withheld, and the counts. */

import { joinNonEmpty, wordsIn } from '../../core/say.ts';
import { severities } from '../../core/severity.ts';
import { wasSkipped } from '../../gate/judgement.ts';
import { isLoweredToWarning } from '../../gate/step-end.ts';
import { codeSpan, escapeKeepingCode, escapeMarkdown } from '../markdown/escape.ts';
import { joinBlocks, titledList } from '../markdown/fit.ts';
import { addressLink } from '../markdown/link.ts';
import type { ReportModel } from '../model.ts';
import { describeObjections } from '../sentences/objection-sentences.ts';
import { whoSeesFindings } from '../sentences/policy-sentences.ts';
import { verdictTitle } from '../sentences/titles.ts';
import { sentencesOnCounts } from '../sentences/verdict-sentences.ts';
import { icons, label, severityCount } from '../words.ts';
import { policyFileLink } from './rule-sections.ts';

/** The sign of the title, and the kind of the alert, if there is one. The words beside them say the same. */
function signAndAlert({ judgement, settings }: ReportModel): [sign: string, alert: string] {
  if (judgement.verdict === 'pass') return ['✅', ''];
  if (wasSkipped(judgement)) return ['⏭️', ''];
  // Next to a green check, a cross would look like a failed check.
  const isRed = judgement.verdict === 'fail' && !isLoweredToWarning(judgement, settings.policy);
  return isRed ? ['❌', 'CAUTION'] : ['⚠️', 'WARNING'];
}

/** The verdict in words, as a heading. */
export function headline(model: ReportModel): string {
  const [sign] = signAndAlert(model);
  return `## ${sign} ${verdictTitle(model)}`;
}

/** Why, and what to do now, as a GitHub alert unless all is well; below it what else is wrong. */
export function whatToDo(model: ReportModel): string {
  const t = wordsIn(model.language);
  const [, alert] = signAndAlert(model);
  const [first, ...others] = describeObjections(model).map(({ what, remedy }) =>
    [what, ...remedy.split('\n')].map((line) => escapeKeepingCode(line)),
  );
  const lines = [...(first ?? []), mergeSentence(model)];
  const items = others.map((each) => joinNonEmpty(each, ' '));
  return joinBlocks([
    alert === '' ? joinBlocks(lines) : `> [!${alert}]\n> ${joinNonEmpty(lines, '\n>\n> ')}`,
    titledList(t('Also:', 'Além disso:'), items),
    withheldParagraphs(model),
  ]);
}

function mergeSentence({ judgement, settings, isOnPullRequest, language }: ReportModel): string {
  return isOnPullRequest && isLoweredToWarning(judgement, settings.policy)
    ? wordsIn(language)('This check does not stop a merge.', 'Este check não impede o merge.')
    : '';
}

/** If findings are withheld: the id of the scan, and who can see the findings, where, and why. Otherwise `''`. */
function withheldParagraphs(model: ReportModel): string {
  const { ownPolicyFile, language } = model;
  const withheld = whoSeesFindings(model);
  if (withheld === null) return '';
  const file =
    ownPolicyFile === null ? '' : `${label('policyFile', language)}: ${policyFileLink(ownPolicyFile)}`;
  return joinBlocks([
    `**${label('scanId', language)}:** ${codeSpan(withheld.scanId, 100)}`,
    `**${withheld.title}:** ${joinNonEmpty([escapeKeepingCode(withheld.readers), file], ' ')}`,
  ]);
}

/** The counts, the target with the scanning service, and the counts of the baseline and the policy. */
export function countsSection(model: ReportModel): string {
  const sentences = sentencesOnCounts(model).join(' ');
  return joinNonEmpty([countsLine(model), scannedLine(model), escapeKeepingCode(sentences)], '<br>\n');
}

/** `🔴 **2 critical** · 🔵 3 low`, bold if a listed finding blocks; `''` if all counts are zero. */
function countsLine({ judgement, language }: ReportModel): string {
  const { verdict, counts, countsByStatus } = judgement;
  const shown = severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const words = severityCount(severity, counts[severity], language);
      return `${icons[severity]}&nbsp;${countsByStatus.blocking[severity] > 0 ? `**${words}**` : words}`;
    });
  const soFar = verdict === 'inconclusive' && shown.length > 0 ? `${label('soFar', language)}: ` : '';
  return soFar + shown.join(' · ');
}

/** The target and the scanning service, each if it is known. */
function scannedLine({ target, serviceHost, language }: ReportModel): string {
  const t = wordsIn(language);
  const facts = [
    target === null ? '' : `${t('Target', 'Alvo')}: ${addressLink(target)}`,
    serviceHost === '' ? '' : `${t('Scanning service', 'Serviço de scan')}: ${escapeMarkdown(serviceHost)}`,
  ];
  return joinNonEmpty(facts, ' · ');
}
