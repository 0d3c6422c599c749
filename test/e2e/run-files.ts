/** What a run leaves for those who read it afterwards: files, outputs, its comment. */

import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { encodeNote, type Note, noteKeyOf } from '../../src/github/note.ts';
import { commentKeyOf } from '../../src/settings/run-names.ts';
import { readText } from '../contract/repository.ts';
import type { RunResult } from '../support/runner.ts';

/** The file that an output names. */
export function readOutput({ outputs }: RunResult, name: string): Promise<string> {
  return readFile(outputs[name] ?? '', 'utf8');
}

const resultSchema = z.looseObject({
  verdict: z.string(),
  findings: z.array(z.looseObject({ name: z.string(), status: z.string(), severity: z.string() })),
});

/** The `result.json` of a run. */
export async function readResult(run: RunResult) {
  return resultSchema.parse(JSON.parse(await readOutput(run, 'result-path')));
}

/** The names of the outputs that `action.yml` promises, sorted. */
export async function actionOutputs(): Promise<readonly string[]> {
  return Object.keys(parse(await readText('action.yml')).outputs).sort();
}

/** The note of run `runId` of the job that a scene runs. */
export function noteOf(runId: number, attempt = 1): Note {
  const names = { commentKeyInput: '', workflow: 'CI', job: 'scan', environment: null };
  return { key: noteKeyOf(commentKeyOf(names)), run: runId, attempt, verdict: 'pass' };
}

/** A comment as run `runId` of the same job left it. */
export function ourComment(runId: number): string {
  return `${encodeNote(noteOf(runId))}\nRun ${runId} said so.`;
}
