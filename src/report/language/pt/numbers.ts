import { numbersIn } from '../numbers.ts';

const style = { thousands: '.', point: ',', and: 'e' };
export const ptNumbers = numbersIn(style);
export const { number, plural, decimal, percent } = ptNumbers;

/** Severities as headings; elsewhere in lower case. */
export const severityWords = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Média',
  low: 'Baixa',
  warning: 'Informativa',
} as const;
