import {
  boldFont,
  contentWidth,
  ensureSpace,
  inkColor,
  margin,
  mutedColor,
  type Pdf,
  plainFont,
  printable,
  rule,
  severityColors,
  tag,
  withFont,
} from './canvas.ts';
import type { Step } from './model.ts';
import type { PdfTexts } from './texts.ts';

const maxPlaces = 6;
const lineGap = 2;
const labelHeight = 11;
const gapAfterPart = 7;
/** Line, title and severity. */
const headHeight = 60;

/** Height of what `drawFinding` draws. */
export function findingHeight(doc: Pdf, step: Step, text: PdfTexts): number {
  return heightOf(doc, partsOf(step, text));
}

/** One kind of finding: severity, score, where, why and what to do. It is not split over two pages. */
export function drawFinding(doc: Pdf, step: Step, options: { text: PdfTexts; title: string }): void {
  const parts = partsOf(step, options.text);
  ensureSpace(doc, heightOf(doc, parts));
  drawHead(doc, step, options);
  for (const part of parts) drawPart(doc, part);
  doc.y += 6;
}

interface Part {
  readonly label: string;
  readonly text: string;
  readonly link?: string;
}

function partsOf({ issue, places }: Step, text: PdfTexts): Part[] {
  const left = places.length - maxPlaces;
  const shown = [...places.slice(0, maxPlaces), ...(left > 0 ? [text.moreAddresses(left)] : [])];
  return [
    // Cleaned line by line: `printable` would take the line breaks out.
    { label: text.where, text: shown.map((line) => `• ${printable(line)}`).join('\n') },
    { label: text.why, text: printable(issue.description) },
    { label: text.whatToDo, text: printable(issue.remediation) },
    { label: text.readMore, text: printable(issue.references), link: issue.references },
  ];
}

function heightOf(doc: Pdf, parts: readonly Part[]): number {
  doc.font(plainFont).fontSize(10);
  const heights = parts.map(({ text }) => {
    const height = doc.heightOfString(text, { width: contentWidth(doc), lineGap });
    return labelHeight + height + gapAfterPart;
  });
  return heights.reduce((sum, height) => sum + height, headHeight);
}

function drawHead(doc: Pdf, { issue }: Step, options: { text: PdfTexts; title: string }): void {
  rule(doc, doc.y);
  doc.y += 12;
  withFont(doc, boldFont, 12.5, inkColor);
  doc.text(printable(options.title), margin, doc.y, { width: contentWidth(doc) });
  doc.y += 4;
  const y = doc.y;
  const severity = options.text.severities[issue.severity];
  const width = tag(doc, severity, { x: margin, y, color: severityColors[issue.severity] });
  const weaknesses = issue.cwe.map((number) => `CWE-${number}`).join(', ');
  const facts = [`CVSS ${issue.cvss.score.toFixed(1)}`, issue.cvss.detail, weaknesses]
    .filter(Boolean)
    .join('   ');
  withFont(doc, plainFont, 8.5, mutedColor);
  doc.text(facts, margin + width + 10, y + 4, { lineBreak: false });
  doc.y = y + 24;
}

function drawPart(doc: Pdf, { label, text, link }: Part): void {
  withFont(doc, boldFont, 8.5, mutedColor);
  doc.text(label.toUpperCase(), margin, doc.y, { characterSpacing: 0.5 });
  doc.y += 1;
  doc.font(plainFont).fontSize(10);
  doc.fillColor(link ? '#3538cd' : inkColor);
  doc.text(text, margin, doc.y, { width: contentWidth(doc), lineGap, ...(link && { link }) });
  doc.y += gapAfterPart;
}
