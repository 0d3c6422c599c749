import type { Texts } from '../language/texts.ts';
import { cellBlock, inline, markup } from '../markdown/escape.ts';
import { fold, joinBlocks, type Room } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { headlineBlock } from './headline.ts';
import { blockingFindings, type FindingOptions } from './sections/blocking-findings.ts';
import { filesLink, footer, missingFiles, runFooter } from './sections/footer.ts';
import { fixedSection, newSinceLast } from './sections/history.ts';
import { hostSection } from './sections/host-facts.ts';
import { ignoreSection } from './sections/ignore-snippet.ts';
import { otherFindings, othersTitle } from './sections/other-findings.ts';
import { policySection } from './sections/policy.ts';
import { noticesSection } from './sections/rule-notices.ts';
import { scanSection } from './sections/scan.ts';
import { trendSection } from './sections/trend.ts';
import { violationsSection } from './sections/violations.ts';

export interface PageParts {
  readonly room: Room;
  /** Before everything else, on lines of its own; may be empty. */
  readonly marker: string;
  /** Plain text before the footer; may be empty. */
  readonly note: string;
  readonly showsTrend: boolean;
  /** True for the full report: the downloads first, and descriptions and remediations of all findings, not folded. */
  readonly isSummary: boolean;
  /** Limit of the description and of the remediation each, in UTF-16 units of Markdown. */
  readonly maxTextLength: number;
}

/**
 * The page of the comment, the tracking issue and the summary. Room is given in the order of importance (verdict, files,
 * host rules, blocking findings, notices, policy, scan, host, other findings), which is not the order of the page. A pass
 * has all of it in one fold.
 */
export function renderPage(model: ReportModel, texts: Texts, parts: PageParts): string {
  const { room, marker, isSummary } = parts;
  const { findings, verdict } = model.assessment;
  const blockers = findings.filter(({ status }) => status === 'blocking');
  const others = findings.filter(({ status }) => status !== 'blocking');
  const newOnes = newSinceLast(model);
  // Only with a comparison are there others.
  const isCompared = model.assessment.baseline.kind === 'compared';
  const options: FindingOptions = {
    texts,
    cell: (text) => cellBlock(text, parts.maxTextLength),
    isNew: (judged) =>
      newOnes?.has(judged) ??
      (isCompared && !judged.known && (judged.status === 'blocking' || judged.status === 'passing')),
    isFolded: !isSummary,
  };

  const head = `${marker === '' ? '' : `${marker}\n`}${headlineBlock(model, texts)}`;
  room.add(head);
  const note = room.take(markup(parts.note));
  const foot = room.take(isSummary ? runFooter(model, texts) : footer(model, texts));
  const downloads = isSummary ? room.take(downloadsLine(model, texts)) : '';
  const missing = room.take(missingFiles(model, texts));
  const trend = parts.showsTrend ? room.take(trendSection(model, texts)) : '';
  // Reserved before it is known how many are left out; twice, because a smaller number can have longer words.
  room.add(leftOutNote(findings.length, model, texts).repeat(2));
  const violations = violationsSection(model, texts, room);
  const ignoring = room.take(ignoreSection(blockers, model, texts));
  const { blockingFinding, wouldBlock } = texts.label;
  const heading = model.assessment.verdict.outcome === 'inconclusive' ? wouldBlock : blockingFinding;
  const blocking = blockingFindings(blockers, { ...options, heading }, room);
  const fixed = room.take(fixedSection(model, texts));
  const notices = room.take(noticesSection(model, texts));
  const title = inline(texts.label.about);
  const canFold = room.add(`\n\n${fold(title, [title])}`);
  const policy = canFold ? room.take(policySection(model, texts)) : '';
  const scan = canFold ? room.take(scanSection(model, texts)) : '';
  const host = canFold ? room.take(hostSection(model.host, texts)) : '';
  const about = fold(title, [scan, host, policy]);
  const othersHead = others.length === 0 ? '' : othersTitle(others, texts);
  const listed = room.add(`\n\n${fold(othersHead, [othersHead])}`)
    ? otherFindings(others, options, room)
    : { markdown: '', shown: 0 };
  const left = leftOutNote(findings.length - blocking.shown - listed.shown, model, texts);
  // A pass has one fold.
  const isOneFold = verdict.outcome === 'pass' && listed.markdown !== '';
  const folds = isOneFold
    ? [fold(othersHead, [listed.markdown, left, fixed, about]), notices]
    : [
        fold(othersHead, [listed.markdown]),
        left,
        fixed,
        blocking.shown === 0 ? '' : ignoring,
        notices,
        about,
      ];
  return joinBlocks([head, downloads, blocking.markdown, violations, trend, ...folds, missing, note, foot]);
}

function downloadsLine(model: ReportModel, texts: Texts): string {
  const link = filesLink(model, texts);
  return link === '' ? '' : `**${texts.label.downloads}:** ${link}`;
}

function leftOutNote(count: number, model: ReportModel, texts: Texts): string {
  return count === 0 ? '' : `*${markup(texts.phrase.leftOut(count, model.files.artifact !== null))}*`;
}
