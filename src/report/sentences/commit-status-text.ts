/** The state and the text of the commit status. */

import { isLoweredToWarning } from '../../gate/conclusion.ts';
import type { Texts } from '../language/texts.ts';
import type { ReportModel } from '../model.ts';

/** What a commit status says. */
export interface CommitStatusText {
  readonly state: 'pending' | 'success' | 'failure' | 'error';
  /** May have any length: `publish/commit-status.ts` cuts it to the 140 characters that GitHub accepts. */
  readonly description: string;
}

/**
 * The commit status of a verdict (`docs/contract.md`, `commit-status`). `on-fail` makes no difference. A skipped run
 * sets no status.
 *
 * @param reason the verdict in one line, as anybody may read it
 */
export function commitStatusTextOf(
  { assessment, settings }: Pick<ReportModel, 'assessment' | 'settings'>,
  texts: Texts,
  reason: string,
): CommitStatusText {
  const { outcome } = assessment.verdict;
  if (outcome === 'pass') return { state: 'success', description: reason };
  if (outcome === 'fail') return { state: 'failure', description: reason };
  return isLoweredToWarning(assessment, settings.policy)
    ? { state: 'success', description: texts.notes.statusOnlyWarns(reason) }
    : { state: 'error', description: reason };
}
