import type { enIgnoreRules } from '../en/ignore-rules.ts';
import { number, plural } from './numbers.ts';

export const ptIgnoreRules: typeof enIgnoreRules = {
  notice: {
    expired: (expires) => ({
      what: `A regra expirou em ${expires} e não vale mais.`,
      remedy: 'Remova-a ou renove `expires`, se o motivo continuar válido.',
    }),
    'expires-soon': (expires) => ({
      what: `A regra só vale até ${expires}.`,
      remedy: 'Corrija até lá o que ela ignora ou renove `expires`.',
    }),
    'matches-nothing': () => ({
      what: 'A regra não corresponde a nenhum achado deste scan.',
      remedy: 'Remova-a, se a falha já foi corrigida; se não, confira os campos da regra.',
    }),
  },
  ignored: 'Ignorados pela política',
  ignoredCount: (count) =>
    `${plural(count, 'achado é ignorado', 'achados são ignorados')} pelo arquivo de política.`,
  ruleNotices: (count) => `Avisos sobre as regras que ignoram achados (${number(count)})`,
  line: (line) => `linha ${line}`,
  until: (day) => `até ${day}`,
  owner: (name) => `responsável: ${name}`,
  ruleCount: (count) => plural(count, 'regra', 'regras'),
  ignoreOne: 'Falso positivo? Veja como ignorar',
  copyRule: 'Copie a regra do achado, preencha `reason` e inclua-a em `ignore`, no arquivo de política:',
  listExists: 'Se o arquivo já tiver um `ignore:`, não repita essa linha.',
  ruleLimits: 'O achado volta a bloquear se ficar mais grave do que `severity` e depois do dia em `expires`.',
  ruleIsMerged: 'A regra vale depois do merge: um pull request nunca altera a própria política.',
  howToMerge:
    'O pull request que inclui a regra é aprovado nesta verificação se uma `baseline` vale, pois não acrescenta achados. Se não, ele é reprovado enquanto o achado existir, e quem tem permissão para ignorar a verificação precisa fazer o merge.',
  reRun: 'Execute este job novamente',
  judgedAgain:
    'depois do merge, a nova regra passa a valer. Com `reuse-within`, o scan deste commit é avaliado de novo em segundos, sem iniciar outro scan.',
  forbiddenRules: (above) =>
    `A política da organização não permite que este repositório ignore achados${above === null ? '' : ` acima de \`${above}\``}. Corrija-os ou peça a quem cuida dessa política que os aceite.`,
  moreRules: (count) =>
    `${plural(count, 'outro achado bloqueia', 'outros achados bloqueiam')}. A mesma regra os ignora, cada um com o próprio \`fingerprint\`, que está no resultado JSON.`,
};
