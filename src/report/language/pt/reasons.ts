import { joined } from '../../../core/text.ts';
import type { ReasonScope, ReasonTexts } from '../by-kind.ts';
import { decimal, number, plural, severityWords } from './numbers.ts';

/** `Desconsiderando os ignorados, 2 achados novos`. */
function findings(count: number, { onlyNew, someIgnored }: ReasonScope): string {
  const counted = plural(count, onlyNew ? 'achado novo' : 'achado', onlyNew ? 'achados novos' : 'achados');
  return `${someIgnored ? 'Desconsiderando os ignorados, ' : ''}${counted}`;
}

/** A severity in words, with the word of the setting, which is English. */
function named(severity: keyof typeof severityWords): string {
  return `${severityWords[severity].toLowerCase()} (\`${severity}\`)`;
}

function fromThreshold(threshold: keyof typeof severityWords): string {
  return threshold === 'critical' ? named(threshold) : `${named(threshold)} ou superior`;
}

function noFinding({ onlyNew, someIgnored }: ReasonScope): string {
  return `${someIgnored ? 'Desconsiderando os ignorados, nenhum' : 'Nenhum'} ${onlyNew ? 'achado novo' : 'achado'}`;
}

function nothingBlocks(threshold: keyof typeof severityWords | 'never', scope: ReasonScope): string {
  const score = scope.failOnCvss === null ? '' : `pontuação CVSS de ${decimal(scope.failOnCvss)} ou mais`;
  if (threshold === 'never' && score === '')
    return 'Nenhum achado bloqueia sozinho, porque `fail-on` é `never`.';
  const severity = threshold === 'never' ? '' : `severidade ${fromThreshold(threshold)}`;
  const both = joined([severity, score], ', nem ');
  return `${noFinding(scope)} tem ${both}.`;
}

/** Why the verdict is what it is. */
export const ptReasons: ReasonTexts = {
  'nothing-blocks': ({ threshold }, scope) => ({ what: nothingBlocks(threshold, scope), remedy: '' }),
  'blocking-findings': ({ threshold, count }, scope) => ({
    what: `${findings(count, scope)} ${count === 1 ? 'tem' : 'têm'} severidade ${fromThreshold(threshold)}.`,
    remedy: `Corrija ${(scope.blocking ?? count) === 1 ? 'o achado bloqueante' : 'os achados bloqueantes'}, faça o deploy e execute o job de novo.`,
  }),
  'over-cvss': ({ score, count }, scope) => ({
    what: `${findings(count, scope)} ${count === 1 ? 'atinge' : 'atingem'} a pontuação CVSS ${decimal(score)} definida em \`fail-on-cvss\`.`,
    remedy: `Corrija ${(scope.blocking ?? count) === 1 ? 'o achado bloqueante' : 'os achados bloqueantes'}, faça o deploy e execute o job de novo.`,
  }),
  'over-budget': ({ severity, allowed, count }, scope) => ({
    what: `${findings(count, scope)} ${count === 1 ? 'tem' : 'têm'} severidade ${named(severity)}; \`max-findings\` permite ${number(allowed)}.`,
    remedy: `Corrija pelo menos ${number(count - allowed)}, faça o deploy e execute o job de novo.`,
  }),
  'host-violations': ({ count }) => ({
    what: `${plural(count, 'violação das regras do host bloqueia', 'violações das regras do host bloqueiam')}.`,
    remedy:
      'Corrija o host conforme o relatório indica em cada caso e execute o job de novo, ou altere `host` no arquivo de política.',
  }),
  'unlisted-findings': ({ count }) => ({
    what: `O resumo do scan conta ${plural(count, 'achado', 'achados')} que bloqueariam e que não ${count === 1 ? 'aparece' : 'aparecem'} na lista.`,
    remedy: 'Consulte o scan no painel do serviço ou execute um novo scan; vale o pior dos dois números.',
  }),
};
