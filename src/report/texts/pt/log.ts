import type { LogTexts } from '../../../core/log-texts.ts';

const words = {
  critical: 'crítico',
  high: 'alto',
  medium: 'médio',
  low: 'baixo',
  warning: 'informativo',
} as const;

export const ptLog: LogTexts = {
  theTarget: 'o alvo',
  anotherTarget: 'outro alvo',
  cancelled: (signal) =>
    `Cancelado por ${signal}: publicando o que já existe. Um segundo sinal encerra a execução na hora.`,

  policyFile: (path, commit) => `Arquivo de política: ${path} em ${commit}`,
  noPolicyFile: (path, commit) => `Não há arquivo de política ${path} em ${commit}`,

  targetIs: (address) => `Alvo: ${address}`,
  foundInStatus: (environment) => `Alvo encontrado no status do deployment do ambiente ${environment}`,
  foundInDeployment: (commit, environment) =>
    `Alvo encontrado no deployment de ${commit} no ambiente ${environment}`,
  noDeploymentYet: (commit) => `Nenhum deployment de ${commit} foi concluído com sucesso ainda; aguardando`,
  notYetReady: (target, cause) => `${target} ainda não responde (${cause}); aguardando`,
  answered: (target, status) => `${target} respondeu ${status}`,
  noLongerReady: (target, cause) =>
    `${target} não está mais pronto depois do scan (${cause}); consultando de novo`,

  started: (scanId, target) => `Scan ${scanId} iniciado: ${target}`,
  startLost: (cause) =>
    `A resposta ao início do scan se perdeu (${cause}). Procurando o scan na lista de scans; nenhum outro será iniciado.`,
  reusing: (scanId, finished) =>
    `Reaproveitando o scan ${scanId}, ${finished ? 'concluído' : 'em andamento'} (\`reuse-within\`)`,
  takingUp: (scanId) =>
    `Retomando o scan ${scanId}, que uma tentativa anterior desta execução deixou em andamento`,
  unread: (scanId, cause) =>
    `Não foi possível ler o scan ${scanId} (${cause}). Tentando de novo; o scan continua no serviço.`,
  noBaseline: (target) =>
    `Ainda não há scan concluído da linha de base (${target}): todo achado conta como novo.`,
  comparing: (scanId, older, target) =>
    `Comparando com o scan ${scanId}${older === 0 ? '' : ` e mais ${older}`}${target === null ? '' : ` (${target})`}`,

  inQueue: (elapsed) => `Na fila do serviço há ${elapsed}`,
  times: (elapsed, left) => `há ${elapsed}${left === null ? '' : `, faltam cerca de ${left}`}`,
  soFar: (list) => `até agora ${list}`,
  severityCount: (severity, count) => `${count} ${words[severity]}${count === 1 ? '' : 's'}`,
};
