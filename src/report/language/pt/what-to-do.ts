import type { enWhatToDo } from '../en/what-to-do.ts';
import { number, plural } from './numbers.ts';
import { severityWords } from './page-words.ts';

const withheldBecause = {
  setting: 'porque `disclosure` está definido como `counts`',
  public: 'porque este repositório é público',
  unknown: 'porque não se sabe se este repositório é público',
};

export const ptWhatToDo: typeof enWhatToDo = {
  whoSees: 'Quem pode ver os achados',
  openRun: 'Abrir esta execução',
  openWorkflow: 'Abrir o arquivo do workflow',
  openSecrets: 'Abrir os secrets deste repositório',
  fix: (which) => `Corrija ${which} (veja “Como corrigir”).`,
  fixCounted: (which, service) =>
    `Abra este scan no painel de ${service} (pelo ID abaixo) e corrija ${which}.`,
  thenPush: 'Depois faça o push: o scan roda de novo no próximo deploy.',
  thenDeploy: 'Depois faça o deploy: o scan roda de novo na próxima execução.',
  mayMerge: 'Este check não impede o merge. Recomendado:',
  thatBlock: (list) => `os achados que bloqueiam (${list})`,
  ofBudget: ({ severity, toFix, onlyByBudget }) =>
    `${toFix < onlyByBudget ? `pelo menos ${number(toFix)} dos ` : ''}${plural(onlyByBudget, 'achado', 'achados')} de severidade ${severityWords[severity].toLowerCase()}`,
  withheld: (because, service) =>
    `quem tem acesso a \`${service}\`, no painel do serviço. Quem não tem acesso pode pedir ajuda a quem configurou \`api-key\` neste repositório. Aqui aparecem apenas os totais, sem o site e sem os achados, ${withheldBecause[because]}. Para mostrá-los a todos que podem ler esta página, defina \`disclosure: full\`.`,
  nothingToDo: 'Nada a fazer.',
  staysGreen: 'O check continua verde.',
};
