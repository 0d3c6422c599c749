import type { enTrackingIssue } from '../en/tracking-issue.ts';
import { plural } from './numbers.ts';

export const ptTrackingIssue: typeof enTrackingIssue = {
  noVerdict: 'sem resultado claro',
  nothingBlocks: 'nada bloqueia',
  onlyKnown: (count, where) =>
    `nada de novo bloqueia em ${where}, ${plural(count, 'achado anterior em aberto', 'achados anteriores em aberto')}`,
  note: 'O Scan Gate atualiza esta issue a cada execução e a fecha quando nada mais bloqueia, nem mesmo achados que uma linha de base deixa passar. O que for escrito aqui à mão se perde na próxima execução; os comentários permanecem.',
  closed: (where) => `Resolvido: nada bloqueia em ${where}, nem mesmo sem a linha de base.`,
  closedNote: (rest) =>
    `${rest === '' ? 'Nada foi encontrado.' : `O que resta não bloqueia: ${rest}.`} O Scan Gate reabre esta issue se algo voltar a bloquear.`,
  reopened: (what) => `Reaberta: ${what}.`,
  reopenedNote: 'Os detalhes estão no primeiro post desta issue.',
};
