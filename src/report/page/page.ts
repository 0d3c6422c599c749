/** Puts the sections of a page in order. If there is not enough space, leaves out the least important parts. */

import { joinNonEmpty } from '../../core/text.ts';
import type { JudgedFinding, Verdict } from '../../gate/verdict.ts';
import type { Texts } from '../language/texts.ts';
import { escapeParagraphs } from '../markdown/escape.ts';
import { fold, joinBlocks, type SpaceLeft, spaceWithin } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { changesSinceLast } from '../since-last-report.ts';
import type { FindingOptions } from './finding-parts.ts';
import { headline, whatToDo } from './headline.ts';
import { blockingFindingsSection } from './sections/blocking-findings.ts';
import { countsSection } from './sections/counts.ts';
import { linksLine, missingPdfReports, runFooter } from './sections/footer.ts';
import { hostSection } from './sections/host-facts.ts';
import { noticesSection, rulesToCopySection } from './sections/ignore-rules.ts';
import { fixedSection } from './sections/last-report.ts';
import { otherFindingsSection, otherFindingsTitle } from './sections/other-findings.ts';
import { policySection } from './sections/policy-facts.ts';
import { scanSection } from './sections/scan-facts.ts';
import { trendSection } from './sections/trend.ts';
import { violationsSection } from './sections/violations.ts';

/**
 * `issue`: without the headline, because GitHub shows the title, and with a note on what happens to the issue.
 * `summary`: with the descriptions and remediations of all findings, not folded. Both have the trend.
 */
export type PageKind = 'comment' | 'issue' | 'summary';

interface PageOptions {
  /** The first line of the page, which tells the next run what this run wrote. */
  readonly hiddenLine?: string;
  /** The space for the page, if it is less than GitHub accepts. */
  readonly space?: SpaceLeft;
}

/** In UTF-16 units. GitHub accepts 65,536 of a comment or an issue. The rest is for what edits and proxies add. */
const maxCommentLength = 64_000;
/** GitHub drops the whole summary of a step above 1 MiB (1,048,576 bytes of UTF-8). */
const maxSummaryBytes = 1_000_000;
/** Limit of a description and of a remediation, in UTF-16 units: a comment has to show several findings. */
const maxFindingTextLength = { comment: 1500, issue: 1500, summary: 8000 };

function spaceOf(kind: PageKind): SpaceLeft {
  return kind === 'summary'
    ? spaceWithin(maxSummaryBytes, (text) => Buffer.byteLength(text))
    : spaceWithin(maxCommentLength, (text) => text.length);
}

/**
 * Renders the comment, the tracking issue or the job summary as GitHub Markdown, with the verdict first. If the
 * findings do not fit, whole findings are left out and counted: first findings that do not block, then the least
 * severe. Strings of a scan cannot form markup (docs/contract.md, promises 5 and 6).
 */
export function renderPage(
  model: ReportModel,
  texts: Texts,
  kind: PageKind,
  { hiddenLine = '', space = spaceOf(kind) }: PageOptions = {},
): string {
  return arrangeParts(fitParts(model, texts, kind, { hiddenLine, space }), model.assessment.verdict.outcome);
}

/**
 * Renders the parts of a page. They ask for space in the order of their importance: the part that asks first is left
 * out last.
 */
function fitParts(
  model: ReportModel,
  texts: Texts,
  kind: PageKind,
  { hiddenLine, space }: Required<PageOptions>,
) {
  const { run, scan } = model;
  const { findings } = model.assessment;
  const blockingFindings = findings.filter(({ status }) => status === 'blocking');
  const otherFindings = findings.filter(({ status }) => status !== 'blocking');
  const findingOptions = findingOptionsOf(model, texts, kind);

  const opening = joinBlocks([kind === 'issue' ? '' : headline(model, texts), whatToDo(model, texts)]);
  const top = joinNonEmpty([hiddenLine, opening], '\n');
  space.reserve(top);
  const counts = space.fit(countsSection(model, texts));
  const note = kind === 'issue' ? texts.trackingIssue.note : '';
  const footer = space.fit(
    joinBlocks([note, runFooter(run, scan.id === null ? null : run.durationMs, texts)]),
  );
  const links = space.fit(linksLine(model, texts, kind === 'summary'));
  const missingPdfs = space.fit(missingPdfReports(model, texts));
  const trend = kind !== 'comment' ? space.fit(trendSection(model, texts)) : '';
  // Reserves space for the note on what is left out: twice its present length, because its numbers are known last.
  space.reserve(leftOutSentence(findings.length, blockingFindings.length, model, texts).repeat(2));
  const violations = violationsSection(model, texts, space);
  const rulesToCopy = space.fit(rulesToCopySection(blockingFindings, model, texts));
  const blockingTable = blockingFindingsSection(blockingFindings, model, findingOptions, space);
  const fixed = space.fit(fixedSection(model, texts));
  const notices = space.fit(noticesSection(model, texts));
  const facts = factsFold(model, texts, space);
  const otherTitle = otherFindings.length === 0 ? '' : otherFindingsTitle(otherFindings, texts);
  const otherLists = space.reserve(`\n\n${fold(otherTitle, [otherTitle])}`)
    ? otherFindingsSection(otherFindings, model, findingOptions, space)
    : { markdown: '', count: 0 };

  const leftOutBlocking = blockingFindings.length - blockingTable.count;
  const leftOutCount = leftOutBlocking + otherFindings.length - otherLists.count;
  return {
    top,
    counts,
    links,
    violations,
    trend,
    fixed,
    notices,
    facts,
    missingPdfs,
    footer,
    otherTitle,
    leftOut: leftOutSentence(leftOutCount, leftOutBlocking, model, texts),
    isBlockingLeftOut: leftOutBlocking > 0,
    // The rules to copy are for findings that the reader sees.
    rulesToCopy: blockingTable.count === 0 ? '' : rulesToCopy,
    blockingTable: blockingTable.markdown,
    otherLists: otherLists.markdown,
  };
}

/** Puts the parts in the order of the page. What blocks comes before the counts, unless nothing is decided. */
function arrangeParts(parts: ReturnType<typeof fitParts>, outcome: Verdict['outcome']): string {
  const { counts, links, leftOut, isBlockingLeftOut, fixed, notices, facts, otherTitle, otherLists } = parts;
  const leftOutBelow = isBlockingLeftOut ? '' : leftOut;
  const blocking = joinBlocks([isBlockingLeftOut ? leftOut : '', parts.blockingTable, parts.violations]);
  const topByOutcome = {
    pass: [counts, links, blocking],
    fail: [links, blocking, counts],
    inconclusive: [links, counts, blocking],
  };
  // After a pass, one fold holds all that nobody has to act on.
  const folds =
    outcome === 'pass' && otherLists !== ''
      ? [fold(otherTitle, [otherLists, leftOutBelow, fixed, facts]), notices]
      : [fold(otherTitle, [otherLists]), leftOutBelow, fixed, parts.rulesToCopy, notices, facts];
  const { top, trend, missingPdfs, footer } = parts;
  return joinBlocks([top, ...topByOutcome[outcome], trend, ...folds, missingPdfs, footer]);
}

/** The facts about scan, host and policy. If there is no space for all three, the policy is kept first. */
function factsFold(model: ReportModel, texts: Texts, space: SpaceLeft): string {
  const title = texts.label.facts;
  if (!space.reserve(`\n\n${fold(title, [title])}`)) return '';
  const policy = space.fit(policySection(model, texts));
  const scan = space.fit(scanSection(model, texts));
  const host = space.fit(hostSection(model.hostFacts, texts));
  return fold(title, [scan, host, policy]);
}

function findingOptionsOf(model: ReportModel, texts: Texts, kind: PageKind): FindingOptions {
  const { baseline } = model.assessment;
  const newSinceLast = changesSinceLast(model)?.newFindings;
  const isNewByBaseline = ({ status }: JudgedFinding) =>
    baseline.kind === 'compared' && (status === 'blocking' || status === 'passing');
  return {
    texts,
    renderCell: (text) => escapeParagraphs(text, maxFindingTextLength[kind], '<br><br>'),
    // Without a last report or a baseline to compare with, every finding would be new, so no finding is marked.
    isNew: (judged) => newSinceLast?.has(judged) ?? (judged.knownFrom === null && isNewByBaseline(judged)),
    isFolded: kind !== 'summary',
  };
}

function leftOutSentence(count: number, blocking: number, { files }: ReportModel, texts: Texts): string {
  return count === 0 ? '' : `*${texts.phrase.leftOut(count, blocking, files.artifact !== null)}*`;
}
