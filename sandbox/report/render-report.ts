import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { ReportOptions } from '../api/report-options.ts';
import type { Scan } from '../scan/scan.ts';
import { drawActionReport } from './action-report.ts';
import { contentWidth, MARGIN, MUTED, type Pdf, PLAIN } from './canvas.ts';
import { drawCover } from './cover.ts';
import { loadLogo } from './logo.ts';
import { buildReportModel, type ReportModel } from './report-model.ts';
import { drawRiskReport } from './risk-report.ts';

/** Page numbers can only be written once the number of pages is known. The cover carries none. */
function numberPages(doc: Pdf, model: ReportModel): void {
  const { count } = doc.bufferedPageRange();
  for (let index = 1; index < count; index += 1) {
    doc.switchToPage(index);
    // Text below the bottom margin would start a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - 38;
    doc.font(PLAIN).fontSize(8.5).fillColor(MUTED);
    doc.text(model.title, MARGIN, y, { lineBreak: false });
    const number = model.text.page(index + 1, count);
    doc.text(number, MARGIN, y, { width: contentWidth(doc), align: 'right', lineBreak: false });
  }
}

/** The PDF of section 4.4 for a finished scan. `nowMs` is the creation date in its properties. */
export async function renderReport(scan: Scan, options: ReportOptions & { nowMs: number }): Promise<Buffer> {
  const model = buildReportModel(scan, options);
  const logo = await loadLogo(options.logoUrl);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    bufferPages: true,
    lang: options.language === 'pt' ? 'pt-BR' : 'en',
    info: { Title: `${model.title}: ${model.target}`, CreationDate: new Date(options.nowMs) },
  });
  const bytes = buffer(doc);
  drawCover(doc, model, logo);
  if (options.type === 'ACTION_REPORT') drawActionReport(doc, model);
  else drawRiskReport(doc, model);
  numberPages(doc, model);
  doc.end();
  return bytes;
}
