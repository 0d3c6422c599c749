/**
 * Runs scan.yml as GitHub does, as far as that file goes: jobs after those they need, a job per matrix value, conditions,
 * outputs, artifacts, and "Re-run failed jobs". Anything of the language that is not known here is an error.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import type { RunnerEvent } from './events.ts';
import { type RunOptions, type RunResult, runAction } from './runner.ts';
import { type Contexts, fill, holds, lookUp } from './workflow-expressions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly url: string } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: {
    readonly workflow_call: {
      readonly inputs: Readonly<Record<string, { readonly default?: unknown }>>;
      readonly outputs: Readonly<Record<string, { readonly value: string }>>;
    };
  };
  readonly jobs: Readonly<Record<string, Job>>;
}

type Result = 'success' | 'failure' | 'skipped';

interface JobRun {
  readonly result: Result;
  readonly outputs: Readonly<Record<string, string>>;
}

interface StepRun {
  readonly outcome: Result;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface WorkflowOptions {
  readonly inputs: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Of every step, on top of what the runner sets. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of the run; default as in {@link RunOptions}. */
  readonly event?: RunnerEvent;
  readonly runId?: number;
  /** Where the last job sets the commit status. */
  readonly github?: RunOptions['github'];
  /** Runs the gate itself, as the step `./.scan-gate` asks for it. */
  gate(options: RunOptions): Promise<RunResult>;
  /** Whether an upload succeeds; by default each does. */
  uploads?(name: string): boolean;
}

export interface WorkflowRun {
  readonly outputs: Readonly<Record<string, string>>;
  /** Of the last job. */
  readonly result: Result;
  /** The summary of the last job. */
  readonly summary: string;
  /** Errors and warnings of the steps around the gate. */
  readonly messages: readonly string[];
  /** Their notices. */
  readonly notes: readonly string[];
  /** Name → text of the one file, of all attempts. */
  readonly artifacts: ReadonlyMap<string, string>;
  /** "Re-run failed jobs". */
  rerun(): Promise<WorkflowRun>;
}

/** One call of scan.yml, through all its attempts. */
class Call {
  readonly #workflow: Workflow;
  readonly #options: WorkflowOptions;
  /** By job, or by job and matrix value. */
  readonly #done = new Map<string, JobRun>();
  readonly #artifacts = new Map<string, string>();
  #messages: string[] = [];
  #notes: string[] = [];
  #summary = '';

  constructor(workflow: Workflow, options: WorkflowOptions) {
    this.#workflow = workflow;
    this.#options = options;
  }

  async attempt(number: number): Promise<WorkflowRun> {
    this.#messages = [];
    this.#notes = [];
    const jobs: Record<string, JobRun> = {};
    for (const [name, job] of Object.entries(this.#workflow.jobs)) {
      const needs = Object.fromEntries([job.needs ?? []].flat().map((needed) => [needed, jobs[needed]]));
      jobs[name] = await this.#runJob({ name, job, needs, attempt: number });
    }
    const { outputs } = this.#workflow.on.workflow_call;
    return {
      outputs: Object.fromEntries(
        Object.entries(outputs).map(([name, { value }]) => [name, fill(value, { jobs })]),
      ),
      result: jobs['verdict']?.result ?? 'skipped',
      summary: this.#summary,
      messages: this.#messages,
      notes: this.#notes,
      artifacts: this.#artifacts,
      rerun: () => this.attempt(number + 1),
    };
  }

  async #runJob(run: {
    name: string;
    job: Job;
    needs: Record<string, JobRun | undefined>;
    attempt: number;
  }): Promise<JobRun> {
    const { name, job, needs, attempt } = run;
    const isFine = Object.values(needs).every((needed) => needed?.result === 'success');
    if (!holds(job.if, { isFine, contexts: {} })) return { result: 'skipped', outputs: {} };
    const matrix = job.strategy?.matrix.url;
    const list = matrix?.replace(/^\$\{\{ fromJSON\((.*)\) \}\}$/, '$1');
    const urls: (string | undefined)[] =
      list === undefined ? [undefined] : JSON.parse(lookUp(list, { needs }));
    const runs: JobRun[] = [];
    for (const url of urls) {
      const key = `${name} ${url ?? ''}`;
      const before = this.#done.get(key);
      const isDone = before?.result === 'success' && name !== 'verdict';
      const leg = isDone ? before : await this.#runLeg({ job, needs, url, attempt });
      this.#done.set(key, leg);
      runs.push(leg);
    }
    const result = runs.every((leg) => leg.result === 'success') ? 'success' : 'failure';
    return { result, outputs: runs.at(-1)?.outputs ?? {} };
  }

  async #runLeg(leg: { job: Job; needs: object; url: string | undefined; attempt: number }): Promise<JobRun> {
    const temp = await mkdtemp(join(tmpdir(), 'scan-gate-job-'));
    const steps: Record<string, StepRun> = {};
    const { inputs, secrets = {} } = this.#options;
    const defaults = Object.entries(this.#workflow.on.workflow_call.inputs);
    const contexts = {
      inputs: { ...Object.fromEntries(defaults.map(([name, each]) => [name, each.default])), ...inputs },
      secrets,
      needs: leg.needs,
      matrix: { url: leg.url },
      steps,
      runner: { temp },
      job: {
        workflow_repository: 'acme/scan-gate',
        workflow_sha: '1'.repeat(40),
        check_run_id: 4_000_000_000 + leg.attempt,
      },
    };
    let isFine = true;
    for (const [index, step] of leg.job.steps.entries()) {
      const isOn = holds(step.if, { isFine, contexts });
      const run: StepRun = isOn
        ? await this.#runStep(step, { contexts, temp, attempt: leg.attempt, url: leg.url })
        : { outcome: 'skipped', outputs: {} };
      steps[step.id ?? String(index)] = run;
      if (run.outcome === 'failure' && step['continue-on-error'] !== true) isFine = false;
    }
    await rm(temp, { recursive: true });
    const outputs = Object.entries(leg.job.outputs ?? {}).map(([name, value]) => [
      name,
      fill(value, contexts),
    ]);
    return { result: isFine ? 'success' : 'failure', outputs: Object.fromEntries(outputs) };
  }

  async #runStep(
    step: Step,
    job: { contexts: Contexts; temp: string; attempt: number; url: string | undefined },
  ): Promise<StepRun> {
    const { contexts, temp, attempt, url } = job;
    const { env = {}, event, runId, github } = this.#options;
    const inputs = Object.fromEntries(
      Object.entries(step.with ?? {}).map(([name, value]) => [name, fill(value, contexts)]),
    );
    const given = { ...(event && { event }), ...(runId && { runId }), ...(github && { github }) };
    const options = { inputs, temp, env, runAttempt: attempt, ...given };
    if (step.run !== undefined) return await this.#runShell(step, contexts);
    const action = step.uses?.replace(/@.*/, '');
    switch (action) {
      case 'actions/checkout':
        return { outcome: 'success', outputs: {} };
      case 'actions/upload-artifact':
        return { outcome: (await this.#upload(inputs)) ? 'success' : 'failure', outputs: {} };
      case 'actions/download-artifact':
        await this.#download(inputs);
        return { outcome: 'success', outputs: {} };
      case './.scan-gate':
        return toStepRun(await this.#options.gate({ ...options, matrix: { url } }));
      case './.scan-gate/.github/actions/many-targets': {
        const result = await runAction({
          ...options,
          // What the first process reads and compiles is kept for the others.
          env: { NODE_COMPILE_CACHE: join(tmpdir(), 'scan-gate-compile-cache'), ...env },
          actionFile: join(root, '.github/actions/many-targets/action.yml'),
        });
        const { error, warning, notice } = result.annotations;
        this.#notes.push(...notice.map(({ message }) => message));
        this.#messages.push(...[...error, ...warning].map(({ message }) => message));
        this.#summary = result.summary;
        return toStepRun(result);
      }
      default:
        throw new Error(`not known: ${step.uses}`);
    }
  }

  async #runShell(step: Step, contexts: Contexts): Promise<StepRun> {
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value, contexts)]),
    );
    const shell = promisify(execFile)('bash', ['-e', '-c', step.run ?? ''], {
      env: { ...process.env, ...env },
    });
    return await shell.then(
      () => ({ outcome: 'success', outputs: {} }),
      (error: { readonly stdout: string }) => {
        this.#messages.push(error.stdout.trim().replace(/^::error::/, ''));
        return { outcome: 'failure', outputs: {} };
      },
    );
  }

  /** Names are unique in a run, over all its attempts. */
  async #upload({ name = '', path = '' }: Readonly<Record<string, string>>): Promise<boolean> {
    if (this.#artifacts.has(name) || this.#options.uploads?.(name) === false) return false;
    this.#artifacts.set(name, await readFile(path, 'utf8'));
    return true;
  }

  async #download({ pattern = '', path = '' }: Readonly<Record<string, string>>): Promise<void> {
    const prefix = pattern.replace(/\*$/, '');
    for (const [name, text] of this.#artifacts) {
      if (!name.startsWith(prefix)) continue;
      await mkdir(join(path, name), { recursive: true });
      await writeFile(join(path, name, 'verdict.json'), text);
    }
  }
}

function toStepRun({ exitCode, outputs }: RunResult): StepRun {
  return { outcome: exitCode === 0 ? 'success' : 'failure', outputs };
}

/** Calls scan.yml. */
export async function runScanWorkflow(options: WorkflowOptions): Promise<WorkflowRun> {
  const workflow: Workflow = parse(await readFile(join(root, '.github/workflows/scan.yml'), 'utf8'));
  return await new Call(workflow, options).attempt(1);
}
