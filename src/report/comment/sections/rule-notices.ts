import { shownNotices } from '../../../gate/completeness.ts';
import type { RuleNotice } from '../../../gate/verdict.ts';
import type { IgnoreRule } from '../../../policy/policy.ts';
import { inline, markup, quotable } from '../../markdown/escape.ts';
import type { ReportModel } from '../../model.ts';
import type { Advice, Texts } from '../../texts/texts.ts';

/** The rest is in the JSON result. */
const maxNotices = 20;

/** What is to be known about a rule and what to do, as plain text. */
export function describeNotice({ rule, kind }: RuleNotice, texts: Texts): Advice {
  return texts.policy.notice[kind](rule.expires ?? '');
}

/** Where a rule stands: `line 12 of .github/scan-gate.yml`, as plain text without backticks. */
export function placeOf({ line }: IgnoreRule, { settings }: ReportModel, texts: Texts): string {
  const words = texts.policy.phrase.line(line);
  return settings.file === null ? words : `${quotable(settings.file, 120)}, ${words}`;
}

/** Notices about ignore rules, folded, each with its line in the policy file; `''` where there is none. */
export function noticesSection(model: ReportModel, texts: Texts): string {
  const notices = shownNotices(model.assessment);
  if (notices.length === 0) return '';
  const items = notices.slice(0, maxNotices).map((notice) => {
    const { what, remedy } = describeNotice(notice, texts);
    const reason = inline(notice.rule.reason, 120);
    return `- **${inline(placeOf(notice.rule, model, texts), 160)}**: ${markup(what)} ${markup(remedy)}<br><i>${reason}</i>`;
  });
  const more = notices.length - items.length;
  if (more > 0) items.push(`- ${texts.phrase.andMore(more)}`);
  const title = inline(texts.policy.phrase.ruleNotices(notices.length));
  return [`<details><summary>⏳ ${title}</summary>`, items.join('\n'), '</details>'].join('\n\n');
}
