/** Why the verdict is what it is, and what to do, as plain text that the caller has to escape. */

import { describeProblem } from '../../core/problem.ts';
import { type Advice, advise, type Language, say, wordsIn } from '../../core/say.ts';
import type { Severity } from '../../core/severity.ts';
import type { Objection } from '../../gate/judgement.ts';
import type { ReportModel } from '../model.ts';
import { severityName } from '../words.ts';

/** `severity `high` or worse`. Portuguese has its own word beside that of the setting. */
function severityFrom(threshold: Severity, language: Language): string {
  const isHighest = threshold === 'critical';
  const name = severityName(threshold, 'pt').toLowerCase();
  return wordsIn(language)(
    `severity \`${threshold}\`${isHighest ? '' : ' or worse'}`,
    `severidade ${name} (\`${threshold}\`)${isHighest ? '' : ' ou superior'}`,
  );
}

/** `No new finding has severity `high` or worse.` */
function nothingBlocks(model: ReportModel): string {
  const { judgement, settings, language } = model;
  const { 'fail-on': failOn } = settings.policy;
  const t = wordsIn(language);
  if (failOn === 'never')
    return t(
      'No finding blocks by itself, because `fail-on` is `never`.',
      'Nenhum achado bloqueia sozinho, porque `fail-on` é `never`.',
    );
  const findings =
    judgement.baseline.kind === 'compared'
      ? t('No new finding has', 'Nenhum achado novo tem')
      : t('No finding has', 'Nenhum achado tem');
  return `${findings} ${severityFrom(failOn, language)}.`;
}

function blockingFindings({ judgement, language }: ReportModel, threshold: Severity, count: number): string {
  const template =
    judgement.baseline.kind === 'compared'
      ? { en: '{count:new finding has|new findings have}', pt: '{count:achado novo tem|achados novos têm}' }
      : { en: '{count:finding has|findings have}', pt: '{count:achado tem|achados têm}' };
  return `${say(template, { count }, language)} ${severityFrom(threshold, language)}.`;
}

const fixFindings = {
  en: 'Fix what blocks, deploy, and run the job again.',
  pt: 'Corrija o que bloqueia, faça o deploy e execute o job de novo.',
};
const unlistedFindings = {
  en: 'The scan counts {count:finding|findings} that would block and that it does not list.\nLook up the scan in the dashboard of the scanning service, or run a new scan; the worse of the two numbers decides.',
  pt: 'O scan conta {count:achado que bloquearia e que não lista|achados que bloqueariam e que não lista}.\nConsulte o scan no painel do serviço de scan ou execute um novo scan; vale o pior dos dois números.',
};

/** An objection in words, as plain text; `nothing-blocks` if there is none. */
export type ObjectionAdvice = Advice & { readonly kind: Objection['kind'] | 'nothing-blocks' };

/** The objections in words, in their order, or that nothing blocks. */
export function describeObjections(model: ReportModel): ObjectionAdvice[] {
  const { objections, verdict } = model.judgement;
  if (objections.length === 0) return [{ kind: 'nothing-blocks', what: nothingBlocks(model), remedy: '' }];
  // If nothing is decided, what blocks is no reason.
  const reasons = objections.filter(({ weight }) => verdict !== 'inconclusive' || weight !== 'blocking');
  return reasons.map((objection) => describeObjection(objection, model));
}

function describeObjection(objection: Objection, model: ReportModel): ObjectionAdvice {
  const { language } = model;
  const { kind } = objection;
  if (kind === 'problem') return { kind, ...describeProblem(objection.problem, language) };
  if (kind === 'unlisted-findings') return { kind, ...advise(unlistedFindings, objection, language) };
  const what = blockingFindings(model, objection.threshold, objection.count);
  return { kind, what, remedy: fixFindings[language] };
}
