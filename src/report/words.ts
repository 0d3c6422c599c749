/** Words and phrases that several parts of a report share, in both languages. All are plain text. */

import { type Language, numberFormats, say, type Template, wordsIn } from '../core/say.ts';
import { type Severity, type SeverityCounts, severities } from '../core/severity.ts';
import type { PdfType } from '../settings/value-schemas.ts';

const labels = {
  where: { en: 'Where', pt: 'Onde' },
  unnamed: { en: '(no name)', pt: '(sem nome)' },
  howToFix: { en: 'How to fix', pt: 'Como corrigir' },
  /** Before the counts of a scan that did not finish. */
  soFar: { en: 'Found so far, not a complete result', pt: 'Encontrado até agora, resultado incompleto' },
  scanId: { en: 'Scan id', pt: 'ID do scan' },
  policyFile: { en: 'Policy file', pt: 'Arquivo de política' },
  ACTION_REPORT: { en: 'Action report (PDF)', pt: 'Relatório de ação (PDF)' },
  COMMERCIAL_RISK_REPORT: { en: 'Commercial risk report (PDF)', pt: 'Relatório comercial de riscos (PDF)' },
} satisfies Readonly<Record<PdfType, Template>> & Readonly<Record<string, Template>>;

/** A heading or another name. */
export function label(name: keyof typeof labels, language: Language): string {
  return labels[name][language];
}

const severityNames: Readonly<Record<Severity, Template>> = {
  critical: { en: 'Critical', pt: 'Crítica' },
  high: { en: 'High', pt: 'Alta' },
  medium: { en: 'Medium', pt: 'Média' },
  low: { en: 'Low', pt: 'Baixa' },
  warning: { en: 'Warning', pt: 'Informativa' },
};

export const icons: Readonly<Record<Severity, string>> = {
  critical: '🔴',
  high: '🟠',
  medium: '🟡',
  low: '🔵',
  warning: '⚪',
};

/** With a capital letter, as in a heading. */
export function severityName(severity: Severity, language: Language): string {
  return severityNames[severity][language];
}

/** `2 medium`, `1 warning`; in Portuguese `média: 2`. */
export function severityCount(severity: Severity, count: number, language: Language): string {
  const { number, plural } = numberFormats[language];
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

/** The first `max` of `items`, and how many more there are. */
export function firstAndMore(items: readonly string[], max: number, language: Language): string[] {
  const more = items.length > max ? [andMore(items.length - max, language)] : [];
  return [...items.slice(0, max), ...more];
}

/** At the end of a list that was cut. */
export function andMore(count: number, language: Language): string {
  return say({ en: 'and {count} more', pt: 'e mais {count}' }, { count }, language);
}

export function moreBlocking(count: number, language: Language): string {
  const template = {
    en: '{count:more blocking finding|more blocking findings}',
    pt: '{count:outro achado bloqueante|outros achados bloqueantes}',
  };
  return say(template, { count }, language);
}

/** A line of the policy file. */
export function lineName(line: number, language: Language): string {
  return wordsIn(language)(`line ${line}`, `linha ${line}`);
}
