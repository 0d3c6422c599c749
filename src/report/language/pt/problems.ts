/** Why there is no trustworthy answer and what to do, in Portuguese. */

import { shownDuration } from '../../../core/time.ts';
import { type ProblemTexts, textFor } from '../advice.ts';
import { ptNumbers, quotedNames } from '../numbers.ts';
import { ptBriefFaults } from './faults.ts';
import { ptGitHubFault } from './github-fault.ts';

const { number, percent, plural } = ptNumbers;

/** What to do if a scan may have been started. */
const lookItUp =
  'Procure um scan do alvo no painel do serviço de scan. Se houver um em andamento, informe `scan-id`.\nSe não houver, execute o job de novo.';
const unknownStart = 'Não se sabe se um scan foi iniciado.';

export const ptProblems: ProblemTexts = {
  'missing-api-key': ({ skipped }) =>
    skipped
      ? {
          what: 'Nada foi escaneado: pull requests de forks e do Dependabot não recebem secrets, portanto não há chave de API.',
          remedy:
            'Para escanear, abra o pull request a partir de uma branch deste repositório; para o Dependabot, cadastre a chave também nos secrets do Dependabot.',
        }
      : {
          what: 'Nada foi escaneado, porque `api-key` está vazio.',
          remedy:
            'Cadastre a chave como secret do repositório, da organização ou do ambiente, passe-a em `api-key` no workflow e execute o job de novo.\nSe forks não recebem secrets, `on-missing-api-key: skip` pula o scan.',
        },
  'target-not-ready': ({ fault, waitedMs }) => ({
    what: `O alvo não respondeu em ${shownDuration(waitedMs)}: ${textFor(ptBriefFaults, fault)}. Nenhum scan foi iniciado.`,
    remedy: `Confira se o deploy terminou e se \`url\` está certo.\nSe for só questão de tempo, aumente \`wait-for-url\`.${fault.kind === 'status' && fault.status === 404 ? '\nSe 404 estiver certo para este alvo, como em uma API sem página inicial, inclua-o em `allowed-statuses`.' : ''}`,
  }),
  'target-refused': ({ status }) => ({
    what: `O alvo respondeu HTTP ${status}, o que não é o site. Nenhum scan foi iniciado, pois seria o scan de uma tela de login ou de uma página de erro.`,
    remedy: `Libere o scanner e este runner na proteção dos previews ou desative-a para eles.\nSe HTTP ${status} estiver certo para este alvo, inclua-o em \`allowed-statuses\`.\nSe só o serviço de scan consegue abri-lo, use \`wait-for-url: 0\`.`,
  }),
  'target-lost': ({ fault, askedMs }) => ({
    what: `O alvo estava pronto antes do scan, mas não quando o scan terminou: ${textFor(ptBriefFaults, fault)}, por ${shownDuration(askedMs)}. O scan pode ter encontrado uma página de erro ou uma tela de login.`,
    remedy:
      'Confira se o deploy continua no ar durante o scan e não bloqueia o scanner, e execute o job de novo.\nSe só o serviço de scan consegue abri-lo, use `wait-for-url: 0`.',
  }),
  'deployment-not-ready': ({ state }) => ({
    what: `O deployment que iniciou esta execução ainda não teve sucesso (\`${state}\`); não há o que escanear.`,
    remedy:
      "Execute o job apenas em deployments concluídos: `if: github.event.deployment_status.state == 'success'`.",
  }),
  'deployment-not-meant': ({ environment, wanted }) =>
    wanted === null
      ? {
          what: `O deployment que iniciou esta execução é de produção (ambiente \`${environment}\`). Nenhum scan foi iniciado: produção só é escaneada se \`environment\` a indicar.`,
          remedy: `Para escaneá-la, use \`environment: ${environment}\`.\nSe não, execute o job apenas em previews, com um \`if:\` sobre \`github.event.deployment.environment\`, ou sobre \`github.event.client_payload.environment\` nos eventos da Vercel.`,
        }
      : {
          what: `O deployment que iniciou esta execução é do ambiente \`${environment}\`, mas \`environment\` pede \`${wanted}\`.`,
          remedy:
            'Execute o job apenas em deployments desse ambiente, com um `if:` sobre `github.event.deployment.environment`.',
        },
  'deployment-failed': ({ environment, sha, logUrl }) => ({
    what: `O deployment de ${sha.slice(0, 7)} em \`${environment}\` falhou; não há o que escanear.${logUrl === '' ? '' : ` Log: ${logUrl}`}`,
    remedy: `Corrija o deployment${logUrl === '' ? '' : ' (log acima)'} e execute o job de novo.`,
  }),
  'no-deployment': ({ sha, environment, pending, waitedMs }) => ({
    what: `Nenhum deployment de ${sha.slice(0, 7)}${environment === null ? ' fora de produção' : ` em \`${environment}\``} teve sucesso em ${shownDuration(waitedMs)}${pending.length === 0 ? '; nenhum foi visto' : `; ainda pendentes: ${quotedNames(pending)}`}.`,
    remedy:
      'Informe a URL em `url` ou indique o ambiente do deployment em `environment`.\nSe o deployment demora mais, aumente `wait-for-url`.',
  }),
  'no-deployment-url': ({ eventName }) => ({
    what: `O evento \`${eventName}\` não traz um endereço que possa ser escaneado.`,
    remedy: 'Informe a URL em `url` ou faça o app de deploy definir a URL do ambiente nos deployments.',
  }),
  'deployments-unreadable': ({ fault }) => {
    const { what, remedy } = ptGitHubFault(fault, 'deployments: read');
    return {
      what: `Não foi possível ler os deployments do commit (${what}).`,
      remedy: `${remedy}\nOu informe a URL em \`url\`.`,
    };
  },
  'target-left-site': ({ location }) => ({
    what: `O alvo redireciona para outro site, \`${location}\`. Nenhum scan foi iniciado, pois não seria um scan do alvo.`,
    remedy:
      'Use em `url` o endereço que deve ser escaneado ou mantenha o redirecionamento no mesmo site (a página de login da hospedagem é uma causa frequente).',
  }),
  'start-lost': ({ fault, lookedForMs, listFault }) => ({
    what: `A resposta ao início do scan se perdeu (${textFor(ptBriefFaults, fault)}), e o scan ${
      listFault === null
        ? 'não apareceu na lista'
        : `não pôde ser procurado na lista (${textFor(ptBriefFaults, listFault)})`
    } em ${shownDuration(lookedForMs)}. Não se sabe se ele está em andamento.`,
    remedy:
      'Procure-o no painel do serviço de scan. Se estiver lá, informe `scan-id`.\nSe não estiver, execute o job de novo.',
  }),
  timeout: ({ afterMs, percentage, scan }) => {
    const time = shownDuration(afterMs);
    const early = `O tempo para o scan (${time}) acabou antes que`;
    const slow = 'Se o serviço de scan só está lento, aumente `timeout`.';
    const byState = {
      none: { what: `${early} um fosse iniciado.`, remedy: `Execute o job de novo.\n${slow}` },
      unknown: {
        what: `${early} o serviço de scan confirmasse o início. ${unknownStart}`,
        remedy: `${lookItUp}\n${slow}`,
      },
      unread: {
        what: `${early} fosse possível ler o progresso dele.`,
        remedy: `Execute o job de novo para esperar pelo scan.\n${slow}`,
      },
      read: {
        what:
          percentage === null
            ? `O scan ainda estava na fila depois de ${time}.`
            : `O scan não terminou em ${time}; tinha chegado a ${percent(percentage)}.`,
        remedy:
          'O scan continua: execute o job de novo para esperar por ele.\nSe os scans deste site costumam demorar tanto, aumente `timeout`.',
      },
    };
    return byState[scan ?? 'read'];
  },
  'no-end-date': ({ graceMs }) => ({
    what: `O scan chegou a 100%, mas não foi dado como concluído em ${shownDuration(graceMs)}.`,
    remedy: 'O resultado talvez ainda chegue: execute o job de novo com o ID deste scan em `scan-id`.',
  }),
  'ended-early': ({ percentage }) => ({
    what: `O scan terminou em ${percent(percentage)}, portanto parte do alvo nunca foi verificada.`,
    remedy:
      'Execute o job de novo para um novo scan. Se terminar antes da hora outra vez, procure o suporte do serviço de scan.',
  }),
  'nothing-checked': () => ({
    what: 'O scan terminou sem fazer nenhuma verificação, portanto não diz nada sobre o alvo.',
    remedy:
      'Confira se o serviço de scan alcança o alvo (firewall, login, DNS).\nConfira se `preferences` deixa verificações ativas.',
  }),
  'too-few-checks': ({ checks, minimum }) => ({
    what: `O scan fez ${plural(checks, 'verificação', 'verificações')}, e \`min-checks\` exige ${number(minimum)}, portanto ele diz muito pouco sobre o alvo.`,
    remedy:
      'Confira se o serviço de scan alcança o alvo inteiro (firewall, login, limite de requisições).\nConfira se `preferences` deixa verificações ativas.\nSe menos verificações forem normais para ele, reduza `min-checks`.',
  }),
  'check-switched-off': ({ checks }) => ({
    what: `\`preferences\` pede ${quotedNames(checks)}, mas o scan foi executado com ${checks.length === 1 ? 'essa opção desativada' : 'essas opções desativadas'}.`,
    remedy:
      'Execute o job de novo para um novo scan, sem `scan-id`.\nSe a opção vier desativada outra vez, procure o suporte do serviço de scan ou retire-a de `preferences`.',
  }),
  unreadable: ({ path }) => ({
    what: `Não foi possível entender \`${path}\` no resultado do scan.`,
    remedy: 'Execute o job de novo; se persistir, procure uma versão mais nova do Scan Gate.',
  }),
  'no-host-information': () => ({
    what: 'A política tem regras para o host, mas o scan não trouxe as informações do host necessárias para avaliá-las.',
    remedy:
      'Execute o job de novo para um novo scan.\nSe as regras não são necessárias, retire `host` do arquivo de política.',
  }),
  'list-cut': ({ listed, total }) => ({
    what: `A lista de scans do serviço de scan veio cortada: traz ${listed} de ${total} scans deste alvo, nenhum deles concluído.`,
    remedy: 'Indique em `baseline` o ID de um scan concluído.',
  }),
  'policy-unreadable': ({ path, fault }) => {
    const { what, remedy } = ptGitHubFault(fault, 'contents: read');
    return {
      what: `Não foi possível ler o arquivo de política \`${path}\` na branch padrão (${what}). Nada foi escaneado, pois não se sabe o que pode bloquear.`,
      remedy: `${remedy}\nSe não houver arquivo de política, use \`config: none\`.`,
    };
  },
  'uncounted-findings': ({ total, found }) => ({
    what: `O scan diz ter ${total} achados no total, mas só informa ${found}; não há como saber a severidade dos demais.`,
    remedy: 'Consulte o scan no painel do serviço de scan ou execute o job de novo para um novo scan.',
  }),
  'other-scan': ({ expected, got }) => ({
    what: `O serviço de scan respondeu com outro scan: \`${got}\` em vez de \`${expected}\`.`,
    remedy: 'Execute o job de novo; se persistir, procure o suporte do serviço de scan.',
  }),
  cancelled: ({ scanId, scan }) => {
    const what = 'A execução foi cancelada pelo usuário ou por uma execução mais recente antes de terminar.';
    if (scan === 'unknown') return { what: `${what} ${unknownStart}`, remedy: lookItUp };
    const remedy =
      'Se uma execução mais recente começou, não há nada a fazer: ela substitui este comentário. Se nenhuma começou, execute o job de novo';
    return scanId === null
      ? { what: `${what} Nenhum scan foi iniciado.`, remedy: `${remedy}.` }
      : {
          what,
          remedy: `${remedy} para retomar o scan, que continua em andamento.\nOu informe em \`scan-id\` o ID deste scan, que está nos detalhes.`,
        };
  },
  internal: ({ detail }) => ({
    what: `O próprio Scan Gate falhou${detail === '' ? '' : `: ${detail}`}.`,
    remedy: `Isto é um bug. Execute o job de novo com o log de depuração ativado e abra uma issue com o log no repositório indicado em \`uses:\`.`,
  }),
};
