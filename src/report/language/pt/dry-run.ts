/** The words of a dry run in Portuguese. */

import type { enDryRun } from '../en/dry-run.ts';
import { ptNumbers } from '../numbers.ts';
import { ptGitHubFault } from './github-fault.ts';

const { plural } = ptNumbers;

export const ptDryRun: typeof enDryRun = {
  title: 'Execução de teste',
  check: 'Verificação',
  result: 'Resultado',
  inputs: 'Entradas',
  policy: 'Arquivo de política',
  organization: 'Política da organização',
  apiKey: 'Chave de API',
  target: 'Alvo',
  comment: 'Comentário',
  issue: 'Issue de acompanhamento',
  status: 'Status do commit',
  passed: 'tudo certo',
  failed: 'com problema',
  unchecked: 'não verificado',
  allPassed: 'Execução de teste: nenhum problema encontrado. Nada foi escaneado.',
  someFailed: (count, names) =>
    `Execução de teste: ${plural(count, 'verificação falhou', 'verificações falharam')} (${names}). Nada foi escaneado.`,
  inputsRead: 'Todas as entradas foram entendidas.',
  correctInputs: 'Corrija isso em `with:`, no workflow.',
  correctFile: 'Corrija o arquivo de política. Ele vale depois do merge.',
  policyOff: '`config` é `none`: valem as entradas e os padrões.',
  noPolicy: 'Não há arquivo de política: valem as entradas e os padrões.',
  policyRead: (path, blob) => `\`${path}\` foi lido na branch padrão (blob \`${blob}\`).`,
  organizationRead: (name, commit) => `\`${name}\` foi lido em \`${commit}\`.`,
  noOrganization: '`org-policy` não foi informado.',
  correctOrganization:
    'Corrija `org-policy`, o token ou o arquivo. Até lá, nenhuma execução que o usa escaneia.',
  listRead: 'O serviço de scan aceita a chave: a lista de scans pôde ser lida.',
  targetReady: (target) => `\`${target}\` está pronto.`,
  targetNotAsked: (target) => `\`${target}\` não foi consultado, porque \`wait-for-url\` é \`0\`.`,
  targetOfScan: 'O alvo de um scan existente (`scan-id`) não é consultado.',
  correctOthersFirst: 'Corrija primeiro os outros problemas.',
  notWanted: 'Esta execução não publica nada aqui.',
  readable: (permission) => ({
    what: 'O token pode ler. Se ele pode escrever, só se sabe quando escreve.',
    remedy: `O job precisa de \`permissions: ${permission}\`.`,
  }),
  refused: (fault, permission) => {
    const { what, remedy } = ptGitHubFault(fault, permission);
    return { what: `O GitHub não respondeu ao que foi pedido: ${what}.`, remedy };
  },
};
