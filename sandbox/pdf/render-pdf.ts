import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { severities } from '../../src/core/severity.ts';
import type { ReportRequest } from '../api/schema.ts';
import { excerpt } from '../checks/check.ts';
import type { Scan } from '../scan/scan.ts';
import { countSeverities, issuesOf } from '../scan/scan-result.ts';
import type { Issue } from '../scan/wire.ts';
import { pdfTexts } from './texts.ts';

type Pdf = InstanceType<typeof PDFDocument>;

/** Lengths are points, 1/72 inch. So many rows of this height are four pages at most. */
const maxRows = 40;
const maxRowHeight = 54;
const rowGap = 3;
const columnGap = 8;
const columnWidths = [48, 30, 106, 124, 147];
const margin = 54;
const bold = 'Helvetica-Bold';
const plain = 'Helvetica';

/**
 * The report of docs/internals/service-interface.md, section 4.4, for a finished scan: one table of its findings, most
 * severe first. The logo is not drawn.
 *
 * @param nowMs its creation date
 */
export async function renderPdf(scan: Scan, request: ReportRequest, nowMs: number): Promise<Buffer> {
  const text = pdfTexts[request.language];
  const title = text.title[request.report_type];
  const target = publicAddress(request.target_url ?? scan.url);
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    lang: request.language === 'pt' ? 'pt-BR' : 'en',
    info: { Title: `${title}: ${target}`, CreationDate: new Date(nowMs) },
  });
  const bytes = buffer(doc);
  doc.font(bold).fontSize(22).fillColor(request.color_theme_hex).text(title);
  doc.font(plain).fontSize(12).fillColor('black').text(cell(target)).moveDown();
  const issues = issuesOf(scan, request.language);
  const counts = countSeverities(issues);
  const bySeverity = severities.map((severity) => `${text.severities[severity]} ${counts[severity]}`);
  const facts = [
    `${text.date}: ${new Date(scan.endedAtMs ?? scan.enqueuedAtMs).toISOString().slice(0, 10)}`,
    `${text.scanId}: ${scan.id}`,
    `${text.checks}: ${scan.checked}`,
    `${text.findings}: ${issues.length} (${bySeverity.join(', ')})`,
  ];
  doc.fontSize(10).text(facts.join('\n')).moveDown();
  if (issues.length === 0) doc.text(text.nothingFound);
  else drawTable(doc, issues, request);
  doc.end();
  return bytes;
}

/** One row for each kind of finding. */
function drawTable(doc: Pdf, issues: readonly Issue[], { language, report_type }: ReportRequest): void {
  const text = pdfTexts[language];
  const kinds = [...Map.groupBy(issues, ({ name }) => name).values()];
  const rows = kinds.slice(0, maxRows).flatMap(([issue, ...others]) => {
    if (issue === undefined) return [];
    const { severity, cvss, name, description, remediation } = issue;
    const more = others.length === 0 ? [] : [text.moreAddresses(others.length)];
    const where = [cell(String(issue.raw['url'])), ...more].join('\n');
    const advice = report_type === 'ACTION_REPORT' ? remediation : description;
    return [[text.severities[severity], cvss.score.toFixed(1), cell(name), where, cell(advice)]];
  });
  doc.fontSize(9).font(bold);
  drawRow(doc, [...text.columns, text.advice[report_type]]);
  doc.font(plain);
  for (const row of rows) drawRow(doc, row);
  if (kinds.length > maxRows) doc.text(text.moreFindings(kinds.length - maxRows), margin);
}

function drawRow(doc: Pdf, row: readonly string[]): void {
  const cells = row.map((text, index) => ({ text, width: columnWidths[index] ?? 0 }));
  const heights = cells.map(({ text, width }) => doc.heightOfString(text, { width }));
  const height = Math.min(maxRowHeight, Math.max(...heights));
  if (doc.y + height > doc.page.height - margin) doc.addPage();
  const { y } = doc;
  let x = margin;
  for (const { text, width } of cells) {
    doc.text(text, x, y, { width, height, ellipsis: true });
    x += width + columnGap;
  }
  const under = y + height;
  doc
    .moveTo(margin, under)
    .lineTo(doc.page.width - margin, under)
    .lineWidth(0.5)
    .stroke();
  doc.y = under + rowGap;
}

/** As much of a text as a cell has room for. */
function cell(text: string): string {
  return printable(excerpt(text, 200));
}

/**
 * Text without the characters that the standard fonts of PDF lack, which are all but Windows-1252, and without control
 * characters: names and addresses may come from the scanned site.
 */
function printable(text: string): string {
  return text.normalize('NFC').replace(/[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•…€™]/g, '?');
}

/** Without user info and query, which may hold secrets. */
function publicAddress(address: string): string {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol)
    ? `${url.origin}${url.pathname}`
    : address.replace(/[?#].*$/, '');
}
