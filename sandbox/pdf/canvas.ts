/** Drawing in the style that all pages share. Lengths are points, 1/72 inch. */
import type PDFDocument from 'pdfkit';
import { type Severity, severities } from '../../src/core/severity.ts';

export type Pdf = InstanceType<typeof PDFDocument>;

export const margin = 54;
/** Room for the page number, above the bottom margin. */
const footerHeight = 20;

export const inkColor = '#1f2430';
export const mutedColor = '#667085';
const lineColor = '#e4e7ec';
export const boldFont = 'Helvetica-Bold';
export const plainFont = 'Helvetica';

export const severityColors: Readonly<Record<Severity, string>> = {
  critical: '#a3123a',
  high: '#d9480f',
  medium: '#b7791f',
  low: '#2f6f4f',
  warning: '#475467',
};

/**
 * Text without the characters that the standard fonts of PDF lack, which are all but Windows-1252, and without control
 * characters: names and addresses may come from the scanned site.
 */
export function printable(text: string): string {
  return text.normalize('NFC').replace(/[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•…€™]/g, '?');
}

/** Between the margins. */
export function contentWidth(doc: Pdf): number {
  return doc.page.width - 2 * margin;
}

/** Starts a new page where less than `height` is left on this one. */
export function ensureSpace(doc: Pdf, height: number): void {
  if (doc.y + height > doc.page.height - margin - footerHeight) doc.addPage();
}

export function withFont(doc: Pdf, font: string, size: number, color: string): Pdf {
  return doc.font(font).fontSize(size).fillColor(color);
}

/** A line between the margins. */
export function rule(doc: Pdf, y: number): void {
  doc
    .moveTo(margin, y)
    .lineTo(doc.page.width - margin, y)
    .lineWidth(0.5)
    .stroke(lineColor);
}

export function heading(doc: Pdf, text: string, color: string): void {
  ensureSpace(doc, 80);
  if (doc.y > margin) doc.y += 6;
  withFont(doc, boldFont, 17, inkColor).text(printable(text), margin, doc.y);
  doc.rect(margin, doc.y + 3, 42, 3).fill(color);
  doc.y += 18;
}

export function paragraph(doc: Pdf, text: string, color = inkColor): void {
  withFont(doc, plainFont, 10.5, color);
  doc.text(printable(text), margin, doc.y, { width: contentWidth(doc), lineGap: 2.5 });
  doc.moveDown(0.6);
}

/** A word on a coloured background. @returns its width */
export function tag(doc: Pdf, text: string, options: { x: number; y: number; color: string }): number {
  const { x, y, color } = options;
  const word = printable(text).toUpperCase();
  doc.font(boldFont).fontSize(8);
  const width = doc.widthOfString(word) + 14;
  doc.roundedRect(x, y, width, 15, 7.5).fill(color);
  doc.fillColor('#ffffff').text(word, x + 7, y + 4, { lineBreak: false });
  return width;
}

interface SeverityBoxes {
  readonly y: number;
  readonly counts: Readonly<Record<Severity, number>>;
  readonly names: Readonly<Record<Severity, string>>;
}

/** One box for each severity, with its number of findings. */
export function severityBoxes(doc: Pdf, { y, counts, names }: SeverityBoxes): void {
  const gap = 10;
  const width = (contentWidth(doc) - (severities.length - 1) * gap) / severities.length;
  const centred = { width, align: 'center', lineBreak: false } as const;
  for (const [index, severity] of severities.entries()) {
    const x = margin + index * (width + gap);
    doc.roundedRect(x, y, width, 74, 6).fillAndStroke('#ffffff', lineColor);
    doc.roundedRect(x, y, width, 6, 3).fill(severityColors[severity]);
    withFont(doc, boldFont, 26, severityColors[severity]);
    doc.text(String(counts[severity]), x, y + 18, centred);
    withFont(doc, plainFont, 9.5, mutedColor);
    doc.text(printable(names[severity]), x, y + 51, centred);
  }
}
