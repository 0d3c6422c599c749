import type { Severity } from '../../src/core/severity.ts';
import type { Language, ReportType } from '../../src/core/words.ts';

/** Every fixed text of the PDFs. */
interface PdfTexts {
  readonly title: Readonly<Record<ReportType, string>>;
  readonly date: string;
  readonly scanId: string;
  readonly checks: string;
  readonly findings: string;
  readonly severities: Readonly<Record<Severity, string>>;
  readonly columns: readonly [severity: string, score: string, finding: string, where: string];
  /** Over the last column. */
  readonly advice: Readonly<Record<ReportType, string>>;
  readonly moreAddresses: (count: number) => string;
  readonly moreFindings: (count: number) => string;
  readonly nothingFound: string;
}

const en: PdfTexts = {
  title: { ACTION_REPORT: 'Action plan', COMMERCIAL_RISK_REPORT: 'Risk report' },
  date: 'Date',
  scanId: 'Scan',
  checks: 'Checks performed',
  findings: 'Findings',
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', warning: 'Warning' },
  columns: ['Severity', 'CVSS', 'Finding', 'Where'],
  advice: { ACTION_REPORT: 'What to do', COMMERCIAL_RISK_REPORT: 'Why it matters' },
  moreAddresses: (count) => `and ${count} more`,
  moreFindings: (count) => `and ${count} more kinds of findings`,
  nothingFound: 'The scan found nothing to fix.',
};

const pt: PdfTexts = {
  title: { ACTION_REPORT: 'Plano de ação', COMMERCIAL_RISK_REPORT: 'Relatório de risco' },
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

export const pdfTexts: Readonly<Record<Language, PdfTexts>> = { en, pt };
