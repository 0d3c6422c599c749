/** The lists of findings that do not block. */

import { joinNonEmpty } from '../../../core/text.ts';
import { countBySeverity } from '../../../gate/summary-counts.ts';
import type { JudgedFinding } from '../../../gate/verdict.ts';
import type { IgnoreRule } from '../../../policy/policy.ts';
import { countFindings, type FindingGroup, groupEqualFindings } from '../../equal-findings.ts';
import type { Texts } from '../../language/texts.ts';
import { escapeKeepingCode, escapeMarkdown } from '../../markdown/escape.ts';
import { fitItems, joinBlocks, type SpaceLeft } from '../../markdown/fit.ts';
import type { ReportModel } from '../../model.ts';
import { plainText, quotableText } from '../../plain-text.ts';
import { countsPhrase } from '../../sentences/verdict-sentences.ts';
import {
  type FindingOptions,
  findingDetails,
  findingTitle,
  linkedScore,
  type RenderedFindings,
} from '../finding-parts.ts';
import { severityLabel } from '../severity-signs.ts';
import { knownFindingsTitle } from './counts.ts';

/** Known and ignored findings come last: somebody has seen them before. */
const statuses = ['passing', 'known', 'ignored'] as const;

/** Why a finding is ignored, until when and who owns the rule. Text of the policy file is escaped like any other. */
function ignoreFacts({ reason, expires, owner, line }: IgnoreRule, texts: Texts): string {
  const words = texts.ignoreRules;
  const facts = [
    `<i>${escapeMarkdown(reason, 300)}</i>`,
    expires === null ? '' : escapeMarkdown(words.until(expires)),
    owner === null ? '' : escapeMarkdown(words.owner(owner.slice(0, 200)), 120),
    words.line(line),
  ];
  return `<br>${joinNonEmpty(facts, ' · ')}`;
}

/** A finding that does not block, as a list item: its severity, name, places and group. */
function findingItem(group: FindingGroup, { assessment }: ReportModel, options: FindingOptions): string {
  const { texts, isFolded } = options;
  const { finding, ignoredBy, knownFrom } = group.representative;
  const { baseline } = assessment;
  const isFromNewest = baseline.kind === 'compared' && baseline.scanId === knownFrom;
  const groupId = plainText(finding.group, 120);
  const facts = [
    `${severityLabel(finding.severity, texts)} ${linkedScore(finding, texts)}`.trim(),
    findingTitle(group, options),
    groupId === '' ? '' : escapeMarkdown(texts.group(groupId), 140),
    knownFrom === null || isFromNewest
      ? ''
      : escapeKeepingCode(texts.baseline.seenIn(quotableText(knownFrom, 100))),
  ];
  const ignored = ignoredBy === null ? '' : ignoreFacts(ignoredBy, texts);
  return `- ${joinNonEmpty(facts, ' · ')}${ignored}${isFolded ? '' : findingDetails(group, finding.description, options)}`;
}

/** The title of the fold of `findings`, as Markdown. */
export function otherFindingsTitle(findings: readonly JudgedFinding[], texts: Texts): string {
  const counts = countBySeverity(findings.map(({ finding }) => finding));
  return texts.phrase.otherFindings(findings.length, countsPhrase(counts, texts));
}

/**
 * The findings that do not block, as lists, as far as there is room: first findings below the limits, then known
 * findings, then ignored findings. A page that is not folded also shows descriptions and remediations. `page.ts` puts
 * the lists into a fold.
 */
export function otherFindingsSection(
  findings: readonly JudgedFinding[],
  model: ReportModel,
  options: FindingOptions,
  space: SpaceLeft,
): RenderedFindings {
  const { texts } = options;
  const titles = { known: knownFindingsTitle(model, texts), ignored: texts.ignoreRules.ignored };
  const blocks: string[] = [];
  let count = 0;
  for (const status of statuses) {
    const findingsOfStatus = findings.filter((judged) => judged.status === status);
    const heading = status === 'passing' ? '' : `**${escapeMarkdown(titles[status])}**`;
    if (findingsOfStatus.length === 0 || !space.reserve(`\n\n${heading}\n`)) continue;
    const groups = groupEqualFindings(findingsOfStatus, options.isNew);
    const items = fitItems(groups, (group) => findingItem(group, model, options), space);
    if (items.length > 0) blocks.push(heading, items.join('\n'));
    const shownCount = countFindings(groups.slice(0, items.length));
    count += shownCount;
    // If some findings of this list are left out, the less important lists are left out too.
    if (shownCount < findingsOfStatus.length) break;
  }
  return { markdown: joinBlocks(blocks), count };
}
