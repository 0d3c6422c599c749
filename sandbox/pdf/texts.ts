import type { Language } from '../scan/wire.ts';

/** Every fixed text of the PDFs. `advice` stands over the last column. */
const en = {
  title: { ACTION_REPORT: 'Action report', COMMERCIAL_RISK_REPORT: 'Risk report' },
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  date: 'Date',
  scanId: 'Scan',
  checks: 'Checks performed',
  findings: 'Findings',
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', warning: 'Warning' },
  columns: ['Severity', 'CVSS', 'Finding', 'Where'],
  advice: { ACTION_REPORT: 'What to do', COMMERCIAL_RISK_REPORT: 'Why it matters' },
  moreAddresses: (count: number) => `and ${count} more`,
  moreFindings: (count: number) => `and ${count} more kinds of findings`,
  nothingFound: 'The scan found nothing to fix.',
};

const pt: typeof en = {
  title: { ACTION_REPORT: 'Relatório de ação', COMMERCIAL_RISK_REPORT: 'Relatório de risco' },
  page: (page, pages) => `Página ${page} de ${pages}`,
  date: 'Data',
  scanId: 'Varredura',
  checks: 'Verificações realizadas',
  findings: 'Vulnerabilidades',
  severities: { critical: 'Crítica', high: 'Alta', medium: 'Média', low: 'Baixa', warning: 'Aviso' },
  columns: ['Gravidade', 'CVSS', 'Vulnerabilidade', 'Onde'],
  advice: { ACTION_REPORT: 'O que fazer', COMMERCIAL_RISK_REPORT: 'Por que importa' },
  moreAddresses: (count) => `e mais ${count}`,
  moreFindings: (count) => `e mais ${count} tipos de vulnerabilidade`,
  nothingFound: 'A varredura não encontrou nada a corrigir.',
};

export const pdfTexts: Readonly<Record<Language, typeof en>> = { en, pt };
