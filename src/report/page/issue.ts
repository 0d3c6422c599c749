/** The title of the tracking issue. */

import { plainText } from '../../core/plain-text.ts';
import { say, wordsIn } from '../../core/say.ts';
import { textsIn } from '../language/texts.ts';
import type { ReportModel } from '../model.ts';
import type { PublicModel } from '../public-model.ts';
import { whatBlocks } from '../sentences/verdict-sentences.ts';

/** GitHub takes 256 characters of a title. */
const maxTitleLength = 200;

/** The title of the tracking issue, as plain text. Its body is a page of the report. */
export function issueTitle(model: PublicModel): string {
  return plainText(`Scan Gate: ${issueState(model)}`, maxTitleLength);
}

/** The state of the issue in words, and the target. A run without a verdict does not touch the issue. */
function issueState(model: ReportModel): string {
  const { language } = model;
  const t = wordsIn(language);
  const { verdict, baseline } = model.judgement;
  const where = targetName(model);
  const on = textsIn[language].phrase.onTarget(where);
  if (verdict === 'fail') return `${t('failed', 'reprovado')}, ${whatBlocks(model)} ${on}`;
  // This does not count the list, because the list is empty with `disclosure: counts`.
  const known = baseline.kind === 'compared' ? baseline.known : 0;
  if (known === 0) return `${t('nothing blocks', 'nada bloqueia')} ${on}`;
  const open = {
    en: '{count:earlier finding is|earlier findings are} open',
    pt: '{count:achado anterior em aberto|achados anteriores em aberto}',
  };
  const nothingNew = t('nothing new blocks', 'nada de novo bloqueia');
  return `${nothingNew} ${on}, ${say(open, { count: known }, language)}`;
}

/** The target without its scheme, so that GitHub makes no link of it; the job if the target must not be named. */
function targetName({ target, run }: ReportModel): string {
  const name = target?.replace(/^https?:\/\//iu, '').replace(/\/$/u, '');
  return plainText(name ?? `${run.workflow} / ${run.job}`, 120);
}
