import type { enNotes } from '../en/verdict-notes.ts';
import { number, percent, plural } from './numbers.ts';

export const ptNotes: typeof enNotes = {
  partialResult: 'resultado parcial',
  isPartial: (percentage) =>
    `Este resultado é parcial: com \`fail-fast\`, a execução parou de esperar${percentage === null ? '' : ` em ${percent(percentage)}`}, e o scan ainda pode encontrar mais.`,
  acceptedStatuses: (list) => `O alvo respondeu HTTP ${list}, o que \`allowed-statuses\` aceita.`,
  clean: (checks) =>
    checks === null ? 'Nenhum achado.' : `Nenhum achado em ${plural(checks, 'verificação', 'verificações')}.`,
  notBlocking: (total) =>
    total === 1 ? 'O único achado não bloqueia.' : `Nenhum dos ${number(total)} achados bloqueia.`,
  onlyWarns: 'O step não falha por causa disso, porque `on-inconclusive` está definido como `warn`.',
  statusOnlyWarns: (reason) => `Inconclusivo, mas apenas com um aviso: ${reason}`,
  unlisted: (count, list) =>
    `O scan conta ${plural(count, 'achado que não lista', 'achados que não lista')} (${list}).`,
};
