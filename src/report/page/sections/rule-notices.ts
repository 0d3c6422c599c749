/** The notices about ignore rules. */

import type { Texts } from '../../language/texts.ts';
import { escaped, escapedWithCode } from '../../markdown/escape.ts';
import { atMost, bullets, fold } from '../../markdown/fit.ts';
import type { ReportModel } from '../../model.ts';
import { describeNotice, ruleLine } from '../../sentences/policy-sentences.ts';

/** How many notices are on the page. The JSON result has all notices. */
const maxNotices = 20;

/** Notices about ignore rules, folded, each with its line in the policy file; `''` if there is none. */
export function noticesSection(model: ReportModel, texts: Texts): string {
  const notices = model.assessment.ruleNotices;
  if (notices.length === 0) return '';
  const items = notices.map((notice) => {
    const { what, remedy } = describeNotice(notice, texts);
    const reason = escaped(notice.rule.reason, 120);
    return `**${escaped(ruleLine(notice.rule, model, texts), 160)}**: ${escapedWithCode(what)} ${escapedWithCode(remedy)}<br><i>${reason}</i>`;
  });
  const title = texts.ignoreRules.ruleNotices(notices.length);
  return fold(`📅 ${title}`, [bullets(atMost(items, maxNotices, texts.phrase.andMore))]);
}
