/** Severities as headings; elsewhere in lower case. */
export const ptSeverity = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Média',
  low: 'Baixa',
  warning: 'Aviso',
} as const;
