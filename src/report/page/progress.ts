import { type SeverityCounts, sumCounts } from '../../core/severity.ts';
import { joined } from '../../core/text.ts';
import { shownDuration } from '../../core/time.ts';
import type { Written } from '../hidden-state.ts';
import type { Texts } from '../language/texts.ts';
import { bar } from '../markdown/bar.ts';
import { code, inline, markup } from '../markdown/escape.ts';
import { joinBlocks } from '../markdown/fit.ts';
import type { RunFacts } from '../model.ts';
import { countWords } from '../sentences/verdict-sentences.ts';
import { liveFooter } from './sections/footer.ts';
import { withPreviousReport } from './sections/history.ts';

/** How far a scan is. */
export interface LiveProgress {
  /** 0 to 100; `null` while the scan has none. */
  readonly percentage: number | null;
  /** Since the target was found. */
  readonly elapsedMs: number;
  /** Estimated rest of the scan; `null` if nothing is known to estimate it from. */
  readonly restMs: number | null;
  /** What the scan has found so far; `null` while it has no result. */
  readonly found: SeverityCounts | null;
  /** Without user info and query; `null` if it is not known or must not be named. */
  readonly target: string | null;
  /** The last report, which stays until the scan has a result. */
  readonly previous: Pick<Written, 'state' | 'report'>;
  readonly run: RunFacts;
}

/** In signs. A phone shows this many on one line. */
const barWidth = 24;

/** Whole per cent, and never 100, because the scan is not finished. */
function wholePercentage(percentage: number | null): number | null {
  return percentage === null || !Number.isFinite(percentage)
    ? null
    : Math.floor(Math.min(99, Math.max(0, percentage)));
}

/** In whole minutes: seconds would be out of date at once. */
function shownRest(restMs: number): string {
  return shownDuration(Math.ceil(Math.max(restMs, 1) / 60_000) * 60_000);
}

/**
 * The comment while the scan runs: that nothing is decided yet, how far the scan is, and what it found so far, in at most
 * 4,000 UTF-16 units without the marker. Below that is the last report, folded, as far as a comment has room for it.
 *
 * @param options.marker the hidden line by which the comment is found again; the comment starts with it
 */
export function renderProgress(
  progress: LiveProgress,
  texts: Texts,
  options: { readonly marker: string },
): string {
  const { elapsedMs, restMs, found, target, previous, run } = progress;
  const { label, phrase } = texts.history;
  const done = wholePercentage(progress.percentage);
  const state = done === null ? label.notStarted : `${label.scanning}, ${done}%`;
  const drawn = done === null ? '' : bar(done / 100, barWidth);
  const times = [
    phrase.running(shownDuration(elapsedMs)),
    ...(restMs === null || done === null ? [] : [phrase.rest(shownRest(restMs))]),
  ];
  const text = joinBlocks([
    `${options.marker}\n## ⏳ ${inline(`Scan Gate: ${state}`)}`,
    `**${markup(done === null ? phrase.isQueued() : phrase.isRunning())}**`,
    drawn === '' ? '' : `\`${drawn}\` ${done}%`,
    joined(
      [inline(times.join(' · ')), target === null ? '' : `${texts.label.target}: ${code(target, 200)}`],
      '<br>\n',
    ),
    found === null || sumCounts(found) === 0
      ? ''
      : `**${inline(label.foundSoFar)}:** ${inline(countWords(found, texts))}`,
    markup(phrase.willBeReplaced()),
    liveFooter(run, texts),
  ]);
  return withPreviousReport(text, previous, texts);
}
