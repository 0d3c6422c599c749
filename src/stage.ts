import type { Judgement } from './judge.ts';
import type { World } from './ports.ts';
import type { PublishedState } from './publish/state-line.ts';
import { buildModel } from './report/build-model.ts';
import { printsOf } from './report/changes.ts';
import type { ReportFiles, ReportModel } from './report/model.ts';
import { withholdDetails } from './report/withhold.ts';
import type { Texts } from './text/texts.ts';

/** What the publishing of a run needs. */
export interface Stage {
  readonly world: World;
  readonly judgement: Judgement;
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
  readonly shown: (files: ReportFiles, previous?: PublishedState | null) => ReportModel;
}

export const noFiles: ReportFiles = { artifact: null, pdfs: [], missing: [] };

/** @param startedAt beginning of the step, in milliseconds since the Unix epoch */
export function modelsOf(
  { clock }: World,
  judgement: Judgement,
  startedAt: number,
): Pick<Stage, 'full' | 'shown'> {
  const build = (files: ReportFiles, previous: PublishedState | null) =>
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
export function stateOf(model: ReportModel): PublishedState {
  return {
    outcome: model.assessment.verdict.outcome,
    sha: model.run.sha,
    scanId: model.disclosure.mode === 'counts' ? null : model.scan.id,
    prints: printsOf(model),
  };
}
