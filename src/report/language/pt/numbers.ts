import { numbersIn } from '../numbers.ts';

export const ptNumbers = numbersIn({ thousands: '.', point: ',', and: 'e' });
export const { number, plural, decimal, percent } = ptNumbers;

/** Severities as headings; elsewhere in lower case. */
export const severityWords = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Média',
  low: 'Baixa',
  warning: 'Informativa',
} as const;
