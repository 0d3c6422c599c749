/** What every destination gets of a run. */

import type { RunPorts } from '../core/ports.ts';
import { buildModel, type JudgedRun, type ReportedFiles, type ReportModel } from '../report/model.ts';
import { type PublishedModel, publishedModelOf } from '../report/published-model.ts';
import { reasonOf } from '../report/sentences/verdict-sentences.ts';
import { withoutSecrets } from '../report/without-secrets.ts';

/** A run with its verdict and its reports. */
export interface Publication {
  readonly ports: RunPorts;
  readonly judgedRun: JudgedRun;
  /** The whole report, for the outputs and for files that stay on the runner. It holds no secrets. */
  readonly fullModel: ReportModel;
  /** The report for anybody who can read the repository. */
  readonly publishedModel: PublishedModel;
  /** The output `reason`: the verdict in one line, in the language of the run, as anybody may read it. */
  readonly reason: string;
}

/** Builds the reports of a run. Their secrets are removed here, once. */
export function publicationOf(judgedRun: JudgedRun, ports: RunPorts): Publication {
  const fullModel = withoutSecrets(buildModel(judgedRun, ports.clock.now()), ports.redactor.redact);
  const publishedModel = publishedModelOf(fullModel);
  const reason = reasonOf(publishedModel);
  return { ports, judgedRun, fullModel, publishedModel, reason };
}

/** The same reports, now with the files of the run, and the time and duration as they are by then. */
export function withFiles(publication: Publication, files: ReportedFiles): Publication {
  const writtenAt = publication.ports.clock.now();
  const durationMs = writtenAt - publication.judgedRun.setup.stepStartedAt;
  const { run, ...rest } = publication.fullModel;
  const fullModel = { ...rest, run: { ...run, durationMs }, files, writtenAt };
  return { ...publication, fullModel, publishedModel: publishedModelOf(fullModel) };
}
