import type PDFDocument from 'pdfkit';
import { SEVERITIES, type Severity } from '../scan/wire.ts';

export type Pdf = InstanceType<typeof PDFDocument>;

export const MARGIN = 54;
export const INK = '#1f2430';
export const MUTED = '#667085';
export const LINE = '#e4e7ec';
export const BOLD = 'Helvetica-Bold';
export const PLAIN = 'Helvetica';

export const SEVERITY_COLORS: Record<Severity, string> = {
  critical: '#a3123a',
  high: '#d9480f',
  medium: '#b7791f',
  low: '#2f6f4f',
  warning: '#475467',
};

/**
 * The standard PDF fonts hold Windows-1252 only; anything else would come out as wrong letters. Control characters
 * go too: names and addresses may come from the scanned site.
 */
export function printable(text: string): string {
  return text.normalize('NFC').replace(/[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•…€™]/g, '?');
}

/** Width between the margins. */
export function contentWidth(doc: Pdf): number {
  return doc.page.width - 2 * MARGIN;
}

/** Starts a new page unless `height` points are left on this one. */
export function ensureSpace(doc: Pdf, height: number): void {
  if (doc.y + height > doc.page.height - MARGIN - 20) doc.addPage();
}

export function heading(doc: Pdf, text: string, color: string): void {
  ensureSpace(doc, 80);
  if (doc.y > MARGIN) doc.y += 6;
  doc.font(BOLD).fontSize(17).fillColor(INK).text(printable(text), MARGIN, doc.y);
  doc.rect(MARGIN, doc.y + 3, 42, 3).fill(color);
  doc.y += 18;
}

export function paragraph(doc: Pdf, text: string, color = INK): void {
  doc.font(PLAIN).fontSize(10.5).fillColor(color);
  doc.text(printable(text), MARGIN, doc.y, { width: contentWidth(doc), lineGap: 2.5 });
  doc.moveDown(0.6);
}

/** A filled tag with a word in it; returns its width. */
export function tag(doc: Pdf, text: string, options: { x: number; y: number; color: string }): number {
  const { x, y, color } = options;
  const word = printable(text).toUpperCase();
  doc.font(BOLD).fontSize(8);
  const width = doc.widthOfString(word) + 14;
  doc.roundedRect(x, y, width, 15, 7.5).fill(color);
  doc.fillColor('#ffffff').text(word, x + 7, y + 4, { lineBreak: false });
  return width;
}

/** Five boxes with the number of findings of each severity. */
export function severityBoxes(
  doc: Pdf,
  options: { y: number; counts: Record<Severity, number>; names: Record<Severity, string> },
): void {
  const gap = 10;
  const width = (contentWidth(doc) - 4 * gap) / 5;
  for (const [index, severity] of SEVERITIES.entries()) {
    const x = MARGIN + index * (width + gap);
    doc.roundedRect(x, options.y, width, 74, 6).fillAndStroke('#ffffff', LINE);
    doc.roundedRect(x, options.y, width, 6, 3).fill(SEVERITY_COLORS[severity]);
    doc.font(BOLD).fontSize(26).fillColor(SEVERITY_COLORS[severity]);
    doc.text(String(options.counts[severity]), x, options.y + 18, {
      width,
      align: 'center',
      lineBreak: false,
    });
    doc.font(PLAIN).fontSize(9.5).fillColor(MUTED);
    doc.text(printable(options.names[severity]), x, options.y + 51, {
      width,
      align: 'center',
      lineBreak: false,
    });
  }
}
