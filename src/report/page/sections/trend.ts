/** The last scans of the target. */

import { highestSeverity, reaches, type Severity } from '../../../core/severity.ts';
import { isoDay, utcMinute } from '../../../core/time.ts';
import type { TrendPoint } from '../../../scan/trend.ts';
import type { Texts } from '../../language/texts.ts';
import { bulletList, fold, joinBlocks } from '../../markdown/fit.ts';
import type { ReportModel } from '../../model.ts';
import { icons, severityLabel } from '../severity-signs.ts';

/** The scans before this one. The list may contain this scan too, with its time in whole seconds. */
function earlierScans({ trend, scan }: ReportModel): TrendPoint[] {
  const before = Math.floor((scan.startedAt ?? Number.POSITIVE_INFINITY) / 1000) * 1000;
  return trend.filter(({ startedAt }) => utcMinute(startedAt) !== null && startedAt < before);
}

/** How the highest severity of a scan compares with the one before it. */
function trendDirection(previous: Severity, current: Severity | null): 'better' | 'same' | 'worse' {
  if (current === previous) return 'same';
  return current !== null && reaches(current, previous) ? 'worse' : 'better';
}

/**
 * One line with the highest severity of each of the target's last scans, oldest first, and how this scan compares with
 * the previous one. The dates are folded. `''` if no earlier scan is known.
 */
export function trendSection(model: ReportModel, texts: Texts): string {
  const points = earlierScans(model);
  const lastStated = points.findLast(({ severity }) => severity !== null);
  if (lastStated === undefined || lastStated.severity === null) return '';
  const words = texts.trend;
  const signs = points.map(({ severity }) => (severity === null ? '·' : icons[severity])).join(' ');
  const { counts, verdict } = model.assessment;
  const severityNow = highestSeverity(counts);
  const comparison = words[trendDirection(lastStated.severity, severityNow)](isoDay(lastStated.startedAt));
  const conclusion =
    verdict.outcome === 'inconclusive'
      ? ''
      : ` → ${severityNow === null ? '✅' : icons[severityNow]} **${comparison}**`;
  const dates = points.map(
    ({ startedAt, severity }) =>
      `${utcMinute(startedAt)}: ${severity === null ? words.notStated : severityLabel(severity, texts)}`,
  );
  return joinBlocks([`**${words.title}:** ${signs}${conclusion}`, fold(words.dates, [bulletList(dates)])]);
}
