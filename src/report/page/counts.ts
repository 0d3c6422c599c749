/** The counts by severity, the target, and the limits that apply. */

import { wordsIn } from '../../core/say.ts';
import { severities } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { escapeKeepingCode, escapeMarkdown } from '../markdown/escape.ts';
import { addressLink } from '../markdown/link.ts';
import type { ReportModel } from '../model.ts';
import {
  baselineName,
  countSentences,
  noFindingsSentence,
  unlistedSentence,
} from '../sentences/verdict-sentences.ts';
import { icons, label, onTarget, severityCount, severityName } from '../words.ts';

/**
 * The counts, the target, the limits, and the circumstances of the verdict. If an inconclusive verdict has no counts,
 * only the target, the scanning service and the circumstances. A count is bold if any of its findings blocks.
 */
export function countsSection(model: ReportModel): string {
  const { judgement, language } = model;
  const { verdict, checkCount } = judgement;
  const counts = countsLine(model);
  const sentences = [...countSentences(model), unlistedSentence(model)];
  const facts = escapeKeepingCode(joinNonEmpty(sentences, ' '));
  if (verdict === 'inconclusive' && counts === '') return joinNonEmpty([serviceLine(model), facts], '<br>\n');
  const openings = {
    pass: `**${label('nothingToDo', language)}**`,
    fail: '',
    inconclusive: `${label('soFar', language)}:`,
  };
  const noFindings = noFindingsSentence(checkCount, language).replace(/\.$/u, '');
  const opening = joinNonEmpty([openings[verdict], counts || noFindings], ' ');
  return joinNonEmpty([`${joinNonEmpty([opening, targetAndLimits(model)], ' — ')}.`, facts], '<br>\n');
}

/** `🔴 **2 critical** · 🔵 3 low`, bold if it blocks; `''` if all counts are zero. */
function countsLine({ judgement: { counts, countsByStatus }, language }: ReportModel): string {
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const words = severityCount(severity, counts[severity], language);
      return `${icons[severity]}&nbsp;${countsByStatus.blocking[severity] > 0 ? `**${words}**` : words}`;
    })
    .join(' · ');
}

/** The title for findings that are in the baseline, as plain text, such as `Already on www.example.com`. */
export function knownFindingsTitle(model: ReportModel): string {
  const t = wordsIn(model.language);
  const name = baselineName(model)?.replace(/^https?:\/\//u, '') ?? null;
  return name === null
    ? t('Already in the baseline', 'Já na linha de base')
    : `${t('Already on', 'Já em')} ${name}`;
}

/** The target and the scanning service, for a page without counts. */
function serviceLine({ target, serviceHost, language }: ReportModel): string {
  const named = target === null ? '' : `${wordsIn(language)('Target', 'Alvo')}: ${addressLink(target)}`;
  const service = serviceHost === '' ? '' : `${label('service', language)}: ${escapeMarkdown(serviceHost)}`;
  return joinNonEmpty([named, service], ' · ');
}

/** The target, unless the table of what blocks names it, and the limits, unless the verdict is inconclusive. */
function targetAndLimits(model: ReportModel): string {
  const { verdict, findings } = model.judgement;
  if (verdict === 'inconclusive') return targetPhrase(model);
  const isNamed = findings.some(({ status }) => status === 'blocking');
  return joinNonEmpty([isNamed ? '' : targetPhrase(model), limitsPhrase(model)], '; ');
}

/** `on preview-104.example.com`, as Markdown; `''` if the target is not known. */
export function targetPhrase({ target, language }: ReportModel): string {
  return target === null ? '' : onTarget(addressLink(target), language);
}

/** What blocks. */
function limitsPhrase({ settings, judgement, language }: ReportModel): string {
  const t = wordsIn(language);
  const { 'fail-on': failOn } = settings.policy;
  if (failOn === 'never')
    return t(
      'no severity blocks by itself (`fail-on: never`)',
      'nenhuma severidade bloqueia por si só (`fail-on: never`)',
    );
  const name = severityName(failOn, 'pt').toLowerCase();
  const blocks = t(
    `${failOn}${failOn === 'critical' ? '' : ' or worse'} blocks`,
    `bloqueia a partir de severidade ${name}`,
  );
  return judgement.baseline.kind === 'compared' ? `${blocks}${t(' if new', ', se for novo')}` : blocks;
}
