/** The verdict in sentences, for every report. All texts are plain, so the caller has to escape them. */

import { plainText } from '../../core/plain-text.ts';
import { joinNonEmpty, say } from '../../core/say.ts';
import { sumCounts } from '../../core/severity.ts';
import { isBecauseOf } from '../../gate/judgement.ts';
import { baselineText } from '../../settings/baseline-setting.ts';
import type { ReportModel } from '../model.ts';
import type { PublishedModel } from '../published-model.ts';
import { countsPhrase } from '../words.ts';
import { describeObjections } from './objection-sentences.ts';

/** Longest one-line verdict, in code points. An output may be longer, but nobody reads it. */
const maxLineLength = 1000;

/**
 * The verdict in one plain line without Markdown, for the output `reason`, the annotation that fails the step, and the
 * log: every reason, then what to do about the first one.
 */
export function reasonOf(model: PublishedModel): string {
  const objections = describeObjections(model);
  const reasons = [...objections.map(({ what }) => what), ...sentencesOnCounts(model)];
  const sentence = joinNonEmpty([...reasons, objections[0]?.remedy ?? ''], ' ');
  return plainText(sentence.replaceAll('`', ''), maxLineLength);
}

/** How many findings are new, known, ignored and not listed, in sentences of plain text. */
export function sentencesOnCounts(model: ReportModel): string[] {
  const { judgement, language } = model;
  const ignored = sumCounts(judgement.countsByStatus.ignored);
  const unlisted = sumCounts(judgement.unlisted);
  const sentences = [
    comparisonSentence(model),
    ignored === 0 ? '' : say(ignoredFindings, { count: ignored }, language),
    unlisted === 0
      ? ''
      : say(
          unlistedFindings,
          { count: unlisted, list: countsPhrase(judgement.unlisted, language) },
          language,
        ),
  ];
  return sentences.filter((sentence) => sentence !== '');
}

const ignoredFindings = {
  en: '{count:finding is|findings are} ignored by the policy file.',
  pt: '{count:achado é ignorado|achados são ignorados} pelo arquivo de política.',
};
const unlistedFindings = {
  en: 'The scan counts {count:finding|findings} that it does not list ({list}).',
  pt: 'O scan conta {count:achado que não lista|achados que não lista} ({list}).',
};
const firstScan = {
  en: 'There is no finished scan of the baseline[ (`{baseline}`)] yet: every finding counts as new.',
  pt: 'Ainda não há scan concluído da linha de base[ (`{baseline}`)]: todo achado conta como novo.',
};
const comparison = {
  en: 'Compared with the baseline[ (`{baseline}`)]: {fresh} new, {known} already there[, {fixed} fixed].',
  pt: 'Em comparação com a linha de base[ (`{baseline}`)]: {fresh:novo|novos}, {known:já existente|já existentes}[, {fixed:corrigido|corrigidos}].',
};

/** The result of the comparison; `''` if nothing was compared or the baseline could not be read. */
function comparisonSentence({ judgement, scan, settings, language }: ReportModel): string {
  const compared = judgement.comparison;
  if (compared.kind === 'none' || scan.percentage === null || isBecauseOf(judgement, 'baseline')) return '';
  const baseline = settings.policy.baseline && baselineText(settings.policy.baseline);
  if (compared.kind === 'no-scan-yet') return say(firstScan, { baseline }, language);
  const { new: fresh, known, fixed } = compared;
  return say(comparison, { baseline, fresh, known, fixed }, language);
}
