import type { en } from '../en/texts.ts';
import { ptFaults } from './faults.ts';
import { ptHistory } from './history.ts';
import { ptPolicy } from './policy.ts';
import { ptProblems } from './problems.ts';
import { ptPublishing } from './publishing.ts';
import { ptReasons } from './reasons.ts';
import { ptSarif } from './sarif.ts';
import { number, plural, severityWords } from './words.ts';

const label: (typeof en)['label'] = {
  whatToDo: 'O que fazer',
  alsoTrue: 'Além disso',
  total: 'Total',
  count: 'Achados',
  severity: 'Severidade',
  finding: 'Achado',
  where: 'Onde',
  identifiers: 'CWE e CVE',
  unnamed: '(sem nome)',
  noGroup: 'Sem grupo',
  details: 'Detalhes e correção',
  remediation: 'Correção',
  references: 'Referências',
  scan: 'Sobre o scan',
  target: 'Alvo',
  scanId: 'ID do scan',
  origin: 'Origem',
  started: 'Início',
  ended: 'Fim',
  duration: 'Duração',
  progress: 'Progresso',
  checks: 'Verificações feitas',
  preferences: 'Preferências',
  preferenceDifferences: 'Diferente do que foi pedido, ou desativado',
  host: 'Sobre o host',
  addresses: 'Endereços IP',
  services: 'Serviços',
  port: 'Porta',
  state: 'Estado',
  service: 'Serviço',
  product: 'Produto',
  certificates: 'Certificados',
  certificate: 'Certificado de',
  validFrom: 'Válido desde',
  validUntil: 'Válido até',
  firewall: 'Firewall (WAF)',
  noFirewall: 'nenhum detectado',
  components: 'Componentes',
  webServer: 'Servidor web',
  operatingSystem: 'Sistema operacional',
  database: 'Banco de dados',
  contentSystem: 'CMS',
  network: 'CDN',
  provider: 'Provedor (ISP)',
  emails: 'E-mails expostos',
  unknown: 'desconhecido',
  whereToLook: 'Relatórios e detalhes',
  run: 'Execução',
  commit: 'commit',
  reference: 'Referência',
  comment: 'Comentário',
  trackingIssue: 'Issue de acompanhamento',
  summary: 'Resumo',
  artifact: 'Artefato',
};

const phrase: (typeof en)['phrase'] = {
  severityCount: (level, count) => {
    const word = severityWords[level].toLowerCase();
    return plural(count, word, `${word}s`);
  },
  block: (count) => plural(count, 'achado bloqueia', 'achados bloqueiam'),
  blockingFindings: (count) => `Achados que bloqueiam (${number(count)})`,
  otherFindings: (count) => `Achados que não bloqueiam (${number(count)})`,
  partialCounts: () => 'Encontrado até agora; o resultado não está completo.',
  clean: (checks) =>
    checks === null ? 'Nenhum achado.' : `Nenhum achado em ${plural(checks, 'verificação', 'verificações')}.`,
  notBlocking: (total) =>
    total === 1 ? 'O único achado não bloqueia.' : `Nenhum dos ${number(total)} achados bloqueia.`,
  onlyWarns: () => 'O step não falha por causa disso, porque `on-inconclusive` é `warn`.',
  unlistedNote: (count, list) =>
    `O resumo do scan conta ${plural(count, 'achado', 'achados')} que não ${count === 1 ? 'aparece' : 'aparecem'} na lista (${list}).`,
  leftOut: (count, inArtifact) =>
    `${plural(count, 'achado foi omitido', 'achados foram omitidos')} aqui por falta de espaço: primeiro os que não bloqueiam, depois os menos severos. A lista completa está no resultado JSON${inArtifact ? ', no artefato abaixo' : ', o arquivo indicado pelo output `result-path`'}.`,
  askedAndGot: (asked, got) =>
    `${asked === null ? 'não pedido' : `pedido: ${asked}`}; ${got === null ? 'não consta no resultado' : `executado com: ${got}`}`,
  otherPreferences: (names) =>
    `O scan da linha de base foi executado com outras preferências (${names}); só por isso já podem surgir ou sumir achados.`,
  andMore: (count) => `e mais ${number(count)}`,
  moreBlocking: (count) => `Mais ${plural(count, 'achado que bloqueia', 'achados que bloqueiam')}`,
  moreAnnotations: () => 'Todos estão no resumo do job e no resultado JSON.',
  unknownSeverity: (given) => `O serviço informou a severidade “${given}”.`,
  emailCount: (count) => `${plural(count, 'endereço', 'endereços')}, no resultado JSON`,
  artifact: () => 'Todos os arquivos desta execução:',
  reportInArtifact: (report, fileName) => `${report}: \`${fileName}\` no artefato`,
  reportMissing: (report, why) => `${report} não disponível: ${why}`,
  took: (duration) => `levou ${duration}`,
};

/** The groups of docs/service-interface.md, section 2.5. The service sends them in English in every language. */
const groups: ReadonlyMap<string, string> = new Map([
  ['Improper Access Control', 'Controle de acesso inadequado'],
  [
    'Improper Interaction Between Multiple Correctly-Behaving Entities',
    'Interação inadequada entre componentes corretos isoladamente',
  ],
  [
    'Improper Control of a Resource Through its Lifetime',
    'Controle inadequado do ciclo de vida de um recurso',
  ],
  ['Incorrect Calculation', 'Cálculo incorreto'],
  ['Insufficient Control Flow Management', 'Gerenciamento insuficiente do fluxo de controle'],
  ['Protection Mechanism Failure', 'Falha de mecanismo de proteção'],
  ['Incorrect Comparison', 'Comparação incorreta'],
  [
    'Improper Check or Handling of Exceptional Conditions',
    'Verificação ou tratamento inadequado de condições excepcionais',
  ],
  ['Improper Neutralization', 'Neutralização inadequada de dados'],
  ['Improper Adherence to Coding Standards', 'Descumprimento de padrões de codificação'],
  ['Unspecified Threat', 'Ameaça não especificada'],
]);

export const pt: typeof en = {
  number,
  severity: severityWords,
  outcome: { pass: 'aprovado', fail: 'reprovado', inconclusive: 'inconclusivo' },
  reason: ptReasons,
  problem: ptProblems,
  fault: ptFaults,
  report: {
    ACTION_REPORT: 'Plano de ação (PDF)',
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
  policy: ptPolicy,
  history: ptHistory,
  sarif: ptSarif,
  publishing: ptPublishing,
  label,
  phrase,
};
