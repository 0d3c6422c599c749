import { ensureSpace, heading, MUTED, type Pdf, paragraph } from './canvas.ts';
import { drawFinding, findingHeight } from './finding.ts';
import type { ReportModel } from './report-model.ts';

const PHASE_HEAD_HEIGHT = 75;

/** Every finding as a numbered step, in phases from the most to the least severe. */
export function drawActionReport(doc: Pdf, model: ReportModel): void {
  const { text, color } = model;
  doc.addPage();
  heading(doc, text.howToRead, color);
  paragraph(doc, text.howToReadText);
  if (model.steps.length === 0) paragraph(doc, text.nothingToDo);
  let number = 0;
  for (const phase of text.phases) {
    const steps = model.steps.filter(({ issue }) => phase.severities.includes(issue.severity));
    const [first] = steps;
    if (!first) continue;
    // The heading of a phase stays with its first step.
    ensureSpace(doc, PHASE_HEAD_HEIGHT + findingHeight(doc, first, text));
    heading(doc, phase.title, color);
    paragraph(doc, phase.intent, MUTED);
    for (const step of steps) {
      number += 1;
      drawFinding(doc, step, { text, title: `${text.step(number)}: ${step.issue.name}` });
    }
  }
  heading(doc, text.verify, color);
  paragraph(doc, text.verifyText);
}
