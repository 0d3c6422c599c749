import type { enLastReport, enTrend } from '../en/last-report-and-trend.ts';
import { number, plural } from './numbers.ts';

export const ptLastReport: typeof enLastReport = {
  sinceLast: 'Desde o último relatório',
  before: 'Relatório anterior',
  changed: ({ new: fresh, fixed }) =>
    fresh + fixed === 0
      ? 'os mesmos achados'
      : `${plural(fresh, 'novo', 'novos')}, ${plural(fixed, 'corrigido', 'corrigidos')}`,
  fixedFindings: (count) => `Corrigidos desde o último relatório (${number(count)})`,
  reportTooLong:
    'O relatório é longo demais para ser mantido aqui. Ele está no histórico deste comentário: veja “edited” acima.',
};

export const ptTrend: typeof enTrend = {
  title: 'Tendência',
  dates: 'Maior severidade de cada scan deste alvo (UTC)',
  notStated: 'não informada',
  better: (day) => `melhor do que em ${day}`,
  same: (day) => `igual a ${day}`,
  worse: (day) => `pior do que em ${day}`,
};
