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

/** Lengths are points, 1/72 inch. */
const maxRows = 40;
const columnWidths = [52, 34, 112, 132, 157];
const margin = 54;
const bold = 'Helvetica-Bold';
const plain = 'Helvetica';

/**
 * The report of docs/internals/service-interface.md, section 4.4, for a finished scan. As in the comment, what to fix
 * comes first, most severe first, and then counts and facts. The logo is not drawn.
 */
export async function renderPdf(scan: Scan, request: ReportRequest): Promise<Buffer> {
  const text = pdfTexts[request.language];
  const title = text.title[request.report_type];
  const target = cell(publicAddress(request.target_url ?? scan.url));
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: request.language === 'pt' ? 'pt-BR' : 'en',
    info: { Title: `${title}: ${target}` },
  });
  const bytes = buffer(doc);
  doc.font(bold).fontSize(22).fillColor(request.color_theme_hex).text(title);
  doc.font(plain).fontSize(12).fillColor('black').text(target).moveDown();
  const issues = issuesOf(scan, request.language);
  if (issues.length === 0) doc.text(text.nothingFound).moveDown();
  else drawTable(doc, issues, request);
  const counts = countSeverities(issues);
  const bySeverity = severities.map((severity) => `${text.severities[severity]} ${counts[severity]}`);
  const facts = [
    `${text.findings}: ${issues.length} (${bySeverity.join(', ')})`,
    `${text.date}: ${new Date(scan.endedAtMs ?? scan.enqueuedAtMs).toISOString().slice(0, 10)}`,
    `${text.scanId}: ${scan.id}`,
    `${text.checks}: ${scan.checked}`,
  ];
  doc.fontSize(10).text(facts.join('\n'), margin);
  drawEdges(doc, `${title}: ${target}`, text.page);
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
    const score = cvss.score === 0 ? '' : cvss.score.toFixed(1);
    return [[text.severities[severity], score, cell(name), where, cell(advice)]];
  });
  const head = [...text.columns, text.advice[report_type]].map((name) => ({
    text: name,
    font: { src: bold },
  }));
  doc.fontSize(9).table({
    data: [head, ...rows],
    columnStyles: columnWidths,
    defaultStyle: { border: [0, 0, 0.5, 0], padding: [2, 4, 2, 0] },
  });
  if (kinds.length > maxRows) doc.text(text.moreFindings(kinds.length - maxRows), margin);
  doc.moveDown();
}

/** Writes the header and the page number into the margins of each page. */
function drawEdges(doc: Pdf, header: string, numberOf: (page: number, pages: number) => string): void {
  const { count } = doc.bufferedPageRange();
  doc.fontSize(8).fillColor('gray');
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    const { page } = doc;
    const options = { width: page.width - 2 * margin, height: margin / 3, ellipsis: true };
    // Text below the bottom margin would begin another page.
    page.margins.bottom = 0;
    doc.text(header, margin, margin / 2, options);
    doc.text(numberOf(index + 1, count), margin, page.height - margin / 1.5, { ...options, align: 'right' });
  }
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
