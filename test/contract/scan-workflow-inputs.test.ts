/** Every input of the action reaches scan.yml, or is left out for a reason. */

import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readText } from './repository.ts';

interface Input {
  readonly type?: string;
  readonly default?: unknown;
}

interface Inputs {
  readonly [name: string]: Input;
}

interface WorkflowStep {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly on: { readonly workflow_call: { readonly inputs: Inputs; readonly secrets: Inputs } };
  readonly jobs: Readonly<Record<string, { readonly steps: readonly WorkflowStep[] }>>;
}

/** With the reason, as docs/many-targets.md gives it. */
const leftOut = {
  url: '`urls` has them',
  environment: '`urls` has them',
  'scan-id': 'that is one scan',
  'comment-key': 'each job has its own',
  'artifact-name': 'each job has its own',
  'github-token': 'the jobs use the token of the run',
  'on-missing-api-key': 'the secret is required',
};

const { inputs }: { inputs: Inputs } = parse(await readText('action.yml'));
const workflow: Workflow = parse(await readText('.github/workflows/scan.yml'));
const { inputs: called, secrets } = workflow.on.workflow_call;
const docs = await readText('docs/many-targets.md');
const passedOn = workflow.jobs['scan']?.steps.find(({ uses }) => uses === './.scan-gate')?.with ?? {};

/** Set by the last job, for all targets. */
const ofLastJob = ['commit-status'];
/** Of the workflow itself. */
const own = ['urls', 'timeout-minutes', 'max-parallel', 'runs-on'];

describe('scan.yml', () => {
  test('passes every input of the action on, or leaves it out for a reason', () => {
    const named = [
      ...Object.keys(passedOn).filter((name) => name !== 'url'),
      ...ofLastJob,
      ...Object.keys(leftOut),
    ];
    expect(named.sort()).toEqual(Object.keys(inputs).sort());
    const values = Object.entries(passedOn).filter(([name]) => name !== 'url');
    const wrong = values.filter(([name, value]) => {
      const from = name in secrets ? 'secrets' : 'inputs';
      return value !== `\${{ ${from}.${name} }}`;
    });
    expect(wrong).toEqual([]);
    expect(passedOn['url']).toBe(`\${{ matrix.url }}`);
  });

  test('takes every one of them, with the default of the action', () => {
    const taken = Object.keys({ ...called, ...secrets }).filter((name) => !own.includes(name));
    const wanted = Object.keys(inputs).filter((name) => !(name in leftOut));
    expect(taken.sort()).toEqual(wanted.sort());
    const defaults = (from: Inputs) =>
      Object.fromEntries(wanted.map((name) => [name, String(from[name]?.default ?? '')]));
    expect(defaults({ ...called, ...secrets })).toEqual(defaults(inputs));
  });

  test("the docs name every input that there is, and why it doesn't take the others", () => {
    const table = docs.split('\n').filter((line) => line.startsWith('| `'));
    const cells = table.map((line) => line.split(' | ')[0] ?? '').join();
    for (const name of Object.keys(called)) expect(cells).toContain(`\`${name}\``);
    const sentence = docs.split('\n').find((line) => line.startsWith("It doesn't take ")) ?? '';
    for (const [name, reason] of Object.entries(leftOut)) {
      expect(sentence).toContain(`\`${name}\``);
      expect(sentence).toContain(reason);
    }
  });
});
