/** A whole number: `1.234`. `Intl` would make the start of the action slower. */
export function number(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/gu, '.');
}

/** `1 achado`, `2 achados`. Zero is plural here: `0 achados`. */
export function plural(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** A score with one decimal: `7,5`. */
export function decimal(score: number): string {
  return score.toFixed(1).replace('.', ',');
}

/** `62,5%`. */
export function percent(value: number): string {
  return `${String(value).replace('.', ',')}%`;
}

/** `PDF, JSON e SARIF`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} e ${words.at(-1)}`;
}

/** Severities as headings; elsewhere in lower case. */
export const severityWords = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Média',
  low: 'Baixa',
  warning: 'Informativo',
} as const;
