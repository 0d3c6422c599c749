/** How a severity and the counts by severity look on a page. */

import { type Severity, type SeverityCounts, severities } from '../../core/severity.ts';
import type { Texts } from '../language/texts.ts';

export const icons: Readonly<Record<Severity, string>> = {
  critical: '🔴',
  high: '🟠',
  medium: '🟡',
  low: '🔵',
  warning: '⚪',
};

/** `🔴 Critical`, kept on one line, so that the colour is never without its word. */
export function severityLabel(severity: Severity, texts: Texts): string {
  return `${icons[severity]}&nbsp;${texts.severity[severity]}`;
}

/** `🔴 **2 critical** · 🔵 3 low`, each bold if `isBold` returns true; `''` if all counts are zero. */
export function countsWithIcons(
  counts: SeverityCounts,
  isBold: (severity: Severity) => boolean,
  texts: Texts,
): string {
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const words = texts.phrase.severityCount(severity, counts[severity]);
      return `${icons[severity]}&nbsp;${isBold(severity) ? `**${words}**` : words}`;
    })
    .join(' · ');
}
