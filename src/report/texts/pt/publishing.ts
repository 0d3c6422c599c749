import { ptReport } from '../../../core/issues-page.ts';
import type { enPublishing } from '../en/publishing.ts';

export const ptPublishing: typeof enPublishing = {
  sink: {
    comment: 'o comentário do pull request',
    issue: 'a issue de acompanhamento',
    status: 'o status do commit',
  },
  notFinished: (sink) =>
    `Não foi possível terminar de publicar ${sink}, porque a execução foi cancelada. O veredito continua valendo.`,
  failed: (sink, cause) => `Falha ao publicar ${sink}: ${cause}.`,
  overdue: (seconds) => `não terminou em ${seconds} s`,
  answered: (status) => `o GitHub respondeu ${status}`,
  remedy: {
    unknownToken: () => 'O GitHub não informou de quem é o token; confira `github-token`.',
    unreachable: () => 'Não foi possível acessar o GitHub; execute o job de novo.',
    rateLimit: () =>
      'O limite de requisições do token foi atingido; execute o job de novo mais tarde ou escaneie com menos frequência.',
    locked: (switchOff) =>
      `A conversa está bloqueada ou o recurso está desativado. Desbloqueie-a ou use \`${switchOff}\`.`,
    forbidden: (permission, accepted) =>
      `O token não tem permissão para isso. Inclua \`permissions: ${permission}\` no job${accepted === '' ? '' : ` (o GitHub aceita ${accepted})`}; em pull requests de forks, o token é somente leitura.`,
    wrongToken: () => 'O token não é válido. Confira `github-token`.',
    notVisible: (permission) =>
      `O token não tem acesso ao repositório ou ao pull request. Inclua \`permissions: ${permission}\` no job.`,
    notTaken: () => `O GitHub recusou o conteúdo. Abra uma issue com o log de depuração ${ptReport()}.`,
    statusRefused: () =>
      'O commit não está neste repositório ou já tem 1.000 status deste contexto: envie um novo commit ou informe outro `commit-status`.',
    gitHubFailed: () => 'O problema é do próprio GitHub; execute o job de novo.',
  },
  noToken: {
    comment: () => 'Não há comentário no pull request, porque `github-token` está vazio.',
    issue: () => 'Não há issue de acompanhamento, porque `github-token` está vazio.',
  },
  newer: {
    comment: (url) => `O comentário fica como uma execução mais recente o escreveu: ${url}`,
    issue: (url) => `A issue de acompanhamento fica como uma execução mais recente a escreveu: ${url}`,
  },
  reportCancelled: (report, scanId) =>
    `${report} não está disponível, porque a execução foi cancelada; o veredito continua valendo. Para obtê-lo, execute o job com \`scan-id: ${scanId}\`.`,
  reportMissing: (report) => `${report} não está disponível; o veredito continua valendo.`,
  fileFailed: (message) =>
    `Um arquivo de relatório não foi gravado: ${message}. Confira o espaço livre na pasta temporária do runner; o veredito continua valendo.`,
  folderFailed: (message) =>
    `Não há pasta para os arquivos de relatório: ${message}. Confira se \`RUNNER_TEMP\` indica uma pasta com permissão de escrita; o veredito continua valendo.`,
  summaryFailed: (message) =>
    `O resumo do job não foi gravado: ${message}. Confira \`GITHUB_STEP_SUMMARY\` ou use \`summary: false\` no arquivo de política; o veredito continua valendo.`,
  outputsFailed: (message) =>
    `Os outputs não foram definidos: ${message}. Confira \`GITHUB_OUTPUT\`; os próximos steps não encontram outputs, e o veredito continua valendo.`,
  annotationsFailed: (message) => `As anotações não foram gravadas: ${message}. O veredito continua valendo.`,
  otherPreferences: (id, names) =>
    `O scan da linha de base (${id}) foi executado com outras preferências (${names}); só por isso já podem surgir ou sumir achados. Escaneie os dois com as mesmas \`preferences\`.`,
  scansLeftOut: (ids) =>
    `Dos scans mais antigos da linha de base, estes não estão completos e não contam: ${ids}.`,
  uploading: () => 'Enviando o artefato',
  notUploaded: (cause, stay, remedy) =>
    `O artefato não foi enviado: ${cause}. ${stay}${remedy === '' ? '' : ` ${remedy}`}`,
  filesStay: (files, outputs) =>
    `Mesmo assim, os arquivos (${files}) estão no runner, em ${new Intl.ListFormat('pt-BR').format(outputs)}.`,
  uploadCause: {
    cancelled: () => 'a execução foi cancelada',
    enterpriseServer: () => 'este GitHub Enterprise Server não tem serviço de artefatos para este cliente',
    noService: () => 'este runner não oferece serviço de artefatos',
  },
  uploadRemedy: {
    enterpriseServer: () => 'Envie-os com uma versão de actions/upload-artifact compatível com ele.',
    noService: () => 'Guarde-os em um step posterior.',
    quota: () => 'Libere espaço para artefatos ou reduza `retention-days`.',
    other: () => 'Execute o job de novo para enviá-los.',
  },
};
