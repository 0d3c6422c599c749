import type { Severity } from '../../src/core/severity.ts';
import type { Language } from '../../src/core/words.ts';

interface Phase {
  readonly title: string;
  readonly intent: string;
  readonly severities: readonly Severity[];
}

/** Every fixed text of the PDFs. */
export interface PdfTexts {
  readonly actionTitle: string;
  readonly riskTitle: string;
  readonly date: string;
  readonly scanId: string;
  readonly checks: string;
  readonly findings: string;
  readonly severities: Readonly<Record<Severity, string>>;
  readonly page: (number: number, total: number) => string;
  readonly formatDate: (ms: number) => string;
  readonly howToRead: string;
  readonly howToReadText: string;
  readonly phases: readonly Phase[];
  readonly step: (number: number) => string;
  readonly where: string;
  readonly why: string;
  readonly whatToDo: string;
  readonly readMore: string;
  /** Names for the fields of the evidence that a place shows. */
  readonly details: Readonly<Record<string, string>>;
  readonly moreAddresses: (count: number) => string;
  readonly nothingToDo: string;
  readonly verify: string;
  readonly verifyText: string;
  readonly summary: string;
  readonly summaryText: (facts: { total: number; urgent: number; checked: number }) => string;
  readonly riskLevel: string;
  readonly riskNote: string;
  readonly noRisk: string;
  readonly bySeverity: string;
  readonly byCategory: string;
  readonly urgentTitle: string;
  readonly noneUrgent: string;
  readonly otherTitle: string;
}

const en: PdfTexts = {
  actionTitle: 'Action plan',
  riskTitle: 'Risk report',
  date: 'Date',
  scanId: 'Scan',
  checks: 'Checks performed',
  findings: 'Findings',
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', warning: 'Warning' },
  page: (number, total) => `Page ${number} of ${total}`,
  formatDate: dateIn('en-GB'),
  howToRead: 'How to use this plan',
  howToReadText:
    'The steps are in the order in which they should be taken: what is most dangerous comes first. Each step says where the weakness was seen, why it matters and what to do about it.',
  phases: [
    { title: 'Now', intent: 'Critical and high: start today.', severities: ['critical', 'high'] },
    { title: 'Next', intent: 'Medium: plan for the coming weeks.', severities: ['medium'] },
    {
      title: 'Later',
      intent: 'Low and warnings: take along with other work.',
      severities: ['low', 'warning'],
    },
  ],
  step: (number) => `Step ${number}`,
  where: 'Where',
  why: 'Why it matters',
  whatToDo: 'What to do',
  readMore: 'Read more',
  details: { cookie: 'cookie', parameter: 'parameter', kind: 'kind' },
  moreAddresses: (count) => `and ${count} more`,
  nothingToDo: 'The scan found nothing to fix.',
  verify: 'Afterwards',
  verifyText: 'Scan the site again once the steps are done, and compare the results with this plan.',
  summary: 'Summary',
  summaryText: ({ total, urgent, checked }) =>
    total === 0
      ? `${checked} checks were performed and none of them found a weakness.`
      : `${checked} checks were performed. They found ${total} ${total === 1 ? 'weakness' : 'weaknesses'}, ` +
        `${urgent === 0 ? 'none of them critical or high' : `of which ${urgent} ${urgent === 1 ? 'is' : 'are'} critical or high and should be fixed without delay`}.`,
  riskLevel: 'Risk level',
  riskNote: 'The gauge shows the highest CVSS 3.1 base score among the findings, from 0 to 10.',
  noRisk: 'None found',
  bySeverity: 'Findings by severity',
  byCategory: 'Findings by category',
  urgentTitle: 'What needs attention first',
  noneUrgent: 'There are no critical or high findings.',
  otherTitle: 'Other findings',
};

const pt: PdfTexts = {
  actionTitle: 'Plano de ação',
  riskTitle: 'Relatório de risco',
  date: 'Data',
  scanId: 'Varredura',
  checks: 'Verificações realizadas',
  findings: 'Vulnerabilidades',
  severities: { critical: 'Crítica', high: 'Alta', medium: 'Média', low: 'Baixa', warning: 'Aviso' },
  page: (number, total) => `Página ${number} de ${total}`,
  formatDate: dateIn('pt-BR'),
  howToRead: 'Como usar este plano',
  howToReadText:
    'Os passos estão na ordem em que devem ser executados: o mais perigoso vem primeiro. Cada passo informa onde a falha foi vista, por que ela importa e o que fazer.',
  phases: [
    { title: 'Agora', intent: 'Críticas e altas: comece hoje.', severities: ['critical', 'high'] },
    { title: 'Em seguida', intent: 'Médias: planeje para as próximas semanas.', severities: ['medium'] },
    {
      title: 'Depois',
      intent: 'Baixas e avisos: resolva junto com outras tarefas.',
      severities: ['low', 'warning'],
    },
  ],
  step: (number) => `Passo ${number}`,
  where: 'Onde',
  why: 'Por que importa',
  whatToDo: 'O que fazer',
  readMore: 'Saiba mais',
  details: { cookie: 'cookie', parameter: 'parâmetro', kind: 'tipo' },
  moreAddresses: (count) => `e mais ${count}`,
  nothingToDo: 'A varredura não encontrou nada a corrigir.',
  verify: 'Ao terminar',
  verifyText:
    'Faça uma nova varredura do site depois de concluir os passos e compare o resultado com este plano.',
  summary: 'Resumo',
  summaryText: ({ total, urgent, checked }) =>
    total === 0
      ? `Foram realizadas ${checked} verificações e nenhuma encontrou vulnerabilidades.`
      : `Foram realizadas ${checked} verificações. Elas encontraram ${total} ${total === 1 ? 'vulnerabilidade' : 'vulnerabilidades'}, ` +
        `${urgent === 0 ? 'nenhuma crítica ou alta' : `${urgent} ${urgent === 1 ? 'crítica ou alta, que deve ser corrigida' : 'críticas ou altas, que devem ser corrigidas'} sem demora`}.`,
  riskLevel: 'Nível de risco',
  riskNote: 'O indicador mostra a maior pontuação base CVSS 3.1 entre as vulnerabilidades, de 0 a 10.',
  noRisk: 'Nada encontrado',
  bySeverity: 'Vulnerabilidades por gravidade',
  byCategory: 'Vulnerabilidades por categoria',
  urgentTitle: 'O que exige atenção primeiro',
  noneUrgent: 'Não há vulnerabilidades críticas ou altas.',
  otherTitle: 'Outras vulnerabilidades',
};

export const pdfTexts: Readonly<Record<Language, PdfTexts>> = { en, pt };

function dateIn(locale: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (ms) => format.format(ms);
}
