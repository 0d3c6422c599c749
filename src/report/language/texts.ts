/** Words that several parts of a report share. English defines the type, so no other language can lack a text. */

import { type Language, numbers } from '../../core/say.ts';
import type { PdfType } from '../../settings/values.ts';

export const en = {
  language: 'en' as Language,
  /** The service names findings in English and describes them in the language of the scan. */
  areNamesForeign: false as boolean,
  ...numbers.en,
  pdfReport: {
    ACTION_REPORT: 'Action report (PDF)',
    COMMERCIAL_RISK_REPORT: 'Commercial risk report (PDF)',
  } satisfies Readonly<Record<PdfType, string>>,
  /** A group of findings (docs/internals/service-interface.md, section 2.5). An unknown group is returned as it is. */
  group: (id: string): string => id,
  /** Headings, column names and other names. */
  label: {
    severity: 'Severity',
    blockingFinding: 'What blocks',
    /** Without a verdict. */
    wouldBlockToo: 'Would block: fix it too',
    where: 'Where',
    problem: 'Problem',
    evidence: 'Evidence',
    impact: 'Impact',
    unnamed: '(no name)',
    howToFix: 'How to fix',
    details: 'Details',
    references: 'References',
    /** Before the counts of a scan that did not finish. */
    soFar: 'Found so far, not a complete result',
    scan: 'Scan',
    service: 'Scanning service',
    scanId: 'Scan id',
    nothingToDo: 'Nothing to do.',
    isNew: 'new',
    ignored: 'Ignored by the policy',
  },
  /** Counts and other parts of sentences. All are plain text; parts between backticks are literal names. */
  phrase: {
    /** `list`: the counts by severity, such as `8 medium, 1 warning`. */
    otherFindings: (count: number, list: string) =>
      `${numbers.en.plural(count, 'finding that does not block', 'findings that do not block')} (${list})`,
    /** After the counts. `target`: Markdown. */
    onTarget: (target: string) => `on ${target}`,
    /** `blocking`: how many of them block. */
    leftOut: (count: number, blocking: number, inArtifact: boolean) =>
      `${numbers.en.plural(count, 'finding is', 'findings are')} left out here because GitHub limits the length${blocking > 0 ? ` (${numbers.en.number(blocking)} blocking: the worst are shown)` : ''}. The full list is in the JSON result${inArtifact ? '' : ', the file named by the output `result-path`'}.`,
    reportMissing: (report: string, why: string) =>
      `${report} is missing, which does not change the result. ${why}`,
    moreBlocking: (count: number) =>
      `${numbers.en.number(count)} more blocking ${count === 1 ? 'finding' : 'findings'}`,
    moreAnnotations: 'All of them are in the job summary and in the JSON result.',
    unknownSeverity: (given: string) => `The scanning service calls this severity “${given}”.`,
  },
};

/** Every text of the reports in one language. */
export type Texts = typeof en;

/** The groups of docs/internals/service-interface.md, section 2.5. The service sends them in English only. */
const groups: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Improper Access Control': 'Controle de acesso inadequado',
    'Improper Interaction Between Multiple Correctly-Behaving Entities':
      'Interação inadequada entre componentes corretos isoladamente',
    'Improper Control of a Resource Through its Lifetime':
      'Controle inadequado do ciclo de vida de um recurso',
    'Incorrect Calculation': 'Cálculo incorreto',
    'Insufficient Control Flow Management': 'Gerenciamento insuficiente do fluxo de controle',
    'Protection Mechanism Failure': 'Falha de mecanismo de proteção',
    'Incorrect Comparison': 'Comparação incorreta',
    'Improper Check or Handling of Exceptional Conditions':
      'Verificação ou tratamento inadequado de condições excepcionais',
    'Improper Neutralization': 'Neutralização inadequada de dados',
    'Improper Adherence to Coding Standards': 'Descumprimento de padrões de codificação',
    'Unspecified Threat': 'Ameaça não especificada',
  }),
);

export const pt: Texts = {
  language: 'pt',
  areNamesForeign: true,
  ...numbers.pt,
  pdfReport: {
    ACTION_REPORT: 'Relatório de ação (PDF)',
    COMMERCIAL_RISK_REPORT: 'Relatório comercial de riscos (PDF)',
  },
  group: (id) => groups.get(id) ?? id,
  label: {
    severity: 'Severidade',
    blockingFinding: 'O que bloqueia',
    wouldBlockToo: 'Bloquearia: corrija também',
    where: 'Onde',
    problem: 'Problema',
    evidence: 'Evidência',
    impact: 'Impacto',
    unnamed: '(sem nome)',
    howToFix: 'Como corrigir',
    details: 'Detalhes',
    references: 'Referências',
    soFar: 'Encontrado até agora, resultado incompleto',
    scan: 'Scan',
    service: 'Serviço de scan',
    scanId: 'ID do scan',
    nothingToDo: 'Nada a fazer.',
    isNew: 'novo',
    ignored: 'Ignorados pela política',
  },
  phrase: {
    otherFindings: (count, list) =>
      `${numbers.pt.plural(count, 'achado que não bloqueia', 'achados que não bloqueiam')} (${list})`,
    onTarget: (target) => `em ${target}`,
    leftOut: (count, blocking, inArtifact) =>
      `${numbers.pt.plural(count, 'achado foi omitido', 'achados foram omitidos')} aqui porque o GitHub limita o tamanho${blocking > 0 ? ` (${numbers.pt.plural(blocking, 'bloqueante', 'bloqueantes')}: os piores estão aqui)` : ''}. A lista completa está no resultado JSON${inArtifact ? '' : ', o arquivo indicado pelo output `result-path`'}.`,
    reportMissing: (report, why) => `${report} não está disponível, o que não muda o resultado. ${why}`,
    moreBlocking: (count) => `Mais ${numbers.pt.plural(count, 'achado bloqueante', 'achados bloqueantes')}`,
    moreAnnotations: 'Todos estão no resumo do job e no resultado JSON.',
    unknownSeverity: (given) => `O serviço de scan informou a severidade “${given}”.`,
  },
};

export const textsIn: Readonly<Record<Language, Texts>> = { en, pt };
