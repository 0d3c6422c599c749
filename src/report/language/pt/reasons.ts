/** Why the verdict is what it is, and what else is true of it, in Portuguese. */

import { joinNonEmpty } from '../../../core/text.ts';
import type { ReasonScope, ReasonTexts } from '../advice.ts';
import type { enNotes } from '../en/reasons.ts';
import { ptNumbers } from '../numbers.ts';
import { severityWords } from './page-words.ts';

const { decimal, number, percent, plural } = ptNumbers;

/** `Desconsiderando os ignorados, 2 achados novos`. */
function countedFindings(count: number, { isOnlyNew, hasIgnored }: ReasonScope): string {
  const counted = isOnlyNew
    ? plural(count, 'achado novo', 'achados novos')
    : plural(count, 'achado', 'achados');
  return `${hasIgnored ? 'Desconsiderando os ignorados, ' : ''}${counted}`;
}

/** A severity in words, with the word of the setting, which is English. */
function namedSeverity(severity: keyof typeof severityWords): string {
  return `${severityWords[severity].toLowerCase()} (\`${severity}\`)`;
}

function fromThreshold(threshold: keyof typeof severityWords): string {
  return threshold === 'critical' ? namedSeverity(threshold) : `${namedSeverity(threshold)} ou superior`;
}

function noFinding({ isOnlyNew, hasIgnored }: ReasonScope): string {
  return `${hasIgnored ? 'Desconsiderando os ignorados, nenhum' : 'Nenhum'} ${isOnlyNew ? 'achado novo' : 'achado'}`;
}

function nothingBlocks(threshold: keyof typeof severityWords | 'never', scope: ReasonScope): string {
  const score = scope.failOnCvss === null ? '' : `pontuação CVSS de ${decimal(scope.failOnCvss)} ou mais`;
  if (threshold === 'never' && score === '')
    return 'Nenhum achado bloqueia sozinho, porque `fail-on` é `never`.';
  const severity = threshold === 'never' ? '' : `severidade ${fromThreshold(threshold)}`;
  const both = joinNonEmpty([severity, score], ', nem ');
  return `${noFinding(scope)} tem ${both}.`;
}

/** “O que bloqueia” is right even if a budget lets some findings stay. */
const fixFindings = 'Corrija o que bloqueia, faça o deploy e execute o job de novo.';

export const ptReasons: ReasonTexts = {
  'nothing-blocks': ({ threshold }, scope) => ({ what: nothingBlocks(threshold, scope), remedy: '' }),
  'blocking-findings': ({ threshold, count }, scope) => ({
    what: `${countedFindings(count, scope)} ${count === 1 ? 'tem' : 'têm'} severidade ${fromThreshold(threshold)}.`,
    remedy: fixFindings,
  }),
  'over-cvss': ({ score, count }, scope) => ({
    what: `${countedFindings(count, scope)} ${count === 1 ? 'atinge' : 'atingem'} a pontuação CVSS ${decimal(score)} definida em \`fail-on-cvss\`.`,
    remedy: fixFindings,
  }),
  'over-budget': ({ severity, allowed, count }, scope) => ({
    what: `${countedFindings(count, scope)} ${count === 1 ? 'tem' : 'têm'} severidade ${namedSeverity(severity)}; \`max-findings\` permite ${number(allowed)}.`,
    remedy: `Corrija pelo menos ${number(count - allowed)}, faça o deploy e execute o job de novo.`,
  }),
  'host-violations': ({ count }) => ({
    what: `${plural(count, 'regra para o host é violada', 'regras para o host são violadas')}.`,
    remedy:
      'Ajuste o host às regras em `host` e execute o job de novo.\nSe uma regra não serve para este host, altere-a no arquivo de política dela.',
  }),
  'unlisted-findings': ({ count }) => ({
    what: `O scan conta ${plural(count, 'achado que bloquearia e que não lista', 'achados que bloqueariam e que não lista')}.`,
    remedy:
      'Consulte o scan no painel do serviço de scan ou execute um novo scan; vale o pior dos dois números.',
  }),
};

export const ptNotes: typeof enNotes = {
  partialResult: 'resultado parcial',
  partialSoFar: (percentage) =>
    `Este resultado é parcial: com \`fail-fast\`, a execução parou de esperar${percentage === null ? '' : ` em ${percent(percentage)}`}, e o scan ainda pode encontrar mais.`,
  acceptedStatuses: (list) => `O alvo respondeu HTTP ${list}, o que \`allowed-statuses\` aceita.`,
  clean: (checks) =>
    checks === null ? 'Nenhum achado.' : `Nenhum achado em ${plural(checks, 'verificação', 'verificações')}.`,
  notBlocking: (total) =>
    total === 1 ? 'O único achado não bloqueia.' : `Nenhum dos ${number(total)} achados bloqueia.`,
  stepOnlyWarns: 'O step não falha por causa disso, porque `on-inconclusive` está definido como `warn`.',
  statusOnlyWarns: (reason) => `Inconclusivo, mas apenas com um aviso: ${reason}`,
  unlisted: (count, list) =>
    `O scan conta ${plural(count, 'achado que não lista', 'achados que não lista')} (${list}).`,
};
