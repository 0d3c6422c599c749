import type { Finding } from '../gate/finding.ts';
import type { Texts } from '../text/texts.ts';
import { type FittedFindings, renderDocument } from './document.ts';
import { findingRow, findingTableHead } from './finding-section.ts';
import { createRoom, fitItems, type Room } from './fit.ts';
import type { ReportModel } from './model.ts';

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

function blockingTable(findings: readonly Finding[], texts: Texts, room: Room): FittedFindings {
  const head = `### ${texts.phrase.blockingFindings(findings.length)}\n\n${findingTableHead(texts)}`;
  if (room.take(head) === '') return { markdown: '', shown: 0 };
  const rows = fitItems(
    findings,
    (finding, index) => findingRow(finding, index + 1, { texts, maxTextLength }),
    room,
  );
  return { markdown: rows.length === 0 ? '' : head + rows.join(''), shown: rows.length };
}

/**
 * The comment on a pull request: Markdown of GitHub, the verdict first, at most `maxLength` UTF-16 units including the
 * marker. What does not fit is left out by whole findings, those that do not block and the least severe first, and
 * counted. Strings of a scan in it cannot form markup (promises 5 and 6 of the contract).
 */
export function renderComment(model: ReportModel, texts: Texts, options: CommentOptions): string {
  return renderDocument(model, texts, {
    room: createRoom(options.maxLength ?? maxCommentLength, (text) => text.length),
    marker: options.marker,
    blocking: (findings, room) => blockingTable(findings, texts, room),
  });
}
