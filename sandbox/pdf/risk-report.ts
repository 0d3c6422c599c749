import { severities, severityOfScore } from '../../src/core/severity.ts';
import {
  boldFont,
  contentWidth,
  ensureSpace,
  heading,
  inkColor,
  margin,
  mutedColor,
  type Pdf,
  paragraph,
  plainFont,
  printable,
  rule,
  severityColors,
  tag,
  withFont,
} from './canvas.ts';
import { drawFinding } from './finding.ts';
import type { PdfModel, Step } from './model.ts';

const gaugeRadius = 92;
const gaugeWidth = 24;
const severityLabelWidth = 90;
const groupLabelWidth = 250;
/** Parts of the scale from 0 to 10, and their severity. */
const gaugeParts = [
  [0, 4, 'low'],
  [4, 7, 'medium'],
  [7, 9, 'high'],
  [9, 10, 'critical'],
] as const;

/** How high the risk is and what is most urgent, for readers who decide. */
export function drawRiskReport(doc: Pdf, model: PdfModel): void {
  const { text, color, counts, steps } = model;
  const urgent = steps.filter(isUrgent);
  doc.addPage();
  heading(doc, text.summary, color);
  paragraph(
    doc,
    text.summaryText({ total: model.total, urgent: counts.critical + counts.high, checked: model.checked }),
  );
  heading(doc, text.riskLevel, color);
  drawGauge(doc, model);
  heading(doc, text.bySeverity, color);
  drawBars(
    doc,
    severities.map((severity) => ({
      label: text.severities[severity],
      count: counts[severity],
      color: severityColors[severity],
    })),
    severityLabelWidth,
  );
  if (model.groups.length > 0) {
    heading(doc, text.byCategory, color);
    drawBars(
      doc,
      model.groups.map(([label, count]) => ({ label, count, color })),
      groupLabelWidth,
    );
  }
  doc.addPage();
  heading(doc, text.urgentTitle, color);
  if (urgent.length === 0) paragraph(doc, text.noneUrgent);
  for (const step of urgent) drawFinding(doc, step, { text, title: step.issue.name });
  doc.y += 12;
  drawOthers(doc, model);
}

function isUrgent({ issue }: Step): boolean {
  return issue.severity === 'critical' || issue.severity === 'high';
}

/** Radians: 0 is at the left end of half a circle, 10 at the right. */
function angleOf(score: number): number {
  return Math.PI + (Math.PI * score) / 10;
}

/** Half a circle with a hand at the highest score. */
function drawGauge(doc: Pdf, model: PdfModel): void {
  const score = model.steps[0]?.issue.cvss.score ?? 0;
  const severity = severityOfScore(score);
  ensureSpace(doc, gaugeRadius + 110);
  const x = doc.page.width / 2;
  const y = doc.y + gaugeRadius + 18;
  for (const [from, to, part] of gaugeParts) {
    doc
      .path(arcPath(x, y, from, to))
      .lineWidth(gaugeWidth)
      .lineCap('butt')
      .stroke(severityColors[part]);
  }
  const angle = angleOf(score);
  const tip = gaugeRadius - gaugeWidth / 2 - 8;
  doc.moveTo(x, y).lineTo(x + tip * Math.cos(angle), y + tip * Math.sin(angle));
  doc.lineWidth(4).lineCap('round').stroke(inkColor);
  doc.circle(x, y, 7).fill(inkColor);
  withFont(doc, plainFont, 8.5, mutedColor);
  doc.text('0', x - gaugeRadius - 12, y + 6, { width: 24, align: 'center', lineBreak: false });
  doc.text('10', x + gaugeRadius - 12, y + 6, { width: 24, align: 'center', lineBreak: false });
  const word = model.steps.length > 0 ? model.text.severities[severity] : model.text.noRisk;
  withFont(doc, boldFont, 20, severityColors[severity]);
  doc.text(`${score.toFixed(1)}  ${word}`, margin, y + 20, { width: contentWidth(doc), align: 'center' });
  withFont(doc, plainFont, 9, mutedColor);
  doc.text(model.text.riskNote, margin, y + 48, { width: contentWidth(doc), align: 'center' });
  doc.y = y + 78;
}

function arcPath(x: number, y: number, from: number, to: number): string {
  const radius = gaugeRadius;
  const point = (score: number): string => {
    const angle = angleOf(score);
    return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M ${point(from)} A ${radius} ${radius} 0 0 1 ${point(to)}`;
}

interface Bar {
  readonly label: string;
  readonly count: number;
  readonly color: string;
}

function drawBars(doc: Pdf, bars: readonly Bar[], labelWidth: number): void {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const room = contentWidth(doc) - labelWidth - 40;
  for (const { label, count, color } of bars) {
    ensureSpace(doc, 30);
    doc.font(plainFont).fontSize(9.5);
    const text = printable(label);
    const height = Math.max(12, doc.heightOfString(text, { width: labelWidth - 10 }));
    const y = doc.y;
    doc.fillColor(inkColor).text(text, margin, y, { width: labelWidth - 10 });
    const middle = y + height / 2;
    doc.roundedRect(margin + labelWidth, middle - 5, room, 10, 5).fill('#f2f4f7');
    if (count > 0)
      doc
        .roundedRect(margin + labelWidth, middle - 5, Math.max(10, (room * count) / most), 10, 5)
        .fill(color);
    withFont(doc, boldFont, 9.5, inkColor);
    doc.text(String(count), margin + labelWidth + room + 10, middle - 5, { lineBreak: false });
    doc.y = y + height + 8;
  }
  doc.y += 10;
}

function drawOthers(doc: Pdf, model: PdfModel): void {
  const others = model.steps.filter((step) => !isUrgent(step));
  if (others.length === 0) return;
  heading(doc, model.text.otherTitle, model.color);
  for (const { issue, places } of others) {
    ensureSpace(doc, 24);
    const y = doc.y;
    tag(doc, model.text.severities[issue.severity], { x: margin, y, color: severityColors[issue.severity] });
    withFont(doc, plainFont, 10, inkColor);
    doc.text(printable(issue.name), margin + 74, y + 3, {
      width: contentWidth(doc) - 130,
      height: 13,
      ellipsis: true,
    });
    withFont(doc, plainFont, 9, mutedColor);
    const times = places.length > 1 ? `${places.length}×   ` : '';
    doc.text(`${times}${issue.cvss.score.toFixed(1)}`, margin, y + 3, {
      width: contentWidth(doc),
      align: 'right',
      lineBreak: false,
    });
    rule(doc, y + 19);
    doc.y = y + 24;
  }
}
