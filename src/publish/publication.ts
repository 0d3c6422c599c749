/** What the sinks get of a decided run. */

import type { RunPorts } from '../core/ports.ts';
import type { Texts } from '../report/language/texts.ts';
import { buildModel, noFiles, type ReportModel } from '../report/model.ts';
import { verdictLineOf } from '../report/sentences/verdict-sentences.ts';
import { publicModelOf } from '../report/withheld-model.ts';
import type { DecidedRun } from './decided-run.ts';

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
