/** What the tests of the reports share. */
import { readFile } from 'node:fs/promises';
import { commentKey, keyDigest } from '../../../src/inputs/comment-key.ts';
import { formatMarker } from '../../../src/report/previous-state.ts';
import type { RunOptions, RunResult } from '../../support/runner.ts';
import { type Scene, type SceneOptions, startScene } from '../scene.ts';

/** `SCAN_GATE_BUNDLE` names another bundle than the shipped one, to try what is not built into it yet. */
const bundle = process.env['SCAN_GATE_BUNDLE'];

/** A scene whose runs use that bundle. */
export async function startReportScene(options: SceneOptions = {}): Promise<Scene> {
  const scene = await startScene(options);
  if (bundle === undefined) return scene;
  const start = (run: RunOptions = {}) => scene.start({ bundle, ...run });
  return { ...scene, start, run: async (run) => (await start(run)).done };
}

/** The marker of run `runId` of the job that the scene runs. */
export function markerOf(runId: number, attempt = 1): string {
  const key = keyDigest(commentKey({ given: '', workflow: 'CI', job: 'scan', action: null }));
  return formatMarker({ key, runId, attempt });
}

/** One place where a run said something. */
export interface Told {
  readonly where: string;
  readonly text: string;
}

/** All that anybody can read of a run on a public repository: the log with its annotations, and what it published. */
export function toldByRun(scene: Scene, { lines, summary, outputs }: RunResult): Told[] {
  const { comments, issues } = scene.github.state;
  return [
    // What is masked is hidden by the runner, the line that says so included.
    { where: 'log', text: lines.filter((line) => !line.startsWith('::add-mask::')).join('\n') },
    { where: 'summary', text: summary },
    { where: 'reason', text: outputs['reason'] ?? '' },
    ...[...comments.values()].map(({ body }) => ({ where: 'comment', text: body })),
    ...[...issues.values()]
      .filter(({ isPull }) => !isPull)
      .map(({ title, body }) => ({ where: 'issue', text: `${title}\n${body}` })),
  ];
}

/** A file of a run, by its output. */
export function readOutput({ outputs }: RunResult, name: string): Promise<string> {
  return readFile(outputs[name] ?? '', 'utf8');
}
