/** Why the verdict is what it is, and what to do, as plain text that the caller has to escape. */

import { describeProblem } from '../../core/problem.ts';
import { type Advice, advise, type Language, say, wordsIn } from '../../core/say.ts';
import { type Severity, sumCounts } from '../../core/severity.ts';
import type { Objection } from '../../gate/judgement.ts';
import type { ReportModel } from '../model.ts';
import { severityName } from '../words.ts';

const nothingFound = {
  en: 'No findings[ in {checks:check|checks}].',
  pt: 'Nenhum achado[ em {checks:verificação|verificações}].',
};
const fixFindings = {
  en: 'Fix what blocks and deploy the fix: the next run scans it.',
  pt: 'Corrija o que bloqueia e faça o deploy: a próxima execução escaneia de novo.',
};
const unlistedThatBlock = {
  en: 'The scan counts {count:finding|findings} that would block and that it does not list.\nLook up the scan in the dashboard of the scanning service, or run a new scan; the worse of the two numbers decides.',
  pt: 'O scan conta {count:achado que bloquearia e que não lista|achados que bloqueariam e que não lista}.\nConsulte o scan no painel do serviço de scan ou execute um novo scan; vale o pior dos dois números.',
};

/** `severity `high` or worse`. Portuguese has its own word beside that of the setting. */
function severityFrom(threshold: Severity, language: Language): string {
  const isHighest = threshold === 'critical';
  const name = severityName(threshold, 'pt').toLowerCase();
  return wordsIn(language)(
    `severity \`${threshold}\`${isHighest ? '' : ' or worse'}`,
    `severidade ${name} (\`${threshold}\`)${isHighest ? '' : ' ou superior'}`,
  );
}

/** `No findings in 1,482 checks.`, or `Nothing blocks: the limit is severity `high` or worse.` */
function whyPassed({ judgement, settings, language }: ReportModel): string {
  const { 'fail-on': failOn } = settings.policy;
  if (sumCounts(judgement.counts) === 0) return say(nothingFound, { checks: judgement.checkCount }, language);
  const t = wordsIn(language);
  if (failOn === 'never')
    return t('Nothing blocks: `fail-on` is `never`.', 'Nada bloqueia: `fail-on` é `never`.');
  const limit = severityFrom(failOn, language);
  return t(`Nothing blocks: the limit is ${limit}.`, `Nada bloqueia: o limite é ${limit}.`);
}

function blockingSentence({ judgement, language }: ReportModel, threshold: Severity, count: number): string {
  const template =
    judgement.comparison.kind === 'compared'
      ? { en: '{count:new finding has|new findings have}', pt: '{count:achado novo tem|achados novos têm}' }
      : { en: '{count:finding has|findings have}', pt: '{count:achado tem|achados têm}' };
  return `${say(template, { count }, language)} ${severityFrom(threshold, language)}.`;
}

/** The objections in words, in their order, as plain text; why it is a pass if there are none. */
export function describeObjections(model: ReportModel): Advice[] {
  const { objections, verdict } = model.judgement;
  if (objections.length === 0) return [{ what: whyPassed(model), remedy: '' }];
  // If nothing is decided, what blocks is no reason.
  const reasons = objections.filter(({ weight }) => verdict !== 'inconclusive' || weight !== 'blocking');
  return reasons.map((objection) => describeObjection(objection, model));
}

function describeObjection(objection: Objection, model: ReportModel): Advice {
  const { language } = model;
  if ('because' in objection) return describeProblem(objection.because, language);
  if (objection.kind === 'unlisted-findings') return advise(unlistedThatBlock, objection, language);
  const what = blockingSentence(model, objection.threshold, objection.count);
  return { what, remedy: fixFindings[language] };
}
