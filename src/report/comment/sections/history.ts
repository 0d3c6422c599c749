import { inline, markup } from '../../markdown/escape.ts';
import type { ReportModel } from '../../model.ts';
import { changesSince, type PreviousState } from '../../previous-state.ts';
import type { Texts } from '../../texts/texts.ts';
import { commitLink } from './footer.ts';

/** The verdict of the last report, as Markdown, with a link to its commit. */
function lastVerdict({ outcome, sha }: PreviousState, runUrl: string, texts: Texts): string {
  const verdict = inline(texts.history.phrase.lastOutcome(outcome));
  return sha === null ? verdict : `${verdict}, ${texts.label.commit} ${commitLink(sha, runUrl)}`;
}

/** The verdict of the last report, in one line of Markdown; `''` where there was none. */
export function previousLine(previous: PreviousState | null, runUrl: string, texts: Texts): string {
  return previous === null
    ? ''
    : `${inline(texts.history.label.before)}: ${lastVerdict(previous, runUrl, texts)}`;
}

/** What changed since the last report, in one line of Markdown; `''` where there was none. */
export function changesLine(model: ReportModel, texts: Texts): string {
  const { previous, run } = model;
  const changes = changesSince(previous, model);
  if (previous === null || changes === null) return previousLine(previous, run.url, texts);
  const { label, phrase } = texts.history;
  return `**${inline(label.sinceLast)}: ${markup(phrase.changed(changes))}** (${lastVerdict(previous, run.url, texts)})`;
}
