import { shownDuration } from './duration.ts';
import type { enDeploymentProblems } from './en-deployments.ts';

/** Problemas ao encontrar o alvo nos deployments de um commit. */
export const ptDeploymentProblems: typeof enDeploymentProblems = {
  'deployment-not-ready': ({ state }) => ({
    what: `O deployment que iniciou esta execução ainda não teve sucesso (\`${state}\`); não há o que escanear.`,
    remedy:
      "Execute o job apenas em deployments concluídos: `if: github.event.deployment_status.state == 'success'`.",
  }),
  'deployment-not-meant': ({ environment, wanted }) => ({
    what: `O deployment que iniciou esta execução é do ambiente \`${environment}\`, mas \`environment\` pede \`${wanted}\`.`,
    remedy:
      'Execute o job apenas em deployments desse ambiente, com um `if:` sobre `github.event.deployment.environment`.',
  }),
  'deployment-failed': ({ environment, sha, logUrl }) => ({
    what: `O deployment de ${sha.slice(0, 7)} em \`${environment}\` falhou; não há o que escanear.${logUrl === '' ? '' : ` Log: ${logUrl}`}`,
    remedy: 'Corrija o deployment e execute o job de novo.',
  }),
  'no-deployment': ({ sha, environment, pending, waitedMs }) => ({
    what: `Nenhum deployment de ${sha.slice(0, 7)}${environment === null ? ' fora de produção' : ` em \`${environment}\``} teve sucesso em ${shownDuration(waitedMs)}${pending.length === 0 ? '; nenhum foi visto' : `; ainda pendentes: ${pending.join(', ')}`}.`,
    remedy:
      'Informe a URL em `url`, aumente `wait-for-url` se o deployment demora mais ou indique o ambiente em `environment`.',
  }),
  'no-deployment-url': ({ eventName }) => ({
    what: `O evento \`${eventName}\` não traz um endereço que possa ser escaneado.`,
    remedy: 'Informe a URL em `url` ou faça o app de deploy definir a URL do ambiente nos deployments.',
  }),
  'deployments-unreadable': ({ status }) => ({
    what: `Não foi possível ler os deployments do commit (${status === null ? 'o GitHub não foi alcançado' : `HTTP ${status}`}).`,
    remedy:
      'Adicione `permissions: deployments: read` ao job e passe um `github-token`, ou informe a URL em `url`.',
  }),
};
