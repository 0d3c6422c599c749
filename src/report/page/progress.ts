/** The comment while the scan runs. */

import { reaches, type Severity, severities, sumCounts } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { shownDuration } from '../../core/time.ts';
import type { ScanProgress } from '../../scan/scan-progress.ts';
import type { EarlierPost } from '../hidden-line.ts';
import type { Texts } from '../language/texts.ts';
import { joinBlocks } from '../markdown/fit.ts';
import { addressLink } from '../markdown/link.ts';
import type { ReportedRun } from '../model.ts';
import { countsPhrase } from '../sentences/verdict-sentences.ts';
import { runFooter } from './sections/footer.ts';
import { withLastReport } from './sections/last-report.ts';
import { countsWithIcons } from './severity-signs.ts';

/** How far a scan is. Its `elapsedMs` counts from when the target was found. */
export interface ProgressModel extends ScanProgress {
  /**
   * Every finding of this severity or worse will block; `null` if a baseline or an ignore rule may let some pass, or if
   * a fail only warns.
   */
  readonly blocksFrom: Severity | null;
  /** The target without user info and query; `null` if it is not known or must not be named. */
  readonly target: string | null;
  /** The comment before this update. Its last report stays until the scan has a result. */
  readonly earlier: Pick<EarlierPost, 'report' | 'reportMarkdown'>;
  readonly run: ReportedRun;
}

/** The rest of the time in whole minutes, rounded up: seconds would be out of date at once. */
function shownTimeLeft(timeLeftMs: number): string {
  return shownDuration(Math.ceil(Math.max(timeLeftMs, 1) / 60_000) * 60_000);
}

/** What was found so far, and how much of it will block; `''` if nothing was found. */
function foundSoFar({ counts, blocksFrom }: ProgressModel, texts: Texts): string {
  if (counts === null || sumCounts(counts) === 0) return '';
  const willBlock = (severity: Severity) => blocksFrom !== null && reaches(severity, blocksFrom);
  const words = texts.progress;
  const foundLine = `${words.foundSoFar}: ${countsWithIcons(counts, willBlock, texts)}`;
  const blockingCounts = { ...counts };
  for (const severity of severities) if (!willBlock(severity)) blockingCounts[severity] = 0;
  const blockersPhrase = countsPhrase(blockingCounts, texts);
  return blockersPhrase === ''
    ? foundLine
    : `${foundLine} — **${words.willBlock(blockersPhrase, sumCounts(blockingCounts))}**`;
}

/**
 * Renders the comment while the scan runs: nothing is decided yet, how far the scan is, and what it found so far. This
 * part has at most 4,000 UTF-16 units, without the hidden line. Below this part is the last report, folded, if the
 * comment has room for it.
 *
 * @param hiddenLine the first line of the comment, which identifies it for later updates
 */
export function renderProgress(progress: ProgressModel, texts: Texts, hiddenLine: string): string {
  const { percentage, elapsedMs, timeLeftMs, target, earlier, run } = progress;
  const words = texts.progress;
  // At most 99, because the scan has not finished.
  const shownPercentage = percentage === null ? null : Math.floor(Math.min(99, percentage));
  const state = shownPercentage === null ? words.notStarted : `${words.scanning}, ${shownPercentage}%`;
  const elapsedPhrase = shownPercentage === null ? words.waiting : words.running;
  const facts = [
    elapsedPhrase(shownDuration(elapsedMs)),
    timeLeftMs === null || shownPercentage === null ? '' : words.rest(shownTimeLeft(timeLeftMs)),
    target === null ? '' : texts.phrase.onTarget(addressLink(target)),
  ];
  const text = joinBlocks([
    `${hiddenLine}\n## ⏳ Scan Gate: ${state}`,
    `**${shownPercentage === null ? words.isQueued : words.isRunning}**`,
    joinNonEmpty([joinNonEmpty(facts, ' · '), foundSoFar(progress, texts)], '<br>\n'),
    words.willBeReplaced,
    runFooter(run, null, texts),
  ]);
  return withLastReport(text, earlier, texts);
}
