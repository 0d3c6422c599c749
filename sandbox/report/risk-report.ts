import { severityOfScore } from '../scan/cvss.ts';
import { SEVERITIES } from '../scan/wire.ts';
import {
  BOLD,
  contentWidth,
  ensureSpace,
  heading,
  INK,
  LINE,
  MARGIN,
  MUTED,
  type Pdf,
  PLAIN,
  paragraph,
  printable,
  SEVERITY_COLORS,
  tag,
} from './canvas.ts';
import { drawFinding } from './finding.ts';
import type { ReportModel } from './report-model.ts';

const GAUGE_RADIUS = 92;
const GAUGE_WIDTH = 24;
/** Ends of the coloured parts on the scale of 0 to 10, and their severity. */
const GAUGE_PARTS = [
  [0, 4, 'low'],
  [4, 7, 'medium'],
  [7, 9, 'high'],
  [9, 10, 'critical'],
] as const;

/** Half a circle, 0 at the left end and 10 at the right. */
function angleOf(score: number): number {
  return Math.PI + (Math.PI * score) / 10;
}

/** Semicircular gauge with its hand at the highest score. */
function drawGauge(doc: Pdf, model: ReportModel): void {
  const score = model.steps[0]?.issue.cvss.score ?? 0;
  const severity = severityOfScore(score);
  ensureSpace(doc, GAUGE_RADIUS + 110);
  const x = doc.page.width / 2;
  const y = doc.y + GAUGE_RADIUS + 18;
  for (const [from, to, part] of GAUGE_PARTS) {
    doc
      .path(arcPath(x, y, from, to))
      .lineWidth(GAUGE_WIDTH)
      .lineCap('butt')
      .stroke(SEVERITY_COLORS[part]);
  }
  const angle = angleOf(score);
  const tip = GAUGE_RADIUS - GAUGE_WIDTH / 2 - 8;
  doc.moveTo(x, y).lineTo(x + tip * Math.cos(angle), y + tip * Math.sin(angle));
  doc.lineWidth(4).lineCap('round').stroke(INK);
  doc.circle(x, y, 7).fill(INK);
  doc.font(PLAIN).fontSize(8.5).fillColor(MUTED);
  doc.text('0', x - GAUGE_RADIUS - 12, y + 6, { width: 24, align: 'center', lineBreak: false });
  doc.text('10', x + GAUGE_RADIUS - 12, y + 6, { width: 24, align: 'center', lineBreak: false });
  const word = model.steps.length > 0 ? model.text.severities[severity] : model.text.noRisk;
  doc.font(BOLD).fontSize(20).fillColor(SEVERITY_COLORS[severity]);
  doc.text(`${score.toFixed(1)}  ${word}`, MARGIN, y + 20, { width: contentWidth(doc), align: 'center' });
  doc.font(PLAIN).fontSize(9).fillColor(MUTED);
  doc.text(model.text.riskNote, MARGIN, y + 48, { width: contentWidth(doc), align: 'center' });
  doc.y = y + 78;
}

function arcPath(x: number, y: number, from: number, to: number): string {
  const radius = GAUGE_RADIUS;
  const point = (score: number): string => {
    const angle = angleOf(score);
    return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
  };
  return `M ${point(from)} A ${radius} ${radius} 0 0 1 ${point(to)}`;
}

interface Bar {
  label: string;
  count: number;
  color: string;
}

function drawBars(doc: Pdf, bars: readonly Bar[], labelWidth: number): void {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const room = contentWidth(doc) - labelWidth - 40;
  for (const { label, count, color } of bars) {
    ensureSpace(doc, 30);
    doc.font(PLAIN).fontSize(9.5);
    const text = printable(label);
    const height = Math.max(12, doc.heightOfString(text, { width: labelWidth - 10 }));
    const y = doc.y;
    doc.fillColor(INK).text(text, MARGIN, y, { width: labelWidth - 10 });
    const middle = y + height / 2;
    doc.roundedRect(MARGIN + labelWidth, middle - 5, room, 10, 5).fill('#f2f4f7');
    if (count > 0)
      doc
        .roundedRect(MARGIN + labelWidth, middle - 5, Math.max(10, (room * count) / most), 10, 5)
        .fill(color);
    doc.font(BOLD).fontSize(9.5).fillColor(INK);
    doc.text(String(count), MARGIN + labelWidth + room + 10, middle - 5, { lineBreak: false });
    doc.y = y + height + 8;
  }
  doc.y += 10;
}

function drawOthers(doc: Pdf, model: ReportModel): void {
  const others = model.steps.filter(({ issue }) => !['critical', 'high'].includes(issue.severity));
  if (others.length === 0) return;
  heading(doc, model.text.otherTitle, model.color);
  for (const { issue, places } of others) {
    ensureSpace(doc, 24);
    const y = doc.y;
    tag(doc, model.text.severities[issue.severity], { x: MARGIN, y, color: SEVERITY_COLORS[issue.severity] });
    doc.font(PLAIN).fontSize(10).fillColor(INK);
    doc.text(printable(issue.name), MARGIN + 74, y + 3, {
      width: contentWidth(doc) - 130,
      height: 13,
      ellipsis: true,
    });
    doc.font(PLAIN).fontSize(9).fillColor(MUTED);
    const times = places.length > 1 ? `${places.length}×   ` : '';
    doc.text(`${times}${issue.cvss.score.toFixed(1)}`, MARGIN, y + 3, {
      width: contentWidth(doc),
      align: 'right',
      lineBreak: false,
    });
    doc
      .moveTo(MARGIN, y + 19)
      .lineTo(doc.page.width - MARGIN, y + 19)
      .lineWidth(0.5)
      .stroke(LINE);
    doc.y = y + 24;
  }
}

/** For readers who decide: how bad it is, and what is most urgent. */
export function drawRiskReport(doc: Pdf, model: ReportModel): void {
  const { text, color, counts } = model;
  const urgent = model.steps.filter(({ issue }) => ['critical', 'high'].includes(issue.severity));
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
    SEVERITIES.map((severity) => ({
      label: text.severities[severity],
      count: counts[severity],
      color: SEVERITY_COLORS[severity],
    })),
    90,
  );
  if (model.groups.length > 0) {
    heading(doc, text.byCategory, color);
    drawBars(
      doc,
      model.groups.map(([label, count]) => ({ label, count, color })),
      250,
    );
  }
  doc.addPage();
  heading(doc, text.urgentTitle, color);
  if (urgent.length === 0) paragraph(doc, text.noneUrgent);
  for (const step of urgent) drawFinding(doc, step, { text, title: step.issue.name });
  doc.y += 12;
  drawOthers(doc, model);
}
