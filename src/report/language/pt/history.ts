import type { enHistory } from '../en/history.ts';
import { number, plural } from './numbers.ts';

export const ptHistory: typeof enHistory = {
  sinceLast: 'Desde o último relatório',
  before: 'Relatório anterior',
  foundSoFar: 'Encontrado até agora',
  trend: 'Tendência',
  trendDates: 'Maior severidade de cada scan deste alvo (UTC)',
  notStated: 'não informada',
  scanning: 'scan em andamento',
  notStarted: 'aguardando o scan',
  changed: ({ new: fresh, fixed }) =>
    fresh + fixed === 0
      ? 'os mesmos achados'
      : `${plural(fresh, 'novo', 'novos')}, ${plural(fixed, 'corrigido', 'corrigidos')}`,
  fixedFindings: (count) => `Corrigidos desde o último relatório (${number(count)})`,
  reportTooLong:
    'O relatório é longo demais para ser mantido aqui. Ele está no histórico deste comentário: veja “edited” acima.',
  better: (day) => `melhor do que em ${day}`,
  same: (day) => `igual a ${day}`,
  worse: (day) => `pior do que em ${day}`,
  isRunning:
    'O site está sendo escaneado, e este check está pendente. Ainda não há resultado; não é preciso fazer nada.',
  isQueued: 'O scan ainda não começou, e este check está pendente. Não é preciso fazer nada.',
  willBeReplaced:
    'O resultado vai substituir este comentário. Se ele parar de mudar por minutos, abra a execução abaixo.',
  running: (elapsed) => `Em andamento há ${elapsed}`,
  waiting: (elapsed) => `Aguardando há ${elapsed}`,
  willBlock: (list, count) =>
    count === 1
      ? `vai bloquear (${list}), e o resultado dirá qual`
      : `vão bloquear (${list}), e o resultado dirá quais`,
  rest: (duration) => `falta cerca de ${duration}`,
};
