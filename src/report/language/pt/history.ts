import type { enHistory } from '../en/history.ts';
import { number, plural } from './numbers.ts';

const withheldBecause = {
  setting: 'porque `disclosure` está definido como `counts`',
  public: 'porque este repositório é público',
  unknown: 'porque não se sabe se este repositório é público',
};

export const ptHistory: typeof enHistory = {
  label: {
    sinceLast: 'Desde o último relatório',
    before: 'Relatório anterior',
    foundSoFar: 'Encontrado até agora',
    whoSees: 'Quem pode ver os achados',
    trend: 'Tendência',
    trendDates: 'Maior severidade de cada scan deste alvo (UTC)',
    noVerdict: 'sem resultado claro',
    nothingBlocks: 'nada bloqueia',
    notStated: 'não informada',
    scanning: 'scan em andamento',
    notStarted: 'aguardando o scan',
  },
  phrase: {
    changed: ({ new: fresh, fixed }) =>
      fresh + fixed === 0
        ? 'os mesmos achados'
        : `${plural(fresh, 'novo', 'novos')}, ${plural(fixed, 'corrigido', 'corrigidos')}`,
    fixedFindings: (count) => `Corrigidos desde o último relatório (${number(count)})`,
    reportTooLong: () =>
      'O relatório é longo demais para ser mantido aqui. Ele está no histórico deste comentário: veja “edited” acima.',
    better: (day) => `melhor do que em ${day}`,
    same: (day) => `igual a ${day}`,
    worse: (day) => `pior do que em ${day}`,
    isRunning: () =>
      'O site está sendo escaneado, e este check está pendente. Ainda não há resultado; não é preciso fazer nada.',
    isQueued: () => 'O scan ainda não começou, e este check está pendente. Não é preciso fazer nada.',
    willBeReplaced: () =>
      'O resultado vai substituir este comentário. Até lá, ele é atualizado no máximo uma vez por minuto; se parar de mudar, abra a execução abaixo.',
    running: (elapsed) => `Em andamento há ${elapsed}`,
    waiting: (elapsed) => `Aguardando há ${elapsed}`,
    willBlock: (count) => (count === 1 ? '1 vai bloquear' : `${number(count)} vão bloquear`),
    rest: (duration) => `falta cerca de ${duration}`,
    onlyKnown: (count, where) =>
      `nada de novo bloqueia em ${where}, ${plural(count, 'achado anterior em aberto', 'achados anteriores em aberto')}`,
    issueNote: () =>
      'O Scan Gate atualiza esta issue a cada execução e a fecha quando nada mais bloqueia. Achados que só passam por causa da linha de base a mantêm aberta. O que for escrito aqui à mão se perde na próxima execução; os comentários permanecem.',
    closed: (where) => `Resolvido: nada bloqueia em ${where}, nem mesmo sem a linha de base.`,
    closedNote: (rest) =>
      `${rest === '' ? 'Nada foi encontrado.' : `O que resta não bloqueia: ${rest}.`} O Scan Gate reabre esta issue se algo voltar a bloquear.`,
    reopened: (what) => `Reaberta: ${what}.`,
    reopenedNote: () => 'Os detalhes estão no primeiro post desta issue.',
    withheld: (because, service) =>
      `quem tem acesso a \`${service}\`, no painel do serviço. Quem não tem acesso pode pedir ajuda a quem configurou \`api-key\` neste repositório. Aqui aparecem apenas os totais, sem o site e sem os achados, ${withheldBecause[because]}. Para mostrá-los a todos que podem ler esta página, defina \`disclosure: full\`.`,
  },
};
