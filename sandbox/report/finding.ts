import {
  BOLD,
  contentWidth,
  ensureSpace,
  INK,
  LINE,
  MARGIN,
  MUTED,
  type Pdf,
  PLAIN,
  printable,
  SEVERITY_COLORS,
  tag,
} from './canvas.ts';
import type { Step } from './report-model.ts';
import type { ReportText } from './report-text.ts';

const MAX_PLACES = 6;
const LINE_GAP = 2;
const LABEL_HEIGHT = 11;
const AFTER_PART = 7;
/** Rule, title and the line with the severity. */
const HEAD_HEIGHT = 60;

interface Part {
  label: string;
  text: string;
  link?: string;
}

function partsOf({ issue, places }: Step, text: ReportText): Part[] {
  const left = places.length - MAX_PLACES;
  const shown = [...places.slice(0, MAX_PLACES), ...(left > 0 ? [text.moreAddresses(left)] : [])];
  return [
    // Cleaned line by line: `printable` would take the line breaks out.
    { label: text.where, text: shown.map((line) => `• ${printable(line)}`).join('\n') },
    { label: text.why, text: printable(issue.description) },
    { label: text.whatToDo, text: printable(issue.remediation) },
    { label: text.readMore, text: printable(issue.references), link: issue.references },
  ];
}

function heightOf(doc: Pdf, parts: readonly Part[]): number {
  doc.font(PLAIN).fontSize(10);
  const heights = parts.map(({ text }) => {
    const height = doc.heightOfString(text, { width: contentWidth(doc), lineGap: LINE_GAP });
    return LABEL_HEIGHT + height + AFTER_PART;
  });
  return heights.reduce((sum, height) => sum + height, HEAD_HEIGHT);
}

function drawHead(doc: Pdf, { issue }: Step, options: { text: ReportText; title: string }): void {
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .lineWidth(0.7)
    .stroke(LINE);
  doc.y += 12;
  doc.font(BOLD).fontSize(12.5).fillColor(INK);
  doc.text(printable(options.title), MARGIN, doc.y, { width: contentWidth(doc) });
  doc.y += 4;
  const y = doc.y;
  const severity = options.text.severities[issue.severity];
  const width = tag(doc, severity, { x: MARGIN, y, color: SEVERITY_COLORS[issue.severity] });
  const weaknesses = issue.cwe.map((number) => `CWE-${number}`).join(', ');
  const facts = [`CVSS ${issue.cvss.score.toFixed(1)}`, issue.cvss.detail, weaknesses]
    .filter(Boolean)
    .join('   ');
  doc.font(PLAIN).fontSize(8.5).fillColor(MUTED);
  doc.text(facts, MARGIN + width + 10, y + 4, { lineBreak: false });
  doc.y = y + 24;
}

function drawPart(doc: Pdf, { label, text, link }: Part): void {
  doc.font(BOLD).fontSize(8.5).fillColor(MUTED);
  doc.text(label.toUpperCase(), MARGIN, doc.y, { characterSpacing: 0.5 });
  doc.y += 1;
  doc.font(PLAIN).fontSize(10);
  doc.fillColor(link ? '#3538cd' : INK);
  doc.text(text, MARGIN, doc.y, { width: contentWidth(doc), lineGap: LINE_GAP, ...(link && { link }) });
  doc.y += AFTER_PART;
}

/** Height of the block that `drawFinding` keeps together on one page. */
export function findingHeight(doc: Pdf, step: Step, text: ReportText): number {
  return heightOf(doc, partsOf(step, text));
}

/** One kind of finding on one page: severity, score, where, why and what to do. */
export function drawFinding(doc: Pdf, step: Step, options: { text: ReportText; title: string }): void {
  const parts = partsOf(step, options.text);
  ensureSpace(doc, heightOf(doc, parts));
  drawHead(doc, step, options);
  for (const part of parts) drawPart(doc, part);
  doc.y += 6;
}
