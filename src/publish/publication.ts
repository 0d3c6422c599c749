/** What the sinks get of a decided run. */

import type { RunPorts } from '../core/ports.ts';
import type { Decision } from '../gate/judge-scan.ts';
import type { Target } from '../inputs/target-url.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { Texts } from '../report/language/texts.ts';
import { buildModel, noFiles, type ReportModel } from '../report/model.ts';
import { publicModelOf } from '../report/public-model.ts';
import { verdictLineOf } from '../report/sentences/verdict-sentences.ts';
import type { ScanStageEnd } from '../scan/scan-stage.ts';
import type { TrendPoint } from '../scan/trend.ts';
import type { ServiceClient } from '../service/client.ts';

/**
 * A run with its verdict, which is what gets published. The fields are in the order of the stages that made them.
 */
export interface DecidedRun {
  readonly setup: RunSetup;
  readonly client: ServiceClient;

  /** `null` if no target was found, and for an attached scan that is not in the scan list. */
  readonly target: Target | null;
  /** HTTP statuses of the target, before and after the scan, that count as ready only because of `allowed-statuses`. */
  readonly acceptedStatuses: readonly number[];
  /** Values of `preferences` that may be secrets, in all their forms. They are masked when the outputs are known. */
  readonly preferenceForms: readonly string[];

  readonly scanEnd: ScanStageEnd;
  /** Resolves when the last update of the comment during the scan has ended. */
  readonly progressEnded: Promise<void>;

  readonly decision: Decision;
  /** The last finished scans of the target, oldest first; empty if no trend is shown. */
  readonly trend: readonly TrendPoint[];
}

/** What every sink needs. A sink is a place where results are published, such as the comment. */
export interface Publication {
  readonly ports: RunPorts;
  readonly decided: DecidedRun;
  readonly texts: Texts;
  /** Folder for the run's files; `null` if none could be created. */
  readonly folder: string | null;
  /** The report for anybody who can read the repository: without details if findings are withheld. */
  readonly publicModel: ReportModel;
  /** The whole report, for the outputs and for files that stay on the runner. */
  readonly fullModel: ReportModel;
  /** The verdict in one line, in the language of the run, as anybody may read it. */
  readonly verdictLine: string;
}

/** Builds the reports from what is known now. @param files the files that are published so far */
export function publicationOf(
  parts: Pick<Publication, 'ports' | 'decided' | 'texts' | 'folder'>,
  files = noFiles,
): Publication {
  const { ports, decided, texts } = parts;
  const fullModel = buildModel({ ...decided, files, writtenAt: ports.clock.now() });
  const publicModel = modelByDisclosure(fullModel);
  return {
    ...parts,
    publicModel,
    fullModel,
    verdictLine: ports.redactor.redact(verdictLineOf(publicModel, texts)),
  };
}

/** The part of `model` that anybody may read, as its disclosure says. */
export function modelByDisclosure(model: ReportModel): ReportModel {
  return model.disclosure.mode === 'counts' ? publicModelOf(model) : model;
}
