/** The workflows of the repository: its own, the examples, and what pages show. */

import { parse } from 'yaml';
import { filesBelow, readText } from '../contract/repository.ts';

interface StepFacts {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job extends StepFacts {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: readonly string[];
  readonly if?: string;
  readonly concurrency?: { readonly group: string };
  readonly steps?: readonly StepFacts[];
  readonly 'timeout-minutes'?: number;
}

export interface Workflow {
  readonly on: unknown;
  readonly permissions?: unknown;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress'?: unknown };
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

async function filesOf(folder: string): Promise<TextFile[]> {
  const paths = [...(await filesBelow(folder, '.yml')), ...(await filesBelow(folder, '.yaml'))];
  return Promise.all(paths.map(async (path) => ({ path, text: await readText(path) })));
}

export const workflows = await filesOf('.github/workflows');
export const examples = (await filesOf('examples')).filter(({ text }) => /^jobs:/m.test(text));
export function read({ path, text }: TextFile): { path: string; workflow: Workflow } {
  return { path, workflow: parse(text) };
}

export const parsed = workflows.map(read);
export const parsedExamples = examples.map(read);

export function stepsOf(files: readonly { workflow: Workflow }[]): StepFacts[] {
  const jobs = files.flatMap(({ workflow }) => Object.values(workflow.jobs));
  return jobs.flatMap(({ steps = [] }) => steps);
}

/** The text of a whole workflow, if a block of YAML is one or a part of one: jobs, a job, steps or a step. */
function asWorkflow(block: string): string[] {
  const value: unknown = parse(block);
  const indent = (by: number) => block.replace(/^(?=.)/gm, ' '.repeat(by));
  const head = 'name: Shown\non:\n  workflow_dispatch:\npermissions: {}\nconcurrency:\n  group: shown\n';
  const steps = `${head}jobs:\n  shown:\n    runs-on: ubuntu-latest\n    steps:\n`;
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.some((step) => 'uses' in Object(step)) ? [steps + indent(6)] : [];
  if ('jobs' in value) return ['on' in value ? block : head + block];
  if ('uses' in value) return [`${steps}      -\n${indent(8)}`];
  const isJob = Object.values(value).some((each) => 'runs-on' in Object(each));
  return isJob ? [`${head}jobs:\n${indent(2)}`] : [];
}

/** The workflows that the README and the pages in `docs` show. */
export async function shownWorkflows(): Promise<TextFile[]> {
  const pages = ['README.md', ...(await filesBelow('docs', '.md'))];
  const texts = await Promise.all(pages.map(readText));
  return texts.flatMap((page, index) =>
    [...page.matchAll(/^( *)```yaml\n(.*?)^\1```/gms)]
      .flatMap(([, margin = '', block = '']) => asWorkflow(block.replaceAll(`\n${margin}`, '\n')))
      .map((text, block) => ({ path: `${pages[index]}-${block}.yml`, text })),
  );
}
