/** The verdict in sentences, for every report. All texts are plain, so the caller has to escape them. */

import { plainText } from '../../core/plain-text.ts';
import { type Language, say, wordsIn } from '../../core/say.ts';
import { sumCounts } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { hasProblem } from '../../gate/judgement.ts';
import { isLoweredToWarning } from '../../gate/step-end.ts';
import { baselineText } from '../../settings/values.ts';
import type { ReportModel } from '../model.ts';
import type { PublicModel } from '../public-model.ts';
import { countsPhrase } from '../words.ts';
import { describeObjections } from './objection-sentences.ts';

/** Longest one-line verdict, in code points. An output may be longer, but nobody reads it. */
const maxLineLength = 1000;

/** Besides the objections: how many findings a pass had, or that an inconclusive verdict only warns; else `''`. */
function verdictSentence({ judgement, settings, language }: ReportModel): string {
  const t = wordsIn(language);
  if (judgement.verdict === 'fail') return '';
  if (judgement.verdict === 'inconclusive')
    return isLoweredToWarning(judgement, settings.policy)
      ? t(
          'The step is not failed by this, because `on-inconclusive` is `warn`.',
          'O step não falha por causa disso, porque `on-inconclusive` está definido como `warn`.',
        )
      : '';
  const total = sumCounts(judgement.counts);
  if (total === 0) return noFindingsSentence(judgement.checkCount, language);
  if (total === 1) return t('The only finding does not block.', 'O único achado não bloqueia.');
  const template = { en: 'None of the {total} findings blocks.', pt: 'Nenhum dos {total} achados bloqueia.' };
  return say(template, { total }, language);
}

/** @param checks how many checks were made; `null` if it is not known */
export function noFindingsSentence(checks: number | null, language: Language): string {
  const template = {
    en: 'No findings[ in {checks:check|checks}].',
    pt: 'Nenhum achado[ em {checks:verificação|verificações}].',
  };
  return say(template, { checks }, language);
}

/**
 * The verdict in one plain line without Markdown, for the output `reason`, the annotation that fails the step, and the
 * log: every reason, then what to do about the first one.
 */
export function verdictLineOf(model: PublicModel): string {
  const objections = describeObjections(model);
  const parts = [
    ...objections.map(({ what }) => what),
    ...furtherSentences(model),
    objections[0]?.remedy ?? '',
  ];
  const sentence = joinNonEmpty(parts, ' ');
  return plainText(sentence.replaceAll('`', ''), maxLineLength);
}

/** What else there is to say about the verdict, in sentences of plain text. */
export function furtherSentences(model: ReportModel): string[] {
  const notes = [verdictSentence(model), ...countSentences(model)];
  return notes.filter((note) => note !== '');
}

/** How many findings are new, known and ignored, in sentences of plain text. The table of counts shows the same. */
export function countSentences(model: ReportModel): string[] {
  const count = sumCounts(model.judgement.countsByStatus.ignored);
  const template = {
    en: '{count:finding is|findings are} ignored by the policy file.',
    pt: '{count:achado é ignorado|achados são ignorados} pelo arquivo de política.',
  };
  return [comparisonSentence(model), count === 0 ? '' : say(template, { count }, model.language)];
}

/** The result of the comparison; `''` if nothing was compared or the baseline could not be read. */
export function comparisonSentence(model: ReportModel): string {
  const { judgement, scan, settings, language } = model;
  const { baseline } = judgement;
  const setting = settings.policy.baseline;
  if (baseline.kind === 'none' || scan.percentage === null || hasProblem(judgement, 'baseline')) return '';
  if (baseline.kind === 'first') {
    const template = {
      en: 'There is no finished scan of the baseline[ (`{baseline}`)] yet: every finding counts as new.',
      pt: 'Ainda não há scan concluído da linha de base[ (`{baseline}`)]: todo achado conta como novo.',
    };
    return say(template, { baseline: setting && baselineText(setting) }, language);
  }
  const template = {
    en: 'Compared with {name}: {fresh} new, {known} already there[, {fixed} fixed].',
    pt: 'Em comparação com {name}: {fresh:novo|novos}, {known:já existente|já existentes}[, {fixed:corrigido|corrigidos}].',
  };
  const { new: fresh, known, fixed } = baseline;
  const name = baselineName(model) ?? wordsIn(language)('the baseline', 'a linha de base');
  return say(template, { name, fresh, known, fixed }, language);
}

/** The baseline as plain text; `null` for none, one that must not be named, and a scan, which the facts name. */
export function baselineName({ settings, disclosure }: ReportModel): string | null {
  const { baseline } = settings.policy;
  const isNamed = baseline !== null && baseline.kind !== 'scan' && disclosure.mode === 'full';
  return isNamed ? plainText(baselineText(baseline), 200) : null;
}

/** How many findings the list lacks, as plain text; `''` if the list holds all that the summary counts. */
export function unlistedSentence({ judgement: { unlisted }, language }: ReportModel): string {
  const count = sumCounts(unlisted);
  const template = {
    en: 'The scan counts {count:finding|findings} that it does not list ({list}).',
    pt: 'O scan conta {count:achado que não lista|achados que não lista} ({list}).',
  };
  return count === 0 ? '' : say(template, { count, list: countsPhrase(unlisted, language) }, language);
}
