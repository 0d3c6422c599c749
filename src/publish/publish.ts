import { tmpdir } from 'node:os';
import { bounded } from '../core/bounded.ts';
import type { World } from '../core/ports.ts';
import { type Conclusion, conclude } from '../gate/conclusion.ts';
import { annotate } from '../report/annotations.ts';
import { renderSummary } from '../report/comment/summary.ts';
import { renderLogTable } from '../report/log-table.ts';
import { buildModel, type ReportFiles, type ReportModel } from '../report/model.ts';
import { verdictOutputs } from '../report/outputs.ts';
import { type PreviousState, printsOf } from '../report/previous-state.ts';
import { loadTexts, type Texts } from '../report/texts/texts.ts';
import { withholdDetails } from '../report/withhold.ts';
import { summarize } from '../report/wording.ts';
import type { RunResult } from '../run.ts';
import {
  adviseOnFolder,
  adviseOnOutputs,
  adviseOnSummary,
  messageOf,
  warnOnFailure,
} from './failure-advice.ts';
import { createReportFolder, pathsOf, publishFiles, reportFiles } from './files.ts';
import { nothingPublished, type Outputs, publishOutputs } from './outputs.ts';
import { publishIssue, publishReport } from './report-comment.ts';

/**
 * The second half of a run: report → publish → outputs. Each sink stands on its own; by now the verdict is decided, and
 * nothing here can change it.
 *
 * @param startedAt when the run began, in milliseconds since the Unix epoch
 */
export async function publish(world: World, judgement: RunResult, startedAt: number): Promise<Conclusion> {
  const texts = await loadTexts(judgement.inputs.scan.language);
  const models = modelsOf(world, judgement, startedAt);
  const decided = models.shown(noFiles);
  const reason = world.redactor.redact(summarize(decided, texts));
  // Set twice, since whatever ends the step while it publishes must not take the verdict with it.
  await outputs(world, { ...nothingPublished, ...verdictOutputs(models.full(), reason) });
  const stage: Stage = { world, judgement, texts, folder: await makeFolder(world), ...models };

  for (const line of renderLogTable(decided, texts)) world.log.info(line);
  const published = await publishFiles(stage);
  const files = reportFiles(published, stage);
  const shown = models.shown(files);
  const [{ commentUrl, summaryPath }, issueUrl] = await Promise.all([
    publishReport(stage, files),
    publishIssue(stage, files),
    summary(stage, shown),
    annotations(stage, shown),
  ]);
  await outputs(world, {
    ...verdictOutputs(models.full(), reason),
    'report-path': pathsOf(published.pdfs)[0] ?? null,
    'result-path': published.resultPath,
    'sarif-path': published.sarifPath,
    'summary-path': summaryPath,
    'artifact-id': published.artifact?.id ?? null,
    'artifact-url': published.artifact?.url ?? null,
    'comment-url': commentUrl,
    'issue-url': issueUrl,
  });
  const { onInconclusive } = judgement.settings.policy;
  return conclude(judgement.assessment, onInconclusive, { reason, cancelled: world.cancelled.aborted });
}

async function outputs({ log, runner }: World, values: Outputs): Promise<void> {
  await warnOnFailure(
    log,
    async () => publishOutputs(values, (name, value) => runner.setOutput(name, value)),
    adviseOnOutputs,
  );
}

/** Report files are worth another folder than the runner's own. */
function makeFolder({ log, runner }: World): Promise<string | null> {
  return warnOnFailure(log, async () => createReportFolder([runner.tempFolder, tmpdir()]), adviseOnFolder);
}

async function summary({ world, judgement, texts }: Stage, model: ReportModel): Promise<void> {
  if (!judgement.settings.reports.summary) return;
  const markdown = () => world.redactor.redact(renderSummary(model, texts));
  const write = () => bounded(() => world.runner.writeSummary(markdown()), { signal: world.givenUp });
  await warnOnFailure(world.log, write, adviseOnSummary);
}

async function annotations({ world, judgement, texts }: Stage, model: ReportModel): Promise<void> {
  if (!judgement.settings.reports.annotations) return;
  const write = async () => {
    for (const annotation of annotate(model, texts)) world.runner.annotate(annotation);
  };
  await warnOnFailure(world.log, write, (error) => `The annotations were not written: ${messageOf(error)}.`);
}

/** What the publishing of a run needs. */
export interface Stage {
  readonly world: World;
  readonly judgement: RunResult;
  readonly texts: Texts;
  /** Folder of the run's files; `null` where none can be made. */
  readonly folder: string | null;
  /** Gathers the whole report, for files on the runner. */
  readonly full: () => ReportModel;
  /**
   * Gathers the report for those who may be anybody: without details where findings are only counted.
   *
   * @param files those that exist by now
   * @param previous what the comment or the tracking issue says so far
   */
  readonly shown: (files: ReportFiles, previous?: PreviousState | null) => ReportModel;
}

export const noFiles: ReportFiles = { artifact: null, pdfs: [], missing: [] };

/** @param startedAt beginning of the step, in milliseconds since the Unix epoch */
export function modelsOf(
  { clock }: World,
  judgement: RunResult,
  startedAt: number,
): Pick<Stage, 'full' | 'shown'> {
  const build = (files: ReportFiles, previous: PreviousState | null) =>
    buildModel({ ...judgement, files, previous, durationMs: clock.now() - startedAt });
  const countsOnly = judgement.disclosure.mode === 'counts';
  return {
    full: () => build(noFiles, null),
    shown: (files, previous = null) => {
      const model = build(files, previous);
      return countsOnly ? withholdDetails(model) : model;
    },
  };
}

/** What the comment or the tracking issue of `model` says, for the next run to compare with. */
export function stateOf(model: ReportModel): PreviousState {
  return {
    outcome: model.assessment.verdict.outcome,
    sha: model.run.sha,
    scanId: model.disclosure.mode === 'counts' ? null : model.scan.id,
    prints: printsOf(model),
  };
}
