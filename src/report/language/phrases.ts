/** Phrases that several parts of a report share. All are plain text. */

import { type Language, numbers, say, wordsIn } from '../../core/say.ts';
import { type Severity, type SeverityCounts, severities } from '../../core/severity.ts';

const severityNames: Readonly<Record<Language, Readonly<Record<Severity, string>>>> = {
  en: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', warning: 'Warning' },
  pt: { critical: 'Crítica', high: 'Alta', medium: 'Média', low: 'Baixa', warning: 'Informativa' },
};

/** With a capital letter, as in a heading. */
export function severityName(severity: Severity, language: Language): string {
  return severityNames[language][severity];
}

/** `2 medium`, `1 warning`; in Portuguese `média: 2`. */
export function severityCount(severity: Severity, count: number, language: Language): string {
  const { number, plural } = numbers[language];
  const name = severityName(severity, language).toLowerCase();
  if (language === 'pt') return `${name}: ${number(count)}`;
  return severity === 'warning' ? plural(count, 'warning', 'warnings') : `${number(count)} ${name}`;
}

/** Counts that are not zero: `1 critical, 2 low`. */
export function countsPhrase(counts: SeverityCounts, language: Language): string {
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => severityCount(severity, counts[severity], language))
    .join(', ');
}

export function findingCount(count: number, language: Language): string {
  return say({ en: '{count:finding|findings}', pt: '{count:achado|achados}' }, { count }, language);
}

/** At the end of a list that was cut. */
export function andMore(count: number, language: Language): string {
  return say({ en: 'and {count} more', pt: 'e mais {count}' }, { count }, language);
}

/** A line of the policy file. */
export function lineName(line: number, language: Language): string {
  return wordsIn(language)(`line ${line}`, `linha ${line}`);
}
