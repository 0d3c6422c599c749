/** The counts by severity, the target, and the limits that apply. */

import { reaches, type SeverityCounts, severities, sumCounts } from '../../../core/severity.ts';
import { joinNonEmpty } from '../../../core/text.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { Texts } from '../../language/texts.ts';
import { escapeKeepingCode, escapeMarkdown } from '../../markdown/escape.ts';
import { joinBlocks } from '../../markdown/fit.ts';
import { addressLink } from '../../markdown/link.ts';
import type { ReportModel } from '../../model.ts';
import { baselineName, countSentences, statusAndPolicySentences } from '../../sentences/verdict-sentences.ts';
import { countsWithIcons, icons } from '../severity-signs.ts';

/** The title for findings that are in the baseline, as plain text, such as `Already on www.example.com`. */
export function knownFindingsTitle(model: ReportModel, texts: Texts): string {
  return texts.baseline.alreadyIn(baselineName(model)?.replace(/^https?:\/\//u, '') ?? null);
}

/** How many findings of each severity block, are known, are ignored, pass or are unlisted; each is in one row. */
function countsTable(model: ReportModel, texts: Texts): string {
  const { verdict, counts, countsByStatus, unlisted } = model.assessment;
  const { label } = texts;
  const columns = severities.filter((severity) => counts[severity] > 0);
  const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(' | ')} |`;
  const countsRow = (name: string, rowCounts: SeverityCounts) => {
    const cells = columns.map((severity) =>
      rowCounts[severity] === 0 ? '' : texts.number(rowCounts[severity]),
    );
    // The name of a host may break at its dots, because a phone has room for only one word.
    return sumCounts(rowCounts) === 0 ? '' : row(escapeMarkdown(name, 80).replaceAll('.', '.&#8203;'), cells);
  };
  const total = texts.phrase.findingCount(sumCounts(counts));
  const signs = columns.map((severity) => icons[severity]);
  const lines = [
    row(total, signs),
    `|---|${':-:|'.repeat(columns.length)}`,
    countsRow(
      verdict.outcome === 'inconclusive' ? label.wouldBlockToo : label.blocks,
      countsByStatus.blocking,
    ),
    countsRow(knownFindingsTitle(model, texts), countsByStatus.known),
    countsRow(texts.ignoreRules.ignored, countsByStatus.ignored),
    countsRow(label.passes, countsByStatus.passing),
    countsRow(label.unlisted, unlisted),
  ];
  return joinNonEmpty(lines, '\n');
}

/** What blocks, by both policies if they say different things. */
function limitsPhrase({ settings: { policy, organization }, assessment }: ReportModel, texts: Texts): string {
  const { baseline, outcomeByPolicy } = assessment;
  const words = texts.policy;
  const limitsOf = ({ failOn, failOnCvss, maxFindings }: Policy, isOnlyNew: boolean) => {
    const limits = [
      ...(failOn === 'never' ? [] : [words.fromSeverity(failOn)]),
      ...(failOnCvss === null ? [] : [words.fromScore(failOnCvss)]),
      ...severities.flatMap((severity) => {
        const allowed = reaches(severity, failOn) ? undefined : maxFindings[severity];
        return allowed === undefined ? [] : [words.moreThan(texts.phrase.severityCount(severity, allowed))];
      }),
    ];
    if (limits.length === 0) return words.noSeverityBlocks;
    return isOnlyNew ? words.ifNew(words.blocksFrom(limits)) : words.blocksFrom(limits);
  };
  const ofRepository = limitsOf(policy, baseline.kind === 'compared');
  if (organization === null || outcomeByPolicy === null) return ofRepository;
  const ofOrganization = limitsOf(organization.policy, outcomeByPolicy.organization.isCompared);
  return ofOrganization === ofRepository
    ? ofRepository
    : `${ofRepository}; ${words.blocksByOrganization(ofOrganization)}`;
}

/** `on preview-104.example.com`, as Markdown; `''` if the target is not known. */
export function targetPhrase({ target }: ReportModel, texts: Texts): string {
  return target === null ? '' : texts.phrase.onTarget(addressLink(target));
}

/**
 * The counts, the target, the limits, and the circumstances of the verdict. If an inconclusive verdict has no counts,
 * only the target, the scanning service and the circumstances. A count is bold if any of its findings blocks. The
 * counts are a table if there is a baseline, or if findings are ignored or unlisted.
 */
export function countsSection(model: ReportModel, texts: Texts): string {
  const { counts, countsByStatus, baseline, unlisted, verdict } = model.assessment;
  const { label } = texts;
  const severityCounts = countsWithIcons(counts, (severity) => countsByStatus.blocking[severity] > 0, texts);
  const ignoredOrUnlisted = sumCounts(countsByStatus.ignored) + sumCounts(unlisted);
  const isTable = severityCounts !== '' && (baseline.kind === 'compared' || ignoredOrUnlisted > 0);
  const counted = isTable ? [] : countSentences(model, texts);
  const facts = escapeKeepingCode(joinNonEmpty([...counted, ...statusAndPolicySentences(model, texts)], ' '));
  if (verdict.outcome === 'inconclusive' && severityCounts === '')
    return joinNonEmpty([serviceLine(model, texts), facts], '<br>\n');
  const openings = { pass: `**${texts.whatToDo.nothingToDo}**`, fail: '', inconclusive: `${label.soFar}:` };
  const opening = openings[verdict.outcome];
  const limits = targetAndLimitsPhrase(model, texts);
  if (isTable) {
    const sentence = limits === '' ? '' : `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`;
    return joinBlocks([opening, countsTable(model, texts), joinNonEmpty([sentence, facts], ' ')]);
  }
  const countsText = severityCounts || texts.notes.clean(model.scan.checks).replace(/\.$/u, '');
  const line = joinNonEmpty([joinNonEmpty([opening, countsText], ' '), limits], ' — ');
  return joinNonEmpty([`${line}.`, facts], '<br>\n');
}

/** The target and the scanning service, for a page without counts. */
function serviceLine({ target, serviceHost }: ReportModel, { label }: Texts): string {
  const named = target === null ? '' : `${label.target}: ${addressLink(target)}`;
  const service = serviceHost === '' ? '' : `${label.service}: ${escapeMarkdown(serviceHost)}`;
  return joinNonEmpty([named, service], ' · ');
}

/** The target, unless the table of what blocks names it, and the limits, unless the verdict is inconclusive. */
function targetAndLimitsPhrase(model: ReportModel, texts: Texts): string {
  const { verdict, findings, hostViolations } = model.assessment;
  if (verdict.outcome === 'inconclusive') return targetPhrase(model, texts);
  const isNamed =
    findings.some(({ status }) => status === 'blocking') || hostViolations.some(({ blocks }) => blocks);
  return joinNonEmpty([isNamed ? '' : targetPhrase(model, texts), limitsPhrase(model, texts)], '; ');
}
