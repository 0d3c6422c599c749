import { tmpdir } from 'node:os';
import type { Judgement } from './judge.ts';
import type { World } from './ports.ts';
import { adviseOnFolder, adviseOnOutputs, adviseOnSummary, messageOf } from './publish/advice.ts';
import { bounded } from './publish/bounded.ts';
import { type Conclusion, conclude } from './publish/conclusion.ts';
import { nothingPublished, type Outputs, publishOutputs } from './publish/outputs.ts';
import { pathsOf } from './publish/pdf-reports.ts';
import { createReportFolder } from './publish/report-files.ts';
import { publishTo } from './publish/sinks.ts';
import { publishFiles, reportFiles } from './publish-files.ts';
import { publishIssue, publishReport } from './publish-github.ts';
import { annotate } from './report/annotations.ts';
import { renderLogTable } from './report/log.ts';
import type { ReportModel } from './report/model.ts';
import { verdictOutputs } from './report/output-values.ts';
import { renderSummary } from './report/summary.ts';
import { summarize } from './report/verdict-text.ts';
import { modelsOf, noFiles, type Stage } from './stage.ts';
import { loadTexts } from './text/load.ts';

/**
 * The second half of a run: report → publish → outputs. Each sink stands on its own; by now the verdict is decided, and
 * nothing here can change it.
 *
 * @param startedAt when the run began, in milliseconds since the Unix epoch
 */
export async function publish(world: World, judgement: Judgement, startedAt: number): Promise<Conclusion> {
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
  await publishTo(
    log,
    async () => publishOutputs(values, (name, value) => runner.setOutput(name, value)),
    adviseOnOutputs,
  );
}

/** Report files are worth another folder than the runner's own. */
function makeFolder({ log, runner }: World): Promise<string | null> {
  return publishTo(log, async () => createReportFolder([runner.tempFolder, tmpdir()]), adviseOnFolder);
}

async function summary({ world, judgement, texts }: Stage, model: ReportModel): Promise<void> {
  if (!judgement.settings.reports.summary) return;
  const markdown = () => world.redactor.redact(renderSummary(model, texts));
  const write = () => bounded(() => world.runner.writeSummary(markdown()), { signal: world.givenUp });
  await publishTo(world.log, write, adviseOnSummary);
}

async function annotations({ world, judgement, texts }: Stage, model: ReportModel): Promise<void> {
  if (!judgement.settings.reports.annotations) return;
  const write = async () => {
    for (const annotation of annotate(model, texts)) world.runner.annotate(annotation);
  };
  await publishTo(world.log, write, (error) => `The annotations were not written: ${messageOf(error)}.`);
}
