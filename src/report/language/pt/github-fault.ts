/** Why GitHub gave no usable answer and what to do, in Portuguese. */

import type { describeGitHubFault } from '../../../core/github-fault.ts';

/** Why GitHub gave no usable answer. A permission helps only if GitHub refused. */
export const ptGitHubFault: typeof describeGitHubFault = (fault, permission) => {
  switch (fault.kind) {
    case 'no-token':
      return { what: 'sem `github-token`', remedy: 'Passe um `github-token`.' };
    case 'unreachable':
      return {
        what: 'não foi possível acessar o GitHub',
        remedy: 'Execute o job de novo; em um runner próprio, confira a rede, o proxy e `GITHUB_API_URL`.',
      };
    case 'rate-limit':
      return {
        what: `HTTP ${fault.status}, o limite de requisições do token se esgotou`,
        remedy: 'Execute o job de novo mais tarde ou escaneie com menos frequência.',
      };
    case 'malformed':
      return {
        what: 'uma resposta que não foi entendida',
        remedy: 'Execute o job de novo; se persistir, confira se nenhum proxy responde no lugar do GitHub.',
      };
    case 'status':
      return { what: `HTTP ${fault.status}`, remedy: remedyForStatus(fault.status, permission) };
  }
};

function remedyForStatus(status: number, permission: string): string {
  if (status >= 500) return 'O GitHub está com um problema: execute o job de novo mais tarde.';
  if (status === 401) return 'O token não é válido: confira `github-token`.';
  return `Adicione \`permissions: ${permission}\` ao job e confira se \`github-token\` tem acesso a este repositório. Em pull requests de forks, ele só pode ler.`;
}
