import type { enProgress } from '../en/progress.ts';

export const ptProgress: typeof enProgress = {
  foundSoFar: 'Encontrado até agora',
  scanning: 'scan em andamento',
  notStarted: 'aguardando o scan',
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
  pending: 'O scan ainda não terminou.',
};
