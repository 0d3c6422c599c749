import { ptReport } from '../../../core/issues-page.ts';
import { briefFault, type LogTexts } from '../../../core/log-texts.ts';
import type { RequestFault } from '../../../core/problem.ts';
import { ptGitHubFault } from './github-fault.ts';
import { ptSettings } from './settings.ts';

const words = {
  critical: 'crítico',
  high: 'alto',
  medium: 'médio',
  low: 'baixo',
  warning: 'informativo',
} as const;

export const ptLog: LogTexts = {
  language: 'pt',
  settings: ptSettings,
  theTarget: 'o alvo',
  anotherTarget: 'outro alvo',
  cancelled: (signal) =>
    `Cancelado por ${signal}: publicando o que já existe. Um segundo sinal encerra a execução na hora.`,

  unreadEvent: (path) =>
    `Não foi possível ler o payload do evento em ${path}, portanto nenhum pull request é conhecido e não há comentário. Confira se o arquivo de \`GITHUB_EVENT_PATH\` existe, por exemplo dentro de um contêiner.`,
  unknownPreference: (name) =>
    `\`preferences\`: a interface do serviço não conhece \`${name}\`. O valor é enviado como informado; confira a grafia.`,
  unreadPullRequest: (fault) => {
    const { what, remedy } = ptGitHubFault(fault, 'pull-requests: write');
    return `Não foi possível consultar o pull request desta execução (${what}), portanto não há comentário. ${remedy}`;
  },
  severalPullRequests: (commit, numbers) =>
    `O commit ${commit} é o mais recente de vários pull requests abertos (${numbers}). Nenhum é escolhido, portanto não há comentário. Para ter um, execute o gate em \`pull_request\`, que indica o pull request.`,
  unreadComment: (fault) =>
    `Não foi possível ler o comentário do pull request (${ptGitHubFault(fault, '').what}), portanto nenhum scan é retomado por ele.`,
  rateLimit: (path, seconds, waits) =>
    `O limite de requisições do GitHub foi atingido (${path}): ${waits ? `aguardando ${seconds} s` : `ele dura ${seconds} s, sem aguardar`}`,
  gitHubSilent: (seconds) => `o GitHub ficou ${seconds} s sem responder`,
  gitHubSlow: (seconds) => `a resposta do GitHub não chegou inteira em ${seconds} s`,
  gitHubTooLarge: (mebibytes) => `a resposta do GitHub passou de ${mebibytes} MiB`,

  policyFile: (path, commit) => `Arquivo de política: ${path} em ${commit}`,
  noPolicyFile: (path, commit) => `Não há arquivo de política ${path} em ${commit}`,
  organizationFile: (name, commit) => `Política da organização: ${name}, commit ${commit}`,
  places: {
    log: 'no log',
    summary: 'no resumo do job',
    annotations: 'nas anotações',
    comment: 'no comentário do pull request',
    issue: 'na issue de acompanhamento',
  },
  publicFindings: (where) =>
    `Este repositório é público, portanto qualquer pessoa pode ler os achados deste scan, com nomes, URLs e evidências: ${where} e no artefato. Para publicar apenas o veredito e as quantidades, use \`disclosure: counts\` (ou \`auto\`, que faz isso em repositórios públicos) como entrada ou no arquivo de política.`,

  targetIs: (address) => `Alvo: ${address}`,
  foundInStatus: (environment) => `Alvo encontrado no status do deployment do ambiente ${environment}`,
  foundInDeployment: (commit, environment) =>
    `Alvo encontrado no deployment de ${commit} no ambiente ${environment}`,
  foundInEvent: (action) => `Alvo encontrado no evento ${action}`,
  noDeploymentYet: (commit) => `Nenhum deployment de ${commit} foi concluído com sucesso ainda; aguardando`,
  notYetReady: (target, fault) => `${target} ainda não responde (${briefly(fault)}); aguardando`,
  answered: (target, status) => `${target} respondeu ${status}`,
  noLongerReady: (target, fault) =>
    `${target} não está mais pronto depois do scan (${briefly(fault)}); consultando de novo`,
  limitsRate: (target) =>
    `${target} respondeu 429 quando o scan terminou: ele limita a taxa de requisições. Libere o scanner desse limite, para que o scan veja o site, e não o limite.`,

  started: (scanId, target) => `Scan ${scanId} iniciado: ${target}`,
  startLost: (fault) =>
    `A resposta ao início do scan se perdeu (${briefly(fault)}). Procurando o scan na lista de scans; nenhum outro será iniciado.`,
  foundInList: (scanId) => `Scan ${scanId} encontrado na lista de scans`,
  endedEarly: (scanId) => `O scan ${scanId} parou antes de ser concluído. Iniciando um novo`,
  reusing: (scanId, finished) =>
    `Reaproveitando o scan ${scanId}, ${finished ? 'concluído' : 'em andamento'} (\`reuse-within\`)`,
  takingUp: (scanId) =>
    `Retomando o scan ${scanId}, que uma tentativa anterior desta execução deixou em andamento`,
  unread: (scanId, fault) =>
    `Não foi possível ler o scan ${scanId} (${briefly(fault)}). Tentando de novo; o scan continua no serviço.`,
  noBaseline: (target) =>
    `Ainda não há scan concluído da linha de base (${target}): todo achado conta como novo.`,
  comparing: (scanId, older, target) =>
    `Comparando com o scan ${scanId}${older === 0 ? '' : ` e mais ${older}`}${target === null ? '' : ` (${target})`}`,
  listCut: (listed, total, target) =>
    `A lista de scans veio cortada: traz ${listed} de ${total} scans (${target}).`,
  noneToTakeUp: 'Nenhum deles pode ser retomado.',
  newestOfCut: 'A comparação é feita com o mais recente deles.',
  notInList: (scanId, isCut, target) =>
    `A lista de scans${isCut ? ', que veio cortada,' : ''} não traz o scan ${scanId}, portanto não se sabe se o alvo dele é o desta execução (${target}). Em caso de dúvida, confira \`scan-id\`.`,

  inQueue: (elapsed) => `Na fila do serviço há ${elapsed}`,
  times: (elapsed, left) => `há ${elapsed}${left === null ? '' : `, faltam cerca de ${left}`}`,
  soFar: (list) => `até agora ${list}`,
  severityCount: (severity, count) => `${count} ${words[severity]}${count === 1 ? '' : 's'}`,

  noStatus: (why) => `Não há status do commit, porque ${noStatus[why]}.`,
  newerStatus: (url) => `O status do commit foi mantido como uma execução mais recente o definiu: ${url}`,
  sharedStatus: (name) =>
    `Vários jobs desta execução definem o status do commit \`${name}\`, por isso ele é \`error\`. Dê a cada job o seu próprio \`commit-status\`, por exemplo com um valor da matriz.`,
  shared: 'Vários jobs desta execução definem este status, portanto ele não é de nenhum. Dê a cada um o seu.',

  notFailed: 'O step não falha por isso, porque `on-fail` é `warn`.',
  cancelledLate: 'A execução foi cancelada enquanto publicava; o veredito continua valendo.',
  cancelledEarly: 'A execução foi cancelada antes que se soubesse algo sobre o site. Execute o job de novo.',
  ownMistake: (what) =>
    `O Scan Gate falhou por um erro próprio (${what}). O site não foi avaliado. Execute o job de novo com o log de depuração ativado e abra uma issue com o log ${ptReport()}.`,
};

const noStatus: Record<Parameters<LogTexts['noStatus']>[0], string> = {
  schedule: 'uma execução agendada não avalia nenhum commit',
  'scan-id': 'um scan informado em `scan-id` pode ser de qualquer commit',
  'no-commit': 'o commit desta execução não é conhecido',
  'no-token': '`github-token` está vazio',
  skipped: 'nada é escaneado neste pull request',
};

function briefly(fault: RequestFault): string {
  return briefFault(fault, {
    timeout: 'sem resposta a tempo',
    tooSlow: 'sem resposta completa a tempo',
    redirect: 'um redirecionamento',
    notUnderstood: 'uma resposta que não foi entendida',
  });
}
