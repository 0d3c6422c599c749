import type { JudgedFinding } from '../../gate/verdict.ts';
import { markup } from '../markdown/escape.ts';
import { createRoom, fitItems, joinBlocks, type Room } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import type { Texts } from '../texts/texts.ts';
import { marksNew, needsWhy } from '../wording.ts';
import { headlineBlock } from './headline.ts';
import { findingRow, findingTableHead } from './sections/blocking-findings.ts';
import { countsSection } from './sections/counts.ts';
import { filesSection } from './sections/files.ts';
import { footer } from './sections/footer.ts';
import { fixedSection, newSinceLast } from './sections/history.ts';
import { hostSection } from './sections/host.ts';
import { ignoreSection } from './sections/ignore-snippet.ts';
import { otherFindings } from './sections/other-findings.ts';
import { policySection } from './sections/policy.ts';
import { noticesSection } from './sections/rule-notices.ts';
import { scanSection } from './sections/scan.ts';
import { trendSection } from './sections/trend.ts';
import { violationsSection } from './sections/violations.ts';

/** GitHub takes 65,536 characters of a comment; the rest is for what edits and proxies add. */
const maxCommentLength = 64_000;

/** Markdown of one description or remediation. The summary has more; a comment has to show several findings. */
const maxTextLength = 1500;

export interface CommentOptions {
  /** The hidden lines by which the comment is found again. The comment starts with them. */
  readonly marker: string;
  /** Limit of the whole comment in UTF-16 units, at least 12,000; 64,000 unless given. */
  readonly maxLength?: number;
}

/**
 * The comment on a pull request: GitHub Markdown, the verdict first, at most `maxLength` UTF-16 units with the marker.
 * What does not fit is left out by whole findings and counted: first those that do not block, then the least severe.
 * Strings of a scan cannot form markup in it (docs/contract.md, promises 5 and 6).
 */
export function renderComment(model: ReportModel, texts: Texts, options: CommentOptions): string {
  return commentPage(model, texts, { ...options, intro: '', showsTrend: false });
}

/** Like {@link renderComment}, with `intro` before the verdict. */
export function commentPage(
  model: ReportModel,
  texts: Texts,
  { marker, maxLength = maxCommentLength, ...page }: CommentOptions & Pick<PageParts, 'intro' | 'showsTrend'>,
): string {
  return renderPage(model, texts, {
    ...page,
    room: createRoom(maxLength, (text) => text.length),
    marker,
    foldsPolicy: true,
    blocking: (findings, room) => blockingTable(model, findings, texts, room),
  });
}

/** The blocking findings as a table, and under it the snippet that would ignore one. */
function blockingTable(
  model: ReportModel,
  findings: readonly JudgedFinding[],
  texts: Texts,
  room: Room,
): FittedFindings {
  const head = `### ${texts.phrase.blockingFindings(findings.length)}\n\n${findingTableHead(texts)}`;
  if (room.take(head) === '') return { markdown: '', shown: 0 };
  const ignoring = room.take(ignoreSection(findings, model, texts));
  const fresh = newSinceLast(model);
  const rowOf = (judged: JudgedFinding, index: number) =>
    findingRow(judged, index + 1, {
      texts,
      maxTextLength,
      isNew: fresh?.has(judged) ?? marksNew(model.assessment),
      showsWhy: needsWhy(findings),
    });
  const rows = fitItems(findings, rowOf, room);
  if (rows.length === 0) return { markdown: '', shown: 0 };
  return {
    markdown: joinBlocks([`${head}${rows.join('')}`, ignoring]),
    shown: rows.length,
  };
}

/** Markdown of some findings, and how many of them are in it. */
export interface FittedFindings {
  readonly markdown: string;
  readonly shown: number;
}

interface PageParts {
  readonly room: Room;
  /** Before everything else, on lines of its own; may be empty. */
  readonly marker: string;
  /** Plain text before the verdict; may be empty. */
  readonly intro: string;
  readonly showsTrend: boolean;
  /** Renders the blocking findings, of which there is at least one, as far as there is room. */
  readonly blocking: (findings: readonly JudgedFinding[], room: Room) => FittedFindings;
  /** True to fold the policy in force, false to show it open. */
  readonly foldsPolicy: boolean;
}

/**
 * The page of the comment, the tracking issue and the summary. Room is given in the order of importance (verdict, counts,
 * files, host rules, blocking findings, notices, policy, scan, host, other findings), which is not the order of the page.
 */
export function renderPage(model: ReportModel, texts: Texts, parts: PageParts): string {
  const { room } = parts;
  const total = model.assessment.findings.length;
  const head = `${parts.marker === '' ? '' : `${parts.marker}\n`}${joinBlocks([markup(parts.intro), headlineBlock(model, texts)])}`;
  room.add(head);
  const foot = room.take(footer(model.run, texts));
  const counts = room.take(countsSection(model, texts));
  const trend = parts.showsTrend ? room.take(trendSection(model, texts)) : '';
  const aboutTitle = room.take(`### ${texts.label.whereToLook}`);
  const files = room.take(filesSection(model, texts));
  // Reserved before it is known how many are left out; twice, because a smaller number can have longer words.
  room.add(leftOutNote(total, model, texts).repeat(2));
  const violations = violationsSection(model, texts, room);
  const blockers = findingsOf(model, true);
  const blocking = blockers.length === 0 ? { markdown: '', shown: 0 } : parts.blocking(blockers, room);
  const fixed = room.take(fixedSection(model, texts));
  const notices = room.take(noticesSection(model, texts));
  const policy = room.take(policySection(model, texts, parts.foldsPolicy));
  const scan = room.take(scanSection(model, texts));
  const host = room.take(hostSection(model.host, texts));
  const others = otherFindings(findingsOf(model, false), { texts, isNew: marksNew(model.assessment) }, room);
  const note = leftOutNote(total - blocking.shown - others.shown, model, texts);
  const about = joinBlocks([files, notices, ...(parts.foldsPolicy ? [policy] : []), scan, host]);
  return joinBlocks([
    head,
    counts,
    blocking.markdown,
    violations,
    trend,
    others.markdown,
    fixed,
    note,
    parts.foldsPolicy ? '' : policy,
    about === '' ? '' : aboutTitle,
    about,
    foot,
  ]);
}

function leftOutNote(count: number, model: ReportModel, texts: Texts): string {
  return count === 0 ? '' : `*${markup(texts.phrase.leftOut(count, model.files.artifact !== null))}*`;
}

/** The findings of `model` that block, or those that do not, in their order. */
function findingsOf(model: ReportModel, blocking: boolean): JudgedFinding[] {
  return model.assessment.findings.filter(({ status }) => (status === 'blocking') === blocking);
}
