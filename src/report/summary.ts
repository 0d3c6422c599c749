import type { Finding } from '../gate/finding.ts';
import type { Texts } from '../text/texts.ts';
import { type FittedFindings, renderDocument } from './document.ts';
import { findingSection } from './finding-section.ts';
import { createRoom, fitItems, type Room } from './fit.ts';
import type { ReportModel } from './model.ts';

/** GitHub drops the whole summary of a step above 1 MiB (1,048,576 bytes). */
const maxSummaryBytes = 1_000_000;

export interface SummaryOptions {
  /** Limit of the whole summary in bytes of UTF-8, at least 24,000; 1,000,000 unless given. */
  readonly maxBytes?: number;
}

function blockingSections(findings: readonly Finding[], texts: Texts, room: Room): FittedFindings {
  const title = room.take(`### ${texts.phrase.blockingFindings(findings.length)}`);
  if (title === '') return { markdown: '', shown: 0 };
  const sections = fitItems(findings, (finding, index) => findingSection(finding, index + 1, texts), room);
  return { markdown: sections.length === 0 ? '' : title + sections.join(''), shown: sections.length };
}

/**
 * The job summary: what the comment says, with the descriptions in full, at most `maxBytes` bytes of UTF-8. What does
 * not fit is left out by whole findings, those that do not block and the least severe first, and counted.
 */
export function renderSummary(model: ReportModel, texts: Texts, options: SummaryOptions = {}): string {
  return renderDocument(model, texts, {
    room: createRoom(options.maxBytes ?? maxSummaryBytes, (text) => Buffer.byteLength(text)),
    marker: '',
    blocking: (findings, room) => blockingSections(findings, texts, room),
  });
}
