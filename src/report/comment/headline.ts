import { sumCounts } from '../../core/severity.ts';
import type { Verdict } from '../../gate/verdict.ts';
import { code, inline, markup, quotable } from '../markdown/escape.ts';
import { joinBlocks } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import type { Texts } from '../texts/texts.ts';
import {
  acceptedSentence,
  baselineSentence,
  ignoredSentence,
  partialSentence,
  policiesSentence,
  reasonsOf,
  verdictNote,
  verdictTitle,
} from '../wording.ts';
import { changesLine } from './sections/history.ts';

/** Makes the comment easy to find in a long page. The word beside it says the same. */
const signs: Readonly<Record<Verdict['outcome'], string>> = { pass: '✅', fail: '❌', inconclusive: '⚠️' };

/** The sentence that decides in bold, and the note beside it. */
function decision(model: ReportModel, texts: Texts, what: string): string {
  const note = verdictNote(model, texts);
  const passed = model.assessment.verdict.outcome === 'pass';
  // Where nothing was found, “nothing severe was found” says no more.
  const clean = passed && model.policy.failOn !== 'never' && sumCounts(model.assessment.counts) === 0;
  const [bold, rest] = passed ? [note, clean ? '' : what] : [what, note];
  return rest === '' ? `**${markup(bold)}**` : `**${markup(bold)}** ${markup(rest)}`;
}

function strong(text: string): string {
  return text === '' ? '' : `**${markup(text)}**`;
}

/** Why findings are only counted, and where to see them; `''` where they are shown, and without a scan. */
function withheldNote({ disclosure, scan }: ReportModel, texts: Texts): string {
  if (disclosure.mode === 'full' || scan.id === null) return '';
  return markup(texts.history.phrase.withheld(disclosure.because, quotable(scan.id, 100)));
}

/** The verdict, and how many findings block. */
function title(model: ReportModel, texts: Texts): string {
  const { verdict, blocking } = model.assessment;
  const shown = verdictTitle(model, texts);
  return verdict.outcome === 'fail' && blocking > 0 ? `${shown}, ${texts.phrase.block(blocking)}` : shown;
}

/** The verdict, its reasons, the target and what to do now: the part that everybody reads. */
export function headlineBlock(model: ReportModel, texts: Texts): string {
  const { verdict } = model.assessment;
  const [first, ...others] = reasonsOf(model, texts);
  const remedy = first?.remedy ?? '';
  const items = others.map((other) => `- ${markup(`${other.what} ${other.remedy}`)}`);
  const comparison = [
    baselineSentence(model, texts),
    ignoredSentence(model, texts),
    acceptedSentence(model, texts),
    policiesSentence(model, texts),
  ].filter((part) => part !== '');
  return joinBlocks([
    `## ${signs[verdict.outcome]} ${inline(title(model, texts))}`,
    decision(model, texts, first?.what ?? ''),
    remedy === '' ? '' : `**${texts.label.whatToDo}:** ${markup(remedy)}`,
    strong(partialSentence(model, texts)),
    model.target === null ? '' : `${texts.label.target}: ${code(model.target, 200)}`,
    changesLine(model, texts),
    markup(comparison.join(' ')),
    items.length === 0 ? '' : `**${texts.label.alsoTrue}:**\n\n${items.join('\n')}`,
    withheldNote(model, texts),
  ]);
}
