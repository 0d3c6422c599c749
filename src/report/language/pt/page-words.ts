/** The words of pages, the SARIF file and the pending commit status, in Portuguese. */

import { joinNonEmpty } from '../../../core/text.ts';
import type { enPage } from '../en/page-words.ts';
import { ptNumbers } from '../numbers.ts';

const { number, plural } = ptNumbers;

/** Severities as headings; elsewhere in lower case. */
export const severityWords = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Média',
  low: 'Baixa',
  warning: 'Informativa',
} as const;

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

const withheldBecause = {
  setting: 'porque `disclosure` está definido como `counts`',
  public: 'porque este repositório é público',
  unknown: 'porque não se sabe se este repositório é público',
};

export const ptPage: typeof enPage = {
  verdict: { pass: 'aprovado', fail: 'reprovado', inconclusive: 'inconclusivo' },
  severity: severityWords,
  title: {
    passed: 'aprovado',
    failed: (what) => `reprovado, ${what}`,
    block: ({ what, count }) => `${what} ${count === 1 ? 'bloqueia' : 'bloqueiam'}`,
    blockPullRequest: (what) => `${what} este pull request`,
    wouldBlock: ({ what, count }) =>
      `${what} ${count === 1 ? 'bloquearia' : 'bloqueariam'}; o check continua verde (on-fail: warn)`,
    undecided: 'sem resultado claro, por isso este check falhou',
    undecidedWarns: 'sem resultado claro; o check continua verde (on-inconclusive: warn)',
    cancelled: 'cancelado, por isso este check conta como reprovado',
    skipped: 'pulado, nada foi escaneado',
  },
  pdfReport: {
    ACTION_REPORT: 'Relatório de ação (PDF)',
    COMMERCIAL_RISK_REPORT: 'Relatório comercial de riscos (PDF)',
  },
  origin: {
    started: 'iniciado por esta execução',
    attached: 'scan já existente, indicado em `scan-id`',
    reused: 'scan já existente, reaproveitado (`reuse-within`)',
    resumed: 'iniciado por uma tentativa anterior desta execução',
    recovered: 'iniciado por esta execução e reencontrado na lista de scans',
  },
  group: (id) => groups.get(id) ?? id,
  label: {
    whatToDo: 'O que fazer',
    otherProblems: 'Além disso',
    severity: 'Severidade',
    blockingFinding: 'O que bloqueia',
    wouldBlockToo: 'Bloquearia: corrija também',
    where: 'Onde',
    problem: 'Problema',
    evidence: 'Evidência',
    impact: 'Impacto',
    parameter: 'parâmetro',
    cookie: 'cookie',
    header: 'cabeçalho',
    port: 'porta',
    wholeHost: 'host inteiro',
    unnamed: '(sem nome)',
    howToFix: 'Como corrigir',
    details: 'Detalhes',
    references: 'Referências',
    soFar: 'Encontrado até agora, resultado incompleto',
    facts: 'Detalhes do scan',
    scan: 'Scan',
    target: 'Alvo',
    service: 'Serviço de scan',
    scanId: 'ID do scan',
    baselineScan: 'Comparado com o scan',
    origin: 'Origem',
    started: 'Início',
    ended: 'Fim',
    duration: 'Duração',
    progress: 'Progresso',
    checks: 'Verificações feitas',
    subdomains: 'Subdomínios',
    leaks: 'Endereços vazados',
    preferences: 'Preferências',
    preferenceDifferences: 'Diferente do que foi pedido, ou desativado',
    unknown: 'desconhecido',
    jobSummary: 'Resumo do job',
    isNew: 'novo',
    blocks: 'Bloqueiam',
    passes: 'Não bloqueiam',
    unlisted: 'Contados, mas não listados',
    run: 'Execução',
    commit: 'commit',
  },
  phrase: {
    severityCount: (level, count) => `${severityWords[level].toLowerCase()}: ${number(count)}`,
    otherFindings: (count, list) =>
      `${plural(count, 'achado que não bloqueia', 'achados que não bloqueiam')} (${list})`,
    onTarget: (target) => `em ${target}`,
    findingCount: (count) => plural(count, 'achado', 'achados'),
    newFindingCount: (count) => plural(count, 'achado novo', 'achados novos'),
    violationCount: (count) => plural(count, 'regra para o host violada', 'regras para o host violadas'),
    budget: ({ severity, count, allowed, toFix }) =>
      `${number(count)} de severidade ${severityWords[severity].toLowerCase()} (limite: ${number(allowed)})${toFix > 0 ? `: corrija pelo menos ${number(toFix)} destes` : ''}`,
    listedInJson: (count) => `${number(count)}, na lista do resultado JSON`,
    leftOut: (count, blocking, inArtifact) =>
      `${plural(count, 'achado foi omitido', 'achados foram omitidos')} aqui porque o GitHub limita o tamanho${blocking > 0 ? ` (${plural(blocking, 'bloqueante', 'bloqueantes')}: os piores estão aqui)` : ''}. A lista completa está no resultado JSON${inArtifact ? '' : ', o arquivo indicado pelo output `result-path`'}.`,
    askedAndGot: (asked, got) =>
      `${asked === null ? 'não pedido' : `pedido: ${asked}`}; ${got === null ? 'não consta no resultado' : `executado com: ${got}`}`,
    otherPreferences: (names) =>
      `O scan da linha de base foi executado com outras preferências (${names}); só por isso já podem surgir ou sumir achados.`,
    andMore: (count) => `e mais ${number(count)}`,
    andMoreThan: (count) => `e mais de ${number(count)} outros, que não foram todos lidos`,
    moreBlocking: (count) => `Mais ${plural(count, 'achado bloqueante', 'achados bloqueantes')}`,
    moreAnnotations: 'Todos estão no resumo do job e no resultado JSON.',
    unknownSeverity: (given) => `O serviço de scan informou a severidade “${given}”.`,
    reportMissing: (report, why) => `${report} não está disponível, o que não muda o resultado. ${why}`,
    took: (duration) => `levou ${duration}`,
  },
  trackingIssue: {
    nothingBlocks: 'nada bloqueia',
    onlyKnown: (count, where) =>
      `nada de novo bloqueia em ${where}, ${plural(count, 'achado anterior em aberto', 'achados anteriores em aberto')}`,
    note: 'O Scan Gate atualiza esta issue a cada execução e a fecha quando nada mais bloqueia, nem mesmo achados que uma linha de base deixa passar. O que for escrito aqui à mão se perde na próxima execução; os comentários permanecem.',
    closed: (where) => `Resolvido: nada bloqueia em ${where}, nem mesmo sem a linha de base.`,
    closedNote: (rest) =>
      `${rest === '' ? 'Nada foi encontrado.' : `O que resta não bloqueia: ${rest}.`} O Scan Gate reabre esta issue se algo voltar a bloquear.`,
    reopened: (what) => `Reaberta: ${what}.`,
    reopenedNote: 'Os detalhes estão no primeiro post desta issue.',
  },
  sarif: {
    leftOut: (count) =>
      `Resultados omitidos por causa dos limites do code scanning, os menos severos primeiro: ${count}. Todos estão no resultado em JSON.`,
    foundOn: (target) =>
      `${joinNonEmpty(['Encontrado no site em execução', target], ' ')}, não neste arquivo.`,
  },
  whatToDo: {
    whoSees: 'Quem pode ver os achados',
    openRun: 'Abrir esta execução',
    openWorkflow: 'Abrir o arquivo do workflow',
    openSecrets: 'Abrir os secrets deste repositório',
    fix: (which) => `Corrija ${which} (veja “Como corrigir”).`,
    fixCounted: (which, service) =>
      `Abra este scan no painel de ${service} (pelo ID abaixo) e corrija ${which}.`,
    thenPush: 'Depois faça o push: o scan roda de novo no próximo deploy.',
    thenDeploy: 'Depois faça o deploy: o scan roda de novo na próxima execução.',
    mayMerge: 'Este check não impede o merge. Recomendado:',
    thatBlock: (list) => `os achados que bloqueiam (${list})`,
    ofBudget: ({ severity, toFix, onlyByBudget }) =>
      `${toFix < onlyByBudget ? `pelo menos ${number(toFix)} dos ` : ''}${plural(onlyByBudget, 'achado', 'achados')} de severidade ${severityWords[severity].toLowerCase()}`,
    withheld: (because, service) =>
      `quem tem acesso a \`${service}\`, no painel do serviço. Quem não tem acesso pode pedir ajuda a quem configurou \`api-key\` neste repositório. Aqui aparecem apenas os totais, sem o site e sem os achados, ${withheldBecause[because]}. Para mostrá-los a todos que podem ler esta página, defina \`disclosure: full\`.`,
    nothingToDo: 'Nada a fazer.',
    staysGreen: 'O check continua verde.',
  },
  hostFacts: {
    host: 'Host',
    addresses: 'Endereços IP',
    services: 'Serviços',
    certificates: 'Certificados',
    firewall: 'Firewall (WAF)',
    noFirewall: 'nenhum detectado',
    components: 'Componentes',
    webServer: 'Servidor web',
    os: 'Sistema operacional',
    database: 'Banco de dados',
    cms: 'CMS',
    cdn: 'CDN',
    isp: 'Provedor (ISP)',
    emails: 'E-mails expostos',
    emailCount: (count) => `${plural(count, 'endereço', 'endereços')}, no resultado JSON`,
    emailsCut: (count) => `mais de ${number(count)} endereços, os primeiros no resultado JSON`,
    certificateEnd: (days, end) =>
      days < 0 ? `venceu em ${end}` : `vence em ${plural(days, 'dia', 'dias')}, em ${end}`,
    portIs: (port, state) => `Porta ${port}${state === '' ? '' : ` (${state})`}`,
    validity: (from, until) => `válido de ${from} a ${until}`,
  },
  lastReport: {
    sinceLast: 'Desde o último relatório',
    previous: 'Relatório anterior',
    changed: ({ new: fresh, fixed }) =>
      fresh + fixed === 0
        ? 'os mesmos achados'
        : `${plural(fresh, 'novo', 'novos')}, ${plural(fixed, 'corrigido', 'corrigidos')}`,
    fixedFindings: (count) => `Corrigidos desde o último relatório (${number(count)})`,
    reportTooLong:
      'O relatório é longo demais para ser mantido aqui. Ele está no histórico deste comentário: veja “edited” acima.',
  },
  trend: {
    title: 'Tendência',
    dates: 'Maior severidade de cada scan deste alvo (UTC)',
    notStated: 'não informada',
    better: (day) => `melhor do que em ${day}`,
    same: (day) => `igual a ${day}`,
    worse: (day) => `pior do que em ${day}`,
  },
  progress: {
    foundSoFar: 'Encontrado até agora',
    scanning: 'scan em andamento',
    notStarted: 'aguardando o scan',
    isRunning:
      'O site está sendo escaneado, e este check está pendente. Ainda não há resultado; não é preciso fazer nada.',
    isQueued: 'O scan ainda não começou, e este check está pendente. Não é preciso fazer nada.',
    willBeReplaced:
      'O resultado vai substituir este comentário. Se ele parar de mudar por minutos, abra a execução abaixo.',
    running: (elapsed) => `Em andamento há ${elapsed}`,
    waiting: (elapsed) => `Aguardando há ${elapsed}`,
    willBlock: (list, count) =>
      count === 1
        ? `vai bloquear (${list}), e o resultado dirá qual`
        : `vão bloquear (${list}), e o resultado dirá quais`,
    rest: (duration) => `falta cerca de ${duration}`,
    pending: 'O scan ainda não terminou.',
  },
};
