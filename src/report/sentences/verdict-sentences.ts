/** The verdict and its reasons in words, for every report. All texts are plain, so the caller has to escape them. */

import { type SeverityCounts, severities, sumCounts } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { isLoweredToWarning } from '../../gate/conclusion.ts';
import { policyOutcomeOf } from '../../gate/merge-assessments.ts';
import {
  type Assessment,
  hasProblem,
  type PolicyOutcome,
  type Reason,
  wasSkipped,
} from '../../gate/verdict.ts';
import { baselineText } from '../../policy/baseline.ts';
import type { Policy } from '../../policy/policy.ts';
import { type Advice, type ReasonScope, textFor } from '../language/advice.ts';
import type { Blockers } from '../language/en/page-words.ts';
import type { Texts } from '../language/texts.ts';
import type { ReportModel } from '../model.ts';
import { plainText, quotableText } from '../plain-text.ts';
import { describeProblem } from './problem-sentences.ts';

/** Longest one-line verdict, in code points. An output may be longer, but nobody reads it. */
const maxLineLength = 1000;

/**
 * The title as plain text, such as `Scan Gate: 2 findings block this pull request`: the verdict, what happens to the
 * check, and whether the result is partial.
 */
export function verdictTitle(model: ReportModel, texts: Texts): string {
  const { partial } = model.assessment;
  return `Scan Gate: ${outcomePhrase(model, texts)}${partial ? ` (${texts.notes.partialResult})` : ''}`;
}

function outcomePhrase({ assessment, settings, isOnPullRequest }: ReportModel, texts: Texts): string {
  const { title } = texts;
  switch (assessment.verdict.outcome) {
    case 'pass':
      return title.passed;
    case 'inconclusive':
      if (wasSkipped(assessment)) return title.skipped;
      if (hasProblem(assessment, 'cancelled')) return title.cancelled;
      return isLoweredToWarning(assessment, settings.policy) ? title.undecidedWarns : title.undecided;
    case 'fail': {
      const blockers = blockersOf(assessment, texts);
      if (isLoweredToWarning(assessment, settings.policy)) return title.wouldBlock(blockers);
      const failed = isOnPullRequest ? title.blockPullRequest : title.failed;
      return failed(title.block(blockers));
    }
  }
}

/**
 * What blocks, in words for a title, and how many. Findings are not called new if unlisted findings block, or if
 * findings block by an organization's policy that is not compared with a baseline.
 */
export function blockersOf(assessment: Assessment, { phrase, joinWords }: Texts): Blockers {
  const { baseline, blockingCount, blockingViolationCount: violations } = assessment;
  const organization = assessment.outcomeByPolicy?.organization;
  const mayBeKnown =
    (organization?.isCompared === false && organization.blockingCount > 0) ||
    assessment.verdict.reasons.some(({ kind }) => kind === 'unlisted-findings');
  const findingsPhrase =
    baseline.kind === 'compared' && !mayBeKnown ? phrase.newFindingCount : phrase.findingCount;
  const phrases = [
    ...(blockingCount > 0 ? [findingsPhrase(blockingCount)] : []),
    ...(violations > 0 ? [phrase.violationCount(violations)] : []),
  ];
  return { what: joinWords(phrases), count: blockingCount + violations };
}

function reasonScope({ isCompared, ignoredCount }: PolicyOutcome, { failOnCvss }: Policy): ReasonScope {
  return { isOnlyNew: isCompared, hasIgnored: ignoredCount > 0, failOnCvss };
}

/** A reason in words, as plain text. */
export type ReasonAdvice = Advice & Pick<Reason, 'kind'>;

/**
 * `reasons` in words, in the same order. Two things are said only once: how to fix findings that block by severity and
 * by score, and that ignored findings do not count.
 */
export function describeScopedReasons(
  reasons: readonly Reason[],
  texts: Texts,
  scope: ReasonScope,
): ReasonAdvice[] {
  const hasBlockedBySeverity = reasons.some(({ kind }) => kind === 'blocking-findings');
  return reasons.map((reason, index) => {
    const { kind } = reason;
    if (kind === 'problem') return { kind, ...describeProblem(reason.problem, texts) };
    const hasIgnored = scope.hasIgnored && index === 0;
    const { what, remedy }: Advice = textFor(texts.reason, reason, { ...scope, hasIgnored });
    return { kind, what, remedy: kind === 'over-cvss' && hasBlockedBySeverity ? '' : remedy };
  });
}

/** The reasons of the model's verdict in words, in their order. */
export function describeReasons(model: ReportModel, texts: Texts): ReasonAdvice[] {
  const { assessment, settings } = model;
  const { policy, organization } = settings;
  const { outcomeByPolicy, verdict } = assessment;
  const scope = reasonScope(outcomeByPolicy?.repository ?? policyOutcomeOf(assessment), policy);
  return [...Map.groupBy(verdict.reasons, ({ by }) => by)].flatMap(([by, group]) => {
    if (by === undefined || outcomeByPolicy === null || organization === null)
      return describeScopedReasons(group, texts, scope);
    const scopeOfOrganization = reasonScope(outcomeByPolicy.organization, organization.policy);
    const reasons = describeScopedReasons(group, texts, scopeOfOrganization);
    return reasons.map((reason) => ({ ...reason, what: texts.policy.byOrganization(reason.what) }));
  });
}

/** What each of the two policies decides, and where the organization's was read; `''` if there is only one. */
function policiesSentence({ assessment, settings }: ReportModel, texts: Texts): string {
  const { outcomeByPolicy } = assessment;
  const { organization } = settings;
  if (outcomeByPolicy === null || organization === null) return '';
  return texts.policy.byPolicies({
    repository: texts.verdict[outcomeByPolicy.repository.outcome],
    organization: texts.verdict[outcomeByPolicy.organization.outcome],
    name: quotableText(organization.name, 300),
    commit: organization.commit.slice(0, 7),
  });
}

/** Besides the reasons: how many findings a pass had, or that an inconclusive verdict only warns; else `''`. */
function outcomeSentence({ assessment, settings, scan }: ReportModel, texts: Texts): string {
  const { outcome } = assessment.verdict;
  if (outcome === 'fail') return '';
  if (outcome === 'inconclusive')
    return isLoweredToWarning(assessment, settings.policy) ? texts.notes.stepOnlyWarns : '';
  const total = sumCounts(assessment.counts);
  return total === 0 ? texts.notes.clean(scan.checks) : texts.notes.notBlocking(total);
}

/**
 * The verdict in one plain line without Markdown, for the output `reason`, the annotation that fails the step, and the
 * log: every reason, then what to do about the first one.
 */
export function verdictLineOf(model: ReportModel, texts: Texts): string {
  const reasons = describeReasons(model, texts);
  const parts = [
    ...reasons.map(({ what }) => what),
    ...furtherSentences(model, texts),
    reasons[0]?.remedy ?? '',
  ];
  const sentence = joinNonEmpty(parts, ' ');
  return plainText(sentence.replaceAll('`', ''), maxLineLength);
}

/** What else there is to say about the verdict, in sentences of plain text. */
export function furtherSentences(model: ReportModel, texts: Texts): string[] {
  const notes = [
    outcomeSentence(model, texts),
    partialSentence(model, texts),
    ...countSentences(model, texts),
    ...statusAndPolicySentences(model, texts),
  ];
  return notes.filter((note) => note !== '');
}

/** How many findings are new, known and ignored, in sentences of plain text. The table of counts shows the same. */
export function countSentences(model: ReportModel, texts: Texts): string[] {
  const ignored = sumCounts(model.assessment.countsByStatus.ignored);
  const sentence = ignored === 0 ? '' : texts.ignoreRules.ignoredCount(ignored);
  return [comparisonSentence(model, texts), sentence];
}

/** Sentences about accepted statuses and the two policies, as plain text; `''` for one that does not apply. */
export function statusAndPolicySentences(model: ReportModel, texts: Texts): string[] {
  const { acceptedStatuses: statuses } = model;
  const accepted = statuses.length === 0 ? '' : texts.notes.acceptedStatuses(statuses.join(', '));
  return [accepted, policiesSentence(model, texts)];
}

/** Says that the result is partial, and how far the scan was, as plain text; `''` if the result is whole. */
export function partialSentence({ assessment, scan }: ReportModel, texts: Texts): string {
  return assessment.partial ? texts.notes.partialSoFar(scan.percentage) : '';
}

/** The result of the comparison; `''` if nothing was compared or the baseline could not be read. */
export function comparisonSentence(model: ReportModel, texts: Texts): string {
  const { assessment, scan, settings } = model;
  const { baseline } = assessment;
  const setting = settings.policy.baseline;
  const { nothingToCompare, compared, olderScans } = texts.baseline;
  if (baseline.kind === 'none' || scan.percentage === null || hasProblem(assessment, 'baseline')) return '';
  if (baseline.kind === 'first')
    return nothingToCompare(setting === null ? '' : quotableText(baselineText(setting), 200));
  const older = baseline.older.length === 0 ? '' : olderScans(baseline.older.length);
  return joinNonEmpty([compared(baselineName(model), baseline), older], ' ');
}

/** The baseline as plain text; `null` for none, one that must not be named, and a scan, which the facts name. */
export function baselineName({ settings, disclosure }: ReportModel): string | null {
  const { baseline } = settings.policy;
  const isNamed = baseline !== null && baseline.kind !== 'scan' && disclosure.mode === 'full';
  return isNamed ? quotableText(baselineText(baseline), 200) : null;
}

/** Counts that are not zero, in words: `1 critical, 2 low`. */
export function countsPhrase(counts: SeverityCounts, texts: Texts): string {
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => texts.phrase.severityCount(severity, counts[severity]))
    .join(', ');
}

/** How many findings the list lacks, as plain text; `''` if the list holds all that the summary counts. */
export function unlistedSentence({ assessment: { unlisted } }: ReportModel, texts: Texts): string {
  const count = sumCounts(unlisted);
  return count === 0 ? '' : texts.notes.unlisted(count, countsPhrase(unlisted, texts));
}
