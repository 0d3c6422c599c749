/** Ignore rules on a page: the rules to copy and where they go, and the notices about rules. */

import { reaches } from '../../../core/severity.ts';
import { dayMs, isoDay } from '../../../core/time.ts';
import { isRecognizable } from '../../../gate/fingerprint.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import type { Texts } from '../../language/texts.ts';
import { escapeKeepingCode, escapeMarkdown } from '../../markdown/escape.ts';
import { bulletList, fold, limitList } from '../../markdown/fit.ts';
import { link } from '../../markdown/link.ts';
import type { ReportModel } from '../../model.ts';
import { quotableText } from '../../plain-text.ts';
import { describeNotice, ruleLocation } from '../../sentences/policy-sentences.ts';
import { policyFileLink } from '../links.ts';

/** How many rules are shown. For another finding, a reader copies one of these rules and changes its fingerprint. */
const maxRules = 10;
/** Limit of the severity and the name of a finding, in code points. */
const maxNameLength = 96;
/** How long a suggested rule applies, unless the organization allows less. */
const defaultDays = 90;

/**
 * A rule of the policy file that ignores one finding, with a ceiling and an end date. Its `reason` is empty, which the
 * policy file refuses until somebody fills it in. `owner` is left out: nobody has accepted the risk yet.
 */
function ignoreRuleYaml(
  { finding, fingerprint }: JudgedFinding,
  { writtenAt, settings }: ReportModel,
  texts: Texts,
): string {
  const { name, severity } = finding;
  const days = Math.min(defaultDays, settings.organization?.allowIgnores?.maxDays ?? defaultDays);
  return [
    // The text is on one line and has no backticks, so it can end neither the YAML comment nor the code block.
    `  # ${quotableText(`${texts.severity[severity]}: ${name}`, maxNameLength)}`,
    `  - fingerprint: ${fingerprint}`,
    `    severity: ${severity}`,
    '    reason: ""',
    `    expires: ${isoDay(writtenAt + days * dayMs)}`,
  ].join('\n');
}

/** Where to put a rule and what happens then, as a Markdown list; `''` with `config: none`. */
function snippetStepsList(model: ReportModel, texts: Texts): string {
  const { policyPages, run } = model;
  if (policyPages === null) return '';
  const words = texts.ignoreRules;
  return bulletList([
    `${words.copyRule} ${policyFileLink(policyPages, texts)}.${policyPages.exists ? ` ${words.listExists}` : ''}`,
    words.ruleLimits,
    `${words.ruleIsMerged} ${words.howToMerge}`,
    `${link(words.reRun, run.url)}: ${words.judgedAgain}`,
  ]);
}

/**
 * Rules to copy that would ignore the first of `findings`, one rule for each fingerprint, and how to use them, folded.
 * A finding without a readable name gets no rule, because no rule can name it. If the organization forbids rules for
 * some findings, a sentence says so. `''` if there is nothing to say, if findings are withheld, and with
 * `config: none`.
 *
 * @param findings most severe first
 */
export function rulesToCopySection(
  findings: readonly JudgedFinding[],
  model: ReportModel,
  texts: Texts,
): string {
  if (model.disclosure.mode === 'counts' || model.policyPages === null) return '';
  const words = texts.ignoreRules;
  const recognizable = findings.filter(({ fingerprint }) => isRecognizable(fingerprint));
  const maxSeverity = model.settings.organization?.allowIgnores?.maxSeverity ?? null;
  const ignorable = recognizable.filter(
    ({ finding, blockedBy }) =>
      (maxSeverity !== null && reaches(maxSeverity, finding.severity)) ||
      blockedBy.every(({ by }) => by !== 'organization'),
  );
  const forbiddenSentence = ignorable.length === recognizable.length ? '' : words.forbiddenRules(maxSeverity);
  const groups = Map.groupBy(ignorable, ({ fingerprint }) => fingerprint);
  const ignorableOnce = [...groups.values()].flatMap(([first]) => first ?? []);
  if (ignorableOnce.length === 0) return forbiddenSentence;
  const moreCount = ignorableOnce.length - maxRules;
  const rules = ignorableOnce.slice(0, maxRules).map((judged) => ignoreRuleYaml(judged, model, texts));
  return fold(words.ignoreOne, [
    `\`\`\`yaml\nignore:\n${rules.join('\n')}\n\`\`\``,
    moreCount > 0 ? words.moreRules(moreCount) : '',
    forbiddenSentence,
    snippetStepsList(model, texts),
  ]);
}

/** How many notices are on the page. The JSON result has all notices. */
const maxNotices = 20;

/** Notices about ignore rules, folded, each with its line in the policy file; `''` if there is none. */
export function noticesSection(model: ReportModel, texts: Texts): string {
  const notices = model.assessment.ruleNotices;
  if (notices.length === 0) return '';
  const items = notices.map((notice) => {
    const { what, remedy } = describeNotice(notice, texts);
    const reason = escapeMarkdown(notice.rule.reason, 120);
    return `**${escapeMarkdown(ruleLocation(notice.rule, model, texts), 160)}**: ${escapeKeepingCode(what)} ${escapeKeepingCode(remedy)}<br><i>${reason}</i>`;
  });
  const title = texts.ignoreRules.ruleNotices(notices.length);
  return fold(`📅 ${title}`, [bulletList(limitList(items, maxNotices, texts.phrase.andMore))]);
}
