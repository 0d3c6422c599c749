import { changesSince } from '../changes.ts';
import type { Texts } from '../language/texts.ts';
import { cellBlock, inline, markup } from '../markdown/escape.ts';
import { fold, joinBlocks, type SpaceLeft } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { actBlock, headline } from './headline.ts';
import { blockingFindings, type FindingOptions } from './sections/blocking-findings.ts';
import { countsBlock, knownTitle, onTarget } from './sections/counts.ts';
import { missingFiles, reportsLine, runFooter } from './sections/footer.ts';
import { fixedSection } from './sections/history.ts';
import { hostSection } from './sections/host-facts.ts';
import { ignoreSection } from './sections/ignore-snippet.ts';
import { otherFindings, othersTitle } from './sections/other-findings.ts';
import { policySection } from './sections/policy-facts.ts';
import { noticesSection } from './sections/rule-notices.ts';
import { scanSection } from './sections/scan-facts.ts';
import { trendSection } from './sections/trend.ts';
import { violationsSection } from './sections/violations.ts';

export interface PageParts {
  readonly space: SpaceLeft;
  /** Before everything else, on a line of its own; may be empty. */
  readonly marker: string;
  /**
   * `issue`: GitHub shows its title, so that there is no headline, and a note says what happens to it. `summary`: descriptions
   * and remediations of all findings, not folded. These two have the trend.
   */
  readonly kind: 'comment' | 'issue' | 'summary';
}

/** Of a description and of a remediation each, in UTF-16 units of Markdown. A comment has to show several findings. */
const maxTextLength = { comment: 1500, issue: 1500, summary: 8000 };

/**
 * The page of the comment, the tracking issue and the summary. What asks for room first is left out last, so the order of
 * the calls is that of importance, and not that of the page: verdict, counts, links and files, trend, rules for the host,
 * snippet of the ignore rule, blocking findings, what is fixed, notices, policy, scan, host, other findings. A pass has all of
 * it in one fold.
 */
export function renderPage(model: ReportModel, texts: Texts, parts: PageParts): string {
  const { space, marker, kind } = parts;
  const { findings, verdict, baseline } = model.assessment;
  const blockers = findings.filter(({ status }) => status === 'blocking');
  const others = findings.filter(({ status }) => status !== 'blocking');
  const options = findingOptions(model, texts, kind);
  const said = joinBlocks([kind === 'issue' ? '' : headline(model, texts), actBlock(model, texts)]);
  const head = `${marker === '' ? '' : `${marker}\n`}${said}`;
  space.reserve(head);
  const counts = space.fit(countsBlock(model, texts));
  const note = kind === 'issue' ? markup(texts.trackingIssue.note(baseline.kind === 'compared')) : '';
  const foot = space.fit(joinBlocks([note, runFooter(model, texts)]));
  const reports = space.fit(reportsLine(model, texts, kind === 'summary'));
  const missing = space.fit(missingFiles(model, texts));
  const trend = kind !== 'comment' ? space.fit(trendSection(model, texts)) : '';
  // Reserved before it is known how many are left out; twice, because a smaller number can have longer words.
  space.reserve(leftOutNote(findings.length, blockers.length, model, texts).repeat(2));
  const violations = violationsSection(model, texts, space);
  const ignoring = space.fit(ignoreSection(blockers, model, texts));
  const { blockingFinding, wouldBlock } = texts.label;
  const named = `${blockingFinding} ${onTarget(model, texts)}`.trimEnd();
  const heading = verdict.outcome === 'inconclusive' ? wouldBlock : named;
  const blocking = blockingFindings(blockers, { ...options, heading }, space);
  const fixed = space.fit(fixedSection(model, texts));
  const notices = space.fit(noticesSection(model, texts));
  const about = aboutFold(model, texts, space);
  const othersHead = others.length === 0 ? '' : othersTitle(others, texts);
  const listed = space.reserve(`\n\n${fold(othersHead, [othersHead])}`)
    ? otherFindings(others, options, space)
    : { markdown: '', shown: 0 };
  const moreBlock = blockers.length - blocking.shown;
  const left = leftOutNote(moreBlock + others.length - listed.shown, moreBlock, model, texts);
  // A pass has one fold.
  const isOneFold = verdict.outcome === 'pass' && listed.markdown !== '';
  const folds = isOneFold
    ? [fold(othersHead, [listed.markdown, left, fixed, about]), notices]
    : [
        fold(othersHead, [listed.markdown]),
        moreBlock > 0 ? '' : left,
        fixed,
        blocking.shown === 0 ? '' : ignoring,
        notices,
        about,
      ];
  const what = joinBlocks([blocking.markdown, violations]);
  // What blocks goes before the counts, unless nothing is decided.
  const facts = {
    pass: [counts, reports],
    fail: [reports, moreBlock > 0 ? left : '', what, counts],
    inconclusive: [reports, counts],
  };
  const rest = verdict.outcome === 'fail' ? '' : what;
  return joinBlocks([head, ...facts[verdict.outcome], rest, trend, ...folds, missing, foot]);
}

/** The facts of scan, host and policy. The policy asks for room first. */
function aboutFold(model: ReportModel, texts: Texts, space: SpaceLeft): string {
  const title = inline(texts.label.about);
  if (!space.reserve(`\n\n${fold(title, [title])}`)) return '';
  const policy = space.fit(policySection(model, texts));
  const scan = space.fit(scanSection(model, texts));
  const host = space.fit(hostSection(model.host, texts));
  return fold(title, [scan, host, policy]);
}

function findingOptions(model: ReportModel, texts: Texts, kind: PageParts['kind']): FindingOptions {
  const newOnes = changesSince(model.previous, model)?.newFindings;
  // Only with a comparison are there others.
  const isCompared = model.assessment.baseline.kind === 'compared';
  return {
    texts,
    knownTitle: knownTitle(model, texts),
    cell: (text) => cellBlock(text, maxTextLength[kind]),
    isNew: (judged) =>
      newOnes?.has(judged) ??
      (isCompared && !judged.known && (judged.status === 'blocking' || judged.status === 'passing')),
    isFolded: kind !== 'summary',
  };
}

function leftOutNote(count: number, blocking: number, { files }: ReportModel, texts: Texts): string {
  return count === 0 ? '' : `*${markup(texts.phrase.leftOut(count, blocking, files.artifact !== null))}*`;
}
