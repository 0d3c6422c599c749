import type { Outcome } from '../../core/choices.ts';
import { joined } from '../../core/text.ts';
import type { JudgedFinding } from '../../gate/verdict.ts';
import { changesSince } from '../changes.ts';
import { exceededBudgets } from '../exceeded-budgets.ts';
import type { Texts } from '../language/texts.ts';
import { paragraphs } from '../markdown/escape.ts';
import { fold, joinBlocks, type SpaceLeft } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { headline, whatToDo } from './headline.ts';
import { blockingFindings, type FindingOptions } from './sections/blocking-findings.ts';
import { countsBlock, knownTitle, onTarget } from './sections/counts.ts';
import { linksLine, missingFiles, runFooter } from './sections/footer.ts';
import { fixedSection } from './sections/history.ts';
import { hostSection } from './sections/host-facts.ts';
import { ignoreSection } from './sections/ignore-snippet.ts';
import { otherFindings, othersTitle } from './sections/other-findings.ts';
import { policySection } from './sections/policy-facts.ts';
import { noticesSection } from './sections/rule-notices.ts';
import { scanSection } from './sections/scan-facts.ts';
import { trendSection } from './sections/trend.ts';
import { violationsSection } from './sections/violations.ts';

export interface PageOptions {
  readonly space: SpaceLeft;
  /** The first line of the page, which says to the next run what this one wrote; `''` for none. */
  readonly hiddenLine: string;
  /**
   * `issue`: without the headline, because GitHub shows the title, and with a note on what happens to the issue. `summary`:
   * with the descriptions and remediations of all findings, not folded. Both have the trend.
   */
  readonly kind: 'comment' | 'issue' | 'summary';
}

/** Limit of a description and of a remediation each, in UTF-16 units of Markdown: a comment has to show several findings. */
const maxFindingTextLength = { comment: 1500, issue: 1500, summary: 8000 };

/** The page of the comment, the tracking issue and the summary. */
export function renderPage(model: ReportModel, texts: Texts, options: PageOptions): string {
  return arrange(renderParts(model, texts, options), model.assessment.verdict.outcome);
}

/**
 * The parts of the page as Markdown, each as far as there is space for it. The order of the calls is the order of importance:
 * what asks for space first is left out last. {@link arrange} has the order on the page.
 */
function renderParts(model: ReportModel, texts: Texts, { space, hiddenLine, kind }: PageOptions) {
  const { findings, verdict, baseline } = model.assessment;
  const blockers = findings.filter(({ status }) => status === 'blocking');
  const others = findings.filter(({ status }) => status !== 'blocking');
  const findingOptions = findingOptionsOf(model, texts, kind);
  const said = joinBlocks([kind === 'issue' ? '' : headline(model, texts), whatToDo(model, texts)]);
  const head = joined([hiddenLine, said], '\n');
  space.reserve(head);
  const counts = space.fit(countsBlock(model, texts));
  const note = kind === 'issue' ? texts.trackingIssue.note(baseline.kind === 'compared') : '';
  const footer = space.fit(joinBlocks([note, runFooter(model, texts)]));
  const links = space.fit(linksLine(model, texts, kind === 'summary'));
  const missing = space.fit(missingFiles(model, texts));
  const trend = kind !== 'comment' ? space.fit(trendSection(model, texts)) : '';
  // Space for the note on what is left out: twice its length now, because its numbers are known last.
  space.reserve(leftOutNote(findings.length, blockers.length, model, texts).repeat(2));
  const violations = violationsSection(model, texts, space);
  const ignoring = space.fit(ignoreSection(blockers, model, texts));
  const { blockingFinding, wouldBlock } = texts.label;
  const heading =
    verdict.outcome === 'inconclusive' ? wouldBlock : joined([blockingFinding, onTarget(model, texts)], ' ');
  const budgets = exceededBudgets(model.assessment);
  const blocking = blockingFindings(blockers, { ...findingOptions, heading, budgets }, space);
  const fixed = space.fit(fixedSection(model, texts));
  const notices = space.fit(noticesSection(model, texts));
  const facts = factsFold(model, texts, space);
  const othersHead = others.length === 0 ? '' : othersTitle(others, texts);
  const listed = space.reserve(`\n\n${fold(othersHead, [othersHead])}`)
    ? otherFindings(others, findingOptions, space)
    : { markdown: '', count: 0 };
  const moreBlock = blockers.length - blocking.count;
  const leftOut = leftOutNote(moreBlock + others.length - listed.count, moreBlock, model, texts);
  return {
    head,
    counts,
    links,
    blocking: joinBlocks([moreBlock > 0 ? leftOut : '', blocking.markdown, violations]),
    trend,
    others: { title: othersHead, list: listed.markdown, leftOut: moreBlock > 0 ? '' : leftOut },
    fixed,
    ignoring: blocking.count === 0 ? '' : ignoring,
    notices,
    facts,
    missing,
    footer,
  };
}

/** Puts the parts into the order of the page. What blocks goes before the counts, unless nothing is decided. */
function arrange(parts: ReturnType<typeof renderParts>, outcome: Outcome): string {
  const { counts, links, blocking, others, fixed, notices, facts } = parts;
  const first = {
    pass: [counts, links, blocking],
    fail: [links, blocking, counts],
    inconclusive: [links, counts, blocking],
  };
  // After a pass, one fold holds all that nobody has to act on.
  const folds =
    outcome === 'pass' && others.list !== ''
      ? [fold(others.title, [others.list, others.leftOut, fixed, facts]), notices]
      : [fold(others.title, [others.list]), others.leftOut, fixed, parts.ignoring, notices, facts];
  return joinBlocks([parts.head, ...first[outcome], parts.trend, ...folds, parts.missing, parts.footer]);
}

/** The facts of scan, host and policy. If there is no space for all, the policy stays. */
function factsFold(model: ReportModel, texts: Texts, space: SpaceLeft): string {
  const title = texts.label.about;
  if (!space.reserve(`\n\n${fold(title, [title])}`)) return '';
  const policy = space.fit(policySection(model, texts));
  const scan = space.fit(scanSection(model, texts));
  const host = space.fit(hostSection(model.hostFacts, texts));
  return fold(title, [scan, host, policy]);
}

function findingOptionsOf(model: ReportModel, texts: Texts, kind: PageOptions['kind']): FindingOptions {
  const { baseline } = model.assessment;
  const newSinceLast = changesSince(model.lastReport, model)?.newFindings;
  const isNewByBaseline = ({ status }: JudgedFinding) =>
    baseline.kind === 'compared' && (status === 'blocking' || status === 'passing');
  return {
    texts,
    knownTitle: knownTitle(model, texts),
    cell: (text) => paragraphs(text, maxFindingTextLength[kind], '<br><br>'),
    // Without a last report or a baseline to compare with, every finding would be new, so none is marked.
    isNew: (judged) => newSinceLast?.has(judged) ?? (!judged.inBaseline && isNewByBaseline(judged)),
    isFolded: kind !== 'summary',
  };
}

function leftOutNote(count: number, blocking: number, { files }: ReportModel, texts: Texts): string {
  return count === 0 ? '' : `*${texts.phrase.leftOut(count, blocking, files.artifact !== null)}*`;
}
