import type { JudgedFinding } from '../../gate/verdict.ts';
import { createRoom, fitItems, type Room } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import type { Texts } from '../texts/texts.ts';
import { marksNew, needsWhy } from '../wording.ts';
import { type DocumentParts, type FittedFindings, renderDocument } from './document.ts';
import { findingRow, findingTableHead } from './sections/blocking-findings.ts';
import { ruleLines, snippetForAll } from './sections/ignore-snippet.ts';

/** GitHub takes 65,536 characters of a comment; some room is left for what edits and proxies add. */
const maxCommentLength = 64_000;

/** Markdown of one description or remediation: more is in the summary, and a comment is to show several findings. */
const maxTextLength = 1500;

export interface CommentOptions {
  /** An HTML comment on one line, by which the comment is found again. It becomes the first line. */
  readonly marker: string;
  /** Limit of the whole comment in UTF-16 units, at least 12,000; 64,000 unless given. */
  readonly maxLength?: number;
}

/** The blocking findings as a table, and under it the snippet that would ignore those that are shown. */
function blockingTable(
  model: ReportModel,
  findings: readonly JudgedFinding[],
  texts: Texts,
  room: Room,
): FittedFindings {
  const { file } = model.settings;
  const head = `### ${texts.phrase.blockingFindings(findings.length)}\n\n${findingTableHead(texts)}`;
  if (room.take(head + snippetForAll([], file, texts)) === '' || !room.add('\n\n')) {
    return { markdown: '', shown: 0 };
  }
  const options = {
    texts,
    maxTextLength,
    isNew: marksNew(model.assessment.baseline),
    showsWhy: needsWhy(findings),
  };
  const rows = fitItems(
    findings,
    (judged, index) => findingRow(judged, index + 1, options),
    // A row is shown only if its snippet is.
    { ...room, add: (row) => room.add(row + ruleLines('v1:'.padEnd(23, '0'), [findings.length])) },
  );
  if (rows.length === 0) return { markdown: '', shown: 0 };
  const shown = findings.slice(0, rows.length).map((judged, index) => ({ judged, number: index + 1 }));
  return {
    markdown: `${head}${rows.join('')}\n\n${snippetForAll(shown, file, texts)}`,
    shown: rows.length,
  };
}

/**
 * The comment on a pull request: Markdown of GitHub, the verdict first, at most `maxLength` UTF-16 units including the
 * marker. What does not fit is left out by whole findings, those that do not block and the least severe first, and
 * counted. Strings of a scan in it cannot form markup (promises 5 and 6 of the contract).
 */
export function renderComment(model: ReportModel, texts: Texts, options: CommentOptions): string {
  return renderDocument(model, texts, { ...partsOf(model, texts, options), intro: '', showsTrend: false });
}

/** The text of the tracking issue: like {@link renderComment}, with the trend, and what becomes of the issue. */
export function renderTrackingBody(model: ReportModel, texts: Texts, options: CommentOptions): string {
  const intro = texts.history.phrase.issueNote();
  return renderDocument(model, texts, { ...partsOf(model, texts, options), intro, showsTrend: true });
}

function partsOf(
  model: ReportModel,
  texts: Texts,
  options: CommentOptions,
): Omit<DocumentParts, 'intro' | 'showsTrend'> {
  return {
    room: createRoom(options.maxLength ?? maxCommentLength, (text) => text.length),
    marker: options.marker,
    foldsPolicy: true,
    blocking: (findings, room) => blockingTable(model, findings, texts, room),
  };
}
