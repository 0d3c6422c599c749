/** What a run leaves for those who read it afterwards: files, outputs, its comment. */

import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { shortDigest } from '../../src/core/text.ts';
import { commentKeyOf } from '../../src/inputs/run-names.ts';
import { type PostStamp, readOwnPost } from '../../src/report/hidden-line.ts';
import { readText } from '../contract/repository.ts';
import { hiddenLineOf } from '../support/hidden-line.ts';
import type { RunResult } from '../support/runner.ts';
import type { Scene } from './scene.ts';

/** The file that an output names. */
export function readOutput({ outputs }: RunResult, name: string): Promise<string> {
  return readFile(outputs[name] ?? '', 'utf8');
}

const resultSchema = z.looseObject({
  verdict: z.string(),
  partial: z.boolean().optional(),
  findings: z.array(z.looseObject({ name: z.string(), status: z.string(), severity: z.string() })),
});

/** The `result.json` of a run. */
export async function readResult(run: RunResult) {
  return resultSchema.parse(JSON.parse(await readOutput(run, 'result-path')));
}

/** Names of the findings with `status`, in order. */
export async function namesOf(run: RunResult, status: string): Promise<string[]> {
  const { findings } = await readResult(run);
  return findings.filter((finding) => finding.status === status).map(({ name }) => name);
}

const promisedOutputs = readText('action.yml').then((text) => {
  const { outputs }: { outputs: Record<string, unknown> } = parse(text);
  return Object.keys(outputs).sort();
});

/** The names of the outputs that `action.yml` promises, sorted. */
export function actionOutputs(): Promise<readonly string[]> {
  return promisedOutputs;
}

/** The marker of run `runId` of the job that a scene runs. */
export function markerOf(runId: number, attempt = 1): PostStamp['marker'] {
  const key = shortDigest(
    commentKeyOf({ commentKeyInput: '', workflow: 'CI', job: 'scan', environment: null }),
  );
  return { key, runId, attempt };
}

/** A comment as run `runId` of the same job left it. */
export function ourComment(runId: number): string {
  return `${hiddenLineOf(markerOf(runId))}\nRun ${runId} said so.`;
}

/** Makes our comments those of an earlier run, so that a run with the same id is none beside it. */
export function ageComments({ github }: Scene): void {
  const { comments } = github.state;
  for (const [id, comment] of comments) {
    const hidden = readOwnPost(comment.body);
    if (hidden === null) continue;
    const { marker, report, notedScan, outcome } = hidden;
    const line = hiddenLineOf({ ...marker, runId: 1 }, report, notedScan, outcome);
    comments.set(id, { ...comment, body: comment.body.replace(/^.*/, line) });
  }
}
