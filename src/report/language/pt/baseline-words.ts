import type { enBaseline } from '../en/baseline-words.ts';
import { number, percent, plural } from './numbers.ts';

function namesOfBaseline(baseline: string | null) {
  if (baseline === null) return { name: 'a linha de base', place: 'na linha de base' };
  if (baseline === 'previous') return { name: 'o scan anterior', place: 'no scan anterior' };
  return { name: baseline, place: `em ${baseline}` };
}

export const ptBaseline: typeof enBaseline = {
  compared: (baseline, { new: fresh, known, fixed }) =>
    `Em comparação com ${namesOfBaseline(baseline).name}: ${plural(fresh, 'novo', 'novos')}, ${number(known)} já ${known === 1 ? 'existente' : 'existentes'}${fixed === null ? '' : `, ${plural(fixed, 'corrigido', 'corrigidos')}`}.`,
  olderScans: (count) => `${plural(count, 'scan anterior também conta', 'scans anteriores também contam')}.`,
  alreadyIn: (baseline) => `Já ${namesOfBaseline(baseline).place}`,
  nothingToCompare: (baseline) =>
    `Ainda não há scan concluído da linha de base (\`${baseline}\`): todo achado conta como novo.`,
  seenIn: (scanId) => `visto no scan \`${scanId}\`, não no mais recente`,
  unread: (baseline) =>
    `Não foi possível ler a linha de base \`${baseline}\`, portanto não se sabe o que é novo.`,
  notFinished: (percentage) => `O scan não está concluído: está em ${percent(percentage)}.`,
  another: 'Escaneie a linha de base de novo ou indique em `baseline` um scan já concluído.',
};
