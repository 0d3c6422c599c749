import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { ReportRequest } from '../api/schema.ts';
import type { Scan } from '../scan/scan.ts';
import {
  contentWidth,
  ensureSpace,
  heading,
  margin,
  mutedColor,
  type Pdf,
  paragraph,
  plainFont,
  withFont,
} from './canvas.ts';
import { drawCover } from './cover.ts';
import { drawFinding, findingHeight } from './finding.ts';
import { loadLogo } from './logo.ts';
import { buildPdfModel, type PdfModel } from './model.ts';
import { drawRiskReport } from './risk-report.ts';

const phaseHeadHeight = 75;
const footerFromBottom = 38;

export type ReportPages = 'all' | 'cover';

/** The report of docs/service-interface.md, section 4.4, for a finished scan. @param options `nowMs` is its creation date */
export async function renderPdf(
  scan: Scan,
  request: ReportRequest,
  { nowMs, pages }: { nowMs: number; pages: ReportPages },
): Promise<Buffer> {
  const model = buildPdfModel(scan, request);
  const logo = await loadLogo(request.logo);
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    bufferPages: true,
    lang: request.language === 'pt' ? 'pt-BR' : 'en',
    info: { Title: `${model.title}: ${model.target}`, CreationDate: new Date(nowMs) },
  });
  const bytes = buffer(doc);
  drawCover(doc, model, logo);
  if (pages === 'all') drawPages(doc, model, request);
  numberPages(doc, model);
  doc.end();
  return bytes;
}

function drawPages(doc: Pdf, model: PdfModel, { report_type }: ReportRequest): void {
  if (report_type === 'ACTION_REPORT') drawActionReport(doc, model);
  else drawRiskReport(doc, model);
}

/** Every kind of finding as a numbered step, in phases from the most to the least severe. */
function drawActionReport(doc: Pdf, { text, color, steps }: PdfModel): void {
  doc.addPage();
  heading(doc, text.howToRead, color);
  paragraph(doc, text.howToReadText);
  if (steps.length === 0) paragraph(doc, text.nothingToDo);
  let number = 0;
  for (const phase of text.phases) {
    const ofPhase = steps.filter(({ issue }) => phase.severities.includes(issue.severity));
    const [first] = ofPhase;
    if (first === undefined) continue;
    // The heading of a phase is on the page of its first step.
    ensureSpace(doc, phaseHeadHeight + findingHeight(doc, first, text));
    heading(doc, phase.title, color);
    paragraph(doc, phase.intent, mutedColor);
    for (const step of ofPhase) {
      number += 1;
      drawFinding(doc, step, { text, title: `${text.step(number)}: ${step.issue.name}` });
    }
  }
  heading(doc, text.verify, color);
  paragraph(doc, text.verifyText);
}

/** Last, when the number of pages is known. The cover has none. */
function numberPages(doc: Pdf, { title, text }: PdfModel): void {
  const { count } = doc.bufferedPageRange();
  for (let index = 1; index < count; index += 1) {
    doc.switchToPage(index);
    // Text below the bottom margin would start a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - footerFromBottom;
    withFont(doc, plainFont, 8.5, mutedColor);
    doc.text(title, margin, y, { lineBreak: false });
    const number = text.page(index + 1, count);
    doc.text(number, margin, y, { width: contentWidth(doc), align: 'right', lineBreak: false });
  }
}
