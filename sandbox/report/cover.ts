import {
  BOLD,
  contentWidth,
  INK,
  MARGIN,
  MUTED,
  type Pdf,
  PLAIN,
  printable,
  severityBoxes,
} from './canvas.ts';
import type { ReportModel } from './report-model.ts';

const BAND_HEIGHT = 330;

/** Black or white, whichever is easier to read on the colour: relative luminance of WCAG 2.2. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.4 ? INK : '#ffffff';
}

/** A shield with a tick, where no logo was given. */
function drawDefaultLogo(doc: Pdf, x: number, y: number, color: { fill: string; mark: string }): void {
  doc.save().translate(x, y);
  doc.path('M27 0 L54 9 L54 30 C54 46 42 56 27 62 C12 56 0 46 0 30 L0 9 Z').fill(color.fill);
  doc.path('M15 31 L24 40 L40 21').lineWidth(5).lineCap('round').lineJoin('round').stroke(color.mark);
  doc.restore();
}

function drawLogo(doc: Pdf, logo: Buffer | null, color: { fill: string; mark: string }): void {
  if (logo) {
    try {
      doc.image(logo, MARGIN, 62, { fit: [180, 62] });
      return;
    } catch {
      // Not a picture after all: the default drawing takes its place.
    }
  }
  drawDefaultLogo(doc, MARGIN, 62, color);
}

/** Title page: logo, theme colour, target, date and the counts by severity. */
export function drawCover(doc: Pdf, model: ReportModel, logo: Buffer | null): void {
  const { text } = model;
  const ink = inkOn(model.color);
  doc.rect(0, 0, doc.page.width, BAND_HEIGHT).fill(model.color);
  drawLogo(doc, logo, { fill: ink, mark: model.color });
  doc
    .font(BOLD)
    .fontSize(36)
    .fillColor(ink)
    .text(model.title, MARGIN, 188, { width: contentWidth(doc) });
  doc
    .font(PLAIN)
    .fontSize(15)
    .text(printable(model.target), MARGIN, 240, {
      width: contentWidth(doc),
      height: 60,
      ellipsis: true,
    });

  const facts = [
    [text.date, text.formatDate(model.dateMs)],
    [text.scanId, model.scanId],
    [text.checks, String(model.checked)],
    [text.findings, String(model.total)],
  ] as const;
  for (const [index, [label, value]] of facts.entries()) {
    const y = BAND_HEIGHT + 44 + index * 26;
    doc.font(PLAIN).fontSize(11).fillColor(MUTED).text(label, MARGIN, y, { lineBreak: false });
    doc
      .font(BOLD)
      .fontSize(11)
      .fillColor(INK)
      .text(printable(value), MARGIN + 150, y, { lineBreak: false });
  }
  const boxesY = BAND_HEIGHT + 44 + facts.length * 26 + 40;
  doc.font(BOLD).fontSize(12).fillColor(INK).text(text.bySeverity, MARGIN, boxesY, { lineBreak: false });
  severityBoxes(doc, { y: boxesY + 24, counts: model.counts, names: text.severities });
}
