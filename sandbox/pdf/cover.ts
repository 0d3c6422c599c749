import {
  boldFont,
  contentWidth,
  inkColor,
  margin,
  mutedColor,
  type Pdf,
  plainFont,
  printable,
  severityBoxes,
  withFont,
} from './canvas.ts';
import type { PdfModel } from './model.ts';

const bandHeight = 330;
/** Logo, title and target are on the coloured band, the facts below it. */
const logoTop = 62;
const titleTop = 188;
const targetTop = 240;
const factsTop = bandHeight + 44;
const factHeight = 26;
const valueIndent = 150;

/** Logo, title, target, date, and the findings by severity, in the theme colour. */
export function drawCover(doc: Pdf, model: PdfModel, logo: Buffer | null): void {
  const { text } = model;
  const ink = inkOn(model.color);
  doc.rect(0, 0, doc.page.width, bandHeight).fill(model.color);
  drawLogo(doc, logo, { fill: ink, mark: model.color });
  withFont(doc, boldFont, 36, ink).text(model.title, margin, titleTop, { width: contentWidth(doc) });
  withFont(doc, plainFont, 15, ink).text(printable(model.target), margin, targetTop, {
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
    const y = factsTop + index * factHeight;
    withFont(doc, plainFont, 11, mutedColor).text(label, margin, y, { lineBreak: false });
    withFont(doc, boldFont, 11, inkColor).text(printable(value), margin + valueIndent, y, {
      lineBreak: false,
    });
  }
  const boxesY = factsTop + facts.length * factHeight + 40;
  withFont(doc, boldFont, 12, inkColor).text(text.bySeverity, margin, boxesY, { lineBreak: false });
  severityBoxes(doc, { y: boxesY + 24, counts: model.counts, names: text.severities });
}

/** Dark or white text, whichever is easier to read on the colour, by the relative luminance of WCAG 2.2. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.4 ? inkColor : '#ffffff';
}

function drawLogo(doc: Pdf, logo: Buffer | null, color: { fill: string; mark: string }): void {
  if (logo) {
    try {
      doc.image(logo, margin, logoTop, { fit: [180, 62] });
      return;
    } catch {
      // It is no picture that pdfkit can read.
    }
  }
  drawDefaultLogo(doc, color);
}

/** A shield with a tick. */
function drawDefaultLogo(doc: Pdf, color: { fill: string; mark: string }): void {
  doc.save().translate(margin, logoTop);
  doc.path('M27 0 L54 9 L54 30 C54 46 42 56 27 62 C12 56 0 46 0 30 L0 9 Z').fill(color.fill);
  doc.path('M15 31 L24 40 L40 21').lineWidth(5).lineCap('round').lineJoin('round').stroke(color.mark);
  doc.restore();
}
