/** What went wrong with one request to the scanning service and what to do, in Portuguese. */

import type { ServiceOperation } from '../../../core/problem.ts';
import { shownDuration } from '../../../core/time.ts';
import type { Advice, BriefFaultTexts } from '../advice.ts';
import type { enFault } from '../en/faults.ts';
import { statusWithDetail } from '../http-status.ts';

const rerun = 'e execute o job de novo';

const baseUrlRemedy =
  'Confira se `base-url` é o endereço do serviço de scan, sem proxy nem página de login na frente.';

const slowRemedy =
  'Execute o job de novo; se persistir, verifique o estado do serviço de scan e a rede do runner.';

const tooLargeRemedy =
  'Restrinja o scan com `preferences` ou pergunte ao suporte do serviço de scan por que a resposta é tão grande.';

const notAccepted: Readonly<Record<ServiceOperation, string>> = {
  start: 'Confira se `url` e `preferences` têm valores que o serviço de scan aceita',
  fetch: 'Confira `scan-id`, se ele foi informado',
  list: 'Confira se `base-url` é o endereço do serviço de scan',
  report: 'Confira `report-logo`, `report-color` e `report-language`',
};

const noAddress: Advice = {
  what: 'o endereço não existe',
  remedy: 'Confira `base-url`: é o endereço do serviço de scan, sem `/v1/api/…`.',
};

const notFound: Readonly<Record<ServiceOperation, Advice>> = {
  start: noAddress,
  fetch: {
    what: 'o serviço de scan não conhece o scan',
    remedy: 'Confira `scan-id` e se `api-key` pertence à conta que iniciou o scan.',
  },
  list: noAddress,
  report: {
    what: 'o serviço de scan não conhece o scan ou não tem esse relatório',
    remedy: 'Confira se a conta pode gerar relatórios ou use `reports: none`.',
  },
};

/** What the error code of a connection means. */
const networkErrors: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'a conexão foi recusada'],
  ['ENOTFOUND', 'o nome do host não existe'],
  ['EAI_AGAIN', 'não foi possível resolver o nome do host'],
  ['ECONNRESET', 'a conexão foi interrompida'],
  ['ETIMEDOUT', 'a conexão não foi estabelecida a tempo'],
]);

/** A fault as a clause: after a colon, or between brackets. */
export const ptBriefFaults: BriefFaultTexts = {
  status: statusWithDetail,
  network: ({ code }) => `${networkErrors.get(code) ?? 'a conexão falhou'} (${code})`,
  tls: ({ code }) => `o certificado não foi aceito (${code})`,
  timeout: ({ afterMs }) => `nenhuma resposta chegou em ${shownDuration(afterMs)}`,
  'too-slow': ({ limitMs }) => `a resposta não chegou inteira em ${shownDuration(limitMs)}`,
  redirect: ({ location }) => `um redirecionamento levou a \`${location}\``,
  'too-large': ({ limitBytes }) =>
    `a resposta passou de ${Math.round(limitBytes / 1_048_576)} MiB e não foi lida`,
  'too-many-values': () => 'a resposta tinha valores demais e não foi lida',
  // What was expected is in the log, in English.
  'not-json': () => 'a resposta não era JSON',
  'wrong-shape': ({ path }) => `não foi possível entender a resposta (\`${path}\`)`,
  'not-pdf': () => 'a resposta não era um arquivo PDF',
  'holds-secret': () => 'o arquivo continha um segredo desta execução, como a chave de API, e foi apagado',
};

/** A failed request to the service: what was done, what happened and what to do. */
export const ptFault: typeof enFault = {
  doing: {
    start: 'Ao iniciar o scan',
    fetch: 'Ao consultar o scan',
    list: 'Ao listar os scans',
    report: 'Ao gerar o relatório em PDF',
  },
  brief: ptBriefFaults,
  status: {
    'not-accepted': (operation) => ({
      what: 'o serviço de scan não aceitou a requisição',
      remedy: `${notAccepted[operation]} ${rerun}.`,
    }),
    'wrong-key': () => ({
      what: 'o serviço de scan recusou a chave de API',
      remedy: `Confira se o secret usado em \`api-key\` está definido para este repositório e ambiente e não expirou, ${rerun}.`,
    }),
    'no-access': () => ({
      what: 'o serviço de scan negou acesso a esta chave de API',
      remedy: `Confira se a conta de \`api-key\` pode escanear este alvo e se o plano está ativo, ${rerun}.`,
    }),
    'not-found': (operation) => notFound[operation],
    conflict: () => ({
      what: 'o serviço de scan informou um conflito',
      remedy: 'Talvez já haja um scan deste alvo em andamento: espere por ele ou use-o com `scan-id`.',
    }),
    'too-many': (_operation, { retryAfterMs }) => ({
      what: 'o serviço de scan recusou a requisição por excesso de requisições',
      remedy: `Execute o job de novo ${retryAfterMs === null ? 'mais tarde' : `daqui a pelo menos ${shownDuration(retryAfterMs)}`}; rode menos scans ao mesmo tempo ou peça ao serviço de scan um limite maior.`,
    }),
    'service-failed': () => ({
      what: 'o serviço de scan falhou',
      remedy:
        'A falha é do serviço de scan: execute o job de novo mais tarde e, se persistir, procure o suporte do serviço de scan.',
    }),
    'not-understood': () => ({
      what: 'o serviço de scan deu uma resposta que não se entende',
      remedy: baseUrlRemedy,
    }),
  },
  remedy: {
    network: () =>
      `Confira o host e a porta em \`base-url\` e se o runner alcança o serviço de scan ali (DNS, firewall, \`HTTPS_PROXY\`), ${rerun}.`,
    tls: () =>
      `Se o certificado é de uma autoridade privada, informe o arquivo dela em \`NODE_EXTRA_CA_CERTS\`; se não, peça a renovação, ${rerun}.`,
    timeout: () => slowRemedy,
    'too-slow': () => slowRemedy,
    redirect: () =>
      `A chave de API não foi enviada para lá. Se o endereço estiver certo, use-o em \`base-url\`, sem \`/v1/api/…\`, ${rerun}.`,
    'too-large': () => tooLargeRemedy,
    'too-many-values': () => tooLargeRemedy,
    'not-json': () => baseUrlRemedy,
    'wrong-shape': () =>
      'Confira se `base-url` é o serviço de scan. Se for, o serviço de scan mudou: procure uma versão mais nova do Scan Gate.',
    'not-pdf': () => 'Execute o job de novo ou use `reports: none` para dispensá-lo.',
    'holds-secret': () => 'Troque o segredo e avise o operador do serviço de scan.',
  },
  goesOn: 'O scan em si não é interrompido por isso.',
};
