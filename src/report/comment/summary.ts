import type { JudgedFinding } from '../../gate/verdict.ts';
import { createRoom, fitItems, type Room } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import type { Texts } from '../texts/texts.ts';
import { marksNew } from '../wording.ts';
import { type FittedFindings, renderPage } from './comment.ts';
import { findingSection } from './sections/blocking-findings.ts';
import { snippetNote } from './sections/ignore-snippet.ts';

/** GitHub drops the whole summary of a step above 1 MiB (1,048,576 bytes). */
const maxSummaryBytes = 1_000_000;

export interface SummaryOptions {
  /** Limit of the whole summary in bytes of UTF-8, at least 24,000; 1,000,000 unless given. */
  readonly maxBytes?: number;
}

/**
 * The job summary: the comment with full descriptions, at most `maxBytes` bytes of UTF-8. What does not fit is left out as
 * in the comment.
 */
export function renderSummary(model: ReportModel, texts: Texts, options: SummaryOptions = {}): string {
  return renderPage(model, texts, {
    room: createRoom(options.maxBytes ?? maxSummaryBytes, (text) => Buffer.byteLength(text)),
    marker: '',
    intro: '',
    foldsPolicy: false,
    showsTrend: true,
    blocking: (findings, room) => blockingSections(model, findings, texts, room),
  });
}

/** Each blocking finding under its own heading with the snippet that would ignore it, and how the snippets are used. */
function blockingSections(
  model: ReportModel,
  findings: readonly JudgedFinding[],
  texts: Texts,
  room: Room,
): FittedFindings {
  const note = `\n\n${snippetNote(model, texts)}`;
  const title = `### ${texts.phrase.blockingFindings(findings.length)}`;
  if (room.take(title + note) === '') return { markdown: '', shown: 0 };
  const options = { texts, isNew: marksNew(model.assessment) };
  const sections = fitItems(
    findings,
    (judged, index) => findingSection(judged, index + 1, model, options),
    room,
  );
  return {
    markdown: sections.length === 0 ? '' : `${title}${sections.join('')}${note}`,
    shown: sections.length,
  };
}
