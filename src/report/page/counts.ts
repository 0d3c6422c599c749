/** The counts by severity, and what was scanned. */

import { wordsIn } from '../../core/say.ts';
import { severities } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { escapeKeepingCode, escapeMarkdown } from '../markdown/escape.ts';
import { addressLink } from '../markdown/link.ts';
import type { ReportModel } from '../model.ts';
import { sentencesOnCounts } from '../sentences/verdict-sentences.ts';
import { icons, label, severityCount } from '../words.ts';

/** The counts, the target with the scanning service, and the counts of the baseline and the policy. */
export function countsSection(model: ReportModel): string {
  const sentences = sentencesOnCounts(model).join(' ');
  return joinNonEmpty([countsLine(model), scannedLine(model), escapeKeepingCode(sentences)], '<br>\n');
}

/** `🔴 **2 critical** · 🔵 3 low`, bold if it blocks; `''` if all counts are zero. */
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
