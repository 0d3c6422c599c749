/** The verdict in a few words: the title of a page and of the tracking issue. Plain text. */

import { plainText } from '../../core/plain-text.ts';
import { say, wordsIn } from '../../core/say.ts';
import { wasSkipped } from '../../gate/judgement.ts';
import { isLoweredToWarning } from '../../gate/step-end.ts';
import type { ReportModel } from '../model.ts';
import type { PublishedModel } from '../published-model.ts';

/** The title of a page, such as `Scan Gate: 2 findings block this pull request`: what happens to the check. */
export function verdictTitle(model: ReportModel): string {
  return `Scan Gate: ${verdictPhrase(model)}`;
}

function verdictPhrase(model: ReportModel): string {
  const { judgement, settings, isOnPullRequest, language } = model;
  const t = wordsIn(language);
  const isLowered = isLoweredToWarning(judgement, settings.policy);
  switch (judgement.verdict) {
    case 'pass':
      return t('passed', 'aprovado');
    case 'inconclusive':
      if (wasSkipped(judgement))
        return t(
          'skipped, nothing was scanned; the check stays green',
          'pulado, nada foi escaneado; o check continua verde',
        );
      return isLowered
        ? t(
            'no clear result; the check stays green (on-inconclusive: warn)',
            'sem resultado claro; o check continua verde (on-inconclusive: warn)',
          )
        : t('no clear result, so this check failed', 'sem resultado claro, por isso este check falhou');
    case 'fail':
      if (isLowered)
        return `${blockingPhrase(model)}; ${t('the check stays green', 'o check continua verde')} (on-fail: warn)`;
      return isOnPullRequest
        ? `${blockingPhrase(model)} ${t('this pull request', 'este pull request')}`
        : `${t('failed', 'reprovado')}, ${blockingPhrase(model)}`;
  }
}

/** `2 findings block`, listed or not. */
function blockingPhrase({ judgement, language }: ReportModel): string {
  const template = {
    en: '{count:finding blocks|findings block}',
    pt: '{count:achado bloqueia|achados bloqueiam}',
  };
  return say(template, { count: judgement.blockingCount }, language);
}

/** GitHub takes 256 characters of a title. */
const maxIssueTitleLength = 200;

/** The title of the tracking issue: its state, and the target. An inconclusive run does not touch the issue. */
export function issueTitle(model: PublishedModel): string {
  const t = wordsIn(model.language);
  const state =
    model.judgement.verdict === 'fail'
      ? `${t('failed', 'reprovado')}, ${blockingPhrase(model)}`
      : t('nothing blocks', 'nada bloqueia');
  return plainText(`Scan Gate: ${state} ${t('on', 'em')} ${targetName(model)}`, maxIssueTitleLength);
}

/** The target without its scheme, so that GitHub makes no link of it; the job if the target must not be named. */
function targetName({ target, run }: ReportModel): string {
  const name = target?.replace(/^https?:\/\//iu, '').replace(/\/$/u, '');
  return plainText(name ?? `${run.workflow} / ${run.job}`, 120);
}
