/** What a run leaves for those who read it afterwards: files, outputs, its comment. */

import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
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
