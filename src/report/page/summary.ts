import type { Texts } from '../language/texts.ts';
import { createRoom } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { renderPage } from './page.ts';

/** GitHub drops the whole summary of a step above 1 MiB (1,048,576 bytes). */
const maxSummaryBytes = 1_000_000;

/** Markdown of one description or remediation. */
const maxTextLength = 8000;

export interface SummaryOptions {
  /** Limit of the whole summary in bytes of UTF-8, at least 24,000; 1,000,000 unless given. */
  readonly maxBytes?: number;
}

/**
 * The job summary: the comment with the downloads first, and with full descriptions and remediations of all findings, at
 * most `maxBytes` bytes of UTF-8. What does not fit is left out as in the comment.
 */
export function renderSummary(model: ReportModel, texts: Texts, options: SummaryOptions = {}): string {
  return renderPage(model, texts, {
    room: createRoom(options.maxBytes ?? maxSummaryBytes, (text) => Buffer.byteLength(text)),
    marker: '',
    note: '',
    kind: 'summary',
    maxTextLength,
  });
}
