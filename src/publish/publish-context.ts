import type { World } from '../core/ports.ts';
import type { Decision } from '../gate/assess.ts';
import { keyDigest } from '../inputs/comment-key.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare.ts';
import { buildModel, type ReportFiles, type ReportModel } from '../report/model.ts';
import { type Marker, type PreviousState, printsOf, withoutDetails } from '../report/previous-state.ts';
import type { Texts } from '../report/texts/texts.ts';
import { withholdDetails } from '../report/withhold.ts';
import type { ObtainedScan, ScanOutcome } from '../scan/scan.ts';
import type { TrendPoint } from '../scan/scan-list.ts';
import { fullSha, type ScanTie, scanDigest } from '../scan/scan-tie.ts';
import type { ServiceClient } from '../service/client.ts';

/** A run with its verdict. */
export interface RunResult extends RunSetup, Decision {
  /** `null` if none was found, and for an attached scan without `url`. */
  readonly target: Target | null;
  /** Statuses of the target that only `allowed-statuses` accepted as ready. */
  readonly acceptedStatuses: readonly number[];
  /** `null` without an API key. */
  readonly client: ServiceClient | null;
  readonly outcome: ScanOutcome;
  /** The last finished scans of the target. Empty with a pull request, and if they are unknown. */
  readonly trend: readonly TrendPoint[];
  /** When the step began, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
}

/** What every sink needs. A sink is one place that results are published to. */
export interface PublishContext {
  readonly world: World;
  readonly result: RunResult;
  readonly texts: Texts;
  /** Folder for the run's files; `null` if none could be created. */
  readonly folder: string | null;
}

export const noFiles: ReportFiles = { artifact: null, pdfs: [], missing: [] };

/** The whole report, for files and outputs on the runner. */
export function fullModel({ world, result }: PublishContext): ReportModel {
  const durationMs = world.clock.now() - result.startedAt;
  return buildModel({ ...result, files: noFiles, previous: null, durationMs });
}

/**
 * The report for anybody who can read the repository: without details if findings are only counted.
 *
 * @param files the files that exist so far
 * @param previous the state in the current comment or tracking issue
 */
export function shownModel(
  { world, result }: PublishContext,
  files: ReportFiles,
  previous: PreviousState | null = null,
): ReportModel {
  const durationMs = world.clock.now() - result.startedAt;
  const model = buildModel({ ...result, files, previous: shownState(result, previous), durationMs });
  return result.disclosure.mode === 'counts' ? withholdDetails(model) : model;
}

/** The hidden first line of what this run writes on GitHub. */
export function markerOf({ key, context: { runId, attempt } }: Pick<RunSetup, 'key' | 'context'>): Marker {
  return { key: keyDigest(key), runId, attempt };
}

/** The state that an earlier run published, without details if findings are only counted. */
export function shownState(
  { disclosure }: Pick<RunSetup, 'disclosure'>,
  previous: PreviousState | null,
): PreviousState | null {
  return previous === null || disclosure.mode === 'full' ? previous : withoutDetails(previous);
}

/** Redacts `body`, except its hidden lines: a secret made of digits could damage the run id there. */
export function redactBody({ redactor }: World, head: string, body: string): string {
  return head + redactor.redact(body.slice(head.length));
}

/** The state to hide in the comment or the tracking issue, for the next run to compare with. */
export function stateOf(model: ReportModel): PreviousState {
  return {
    outcome: model.assessment.verdict.outcome,
    sha: model.run.sha,
    scanId: model.disclosure.mode === 'counts' ? null : model.scan.id,
    prints: printsOf(model),
  };
}

/**
 * Ties the scan of a run to its pull request's commit, so that a re-run can take it up. `null` without a pull request, and
 * for a given scan, which may be of any commit.
 */
export function tieOf(
  { pullRequest, context }: Pick<RunSetup, 'pullRequest' | 'context'>,
  { scanId, origin }: ObtainedScan,
): ScanTie | null {
  const sha = pullRequest.kind === 'known' ? fullSha(pullRequest.headSha) : null;
  if (sha === null || scanId === null || origin === 'attached') return null;
  return { sha, runId: context.runId, scan: scanDigest(scanId) };
}
