/** What the tests of the policy share: where its file stands, and what a run said in `result.json`. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BASE_SHA } from '../../support/events.ts';
import type { RunResult } from '../../support/runner.ts';

export const policyPath = '.github/scan-gate.yml';

/** A repository whose base commit, from which pull requests are gated, has the policy `text`. */
export function policyAtBase(text: string) {
  return { [BASE_SHA]: { [policyPath]: text }, main: {} };
}

const resultSchema = z.looseObject({
  verdict: z.string(),
  partial: z.boolean().optional(),
  findings: z.array(z.looseObject({ name: z.string(), status: z.string(), severity: z.string() })),
});

/** The `result.json` that a run left. */
export async function readResult({ outputs }: RunResult) {
  return resultSchema.parse(JSON.parse(await readFile(outputs['result-path'] ?? '', 'utf8')));
}

/** Names of the findings with `status`, in order. */
export async function namesOf(run: RunResult, status: string): Promise<string[]> {
  const { findings } = await readResult(run);
  return findings.filter((finding) => finding.status === status).map(({ name }) => name);
}
