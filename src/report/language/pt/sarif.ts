import { joined } from '../../../core/text.ts';
import type { enSarif } from '../en/sarif.ts';

export const ptSarif: typeof enSarif = {
  leftOut: (count) =>
    `Resultados omitidos por causa dos limites do code scanning, os menos severos primeiro: ${count}. Todos estão no resultado em JSON.`,
  foundOn: (target) => `${joined(['Encontrado no site em execução', target], ' ')}, não neste arquivo.`,
};
