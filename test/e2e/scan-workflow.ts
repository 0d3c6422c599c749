/**
 * Runs scan.yml as GitHub does, as far as that file goes: jobs after those they need, a job per matrix value, conditions,
 * outputs, artifacts, and "Re-run failed jobs". Anything of the language that is not known here is an error.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../contract/repository.ts';
import { type ActionOptions, type RunResult, runAction } from '../support/runner.ts';

const origin = { workflow_repository: 'acme/scan-gate', workflow_sha: '1'.repeat(40) };
const actionFile = join(root, '.github/actions/many-targets/action.yml');
/** What the first process reads and compiles is kept for the others. */
const cache = join(tmpdir(), 'scan-gate-compile-cache');

type Texts = Readonly<Record<string, string>>;

interface StepFacts {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Texts;
  readonly env?: Texts;
  readonly 'continue-on-error'?: boolean;
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly outputs?: Texts;
  readonly strategy?: { readonly matrix: { readonly url: string } };
  readonly steps: readonly StepFacts[];
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

type Contexts = Readonly<Record<string, unknown>>;

/** The value of a literal, or at a path such as `needs.targets.result`; `''` if there is none. JSON stays a text. */
function lookUp(expression: string, contexts: Contexts): string {
  const literal = /^'(.*)'$/.exec(expression)?.[1];
  if (literal !== undefined) return literal;
  const path = expression.replace('toJSON(job)', 'job').replace(/^fromJSON\(([\w.-]+)\)/, '$1');
  if (!/^[\w.-]+$/.test(path)) throw new Error(`not known: ${expression}`);
  let value: unknown = contexts;
  for (const name of path.split('.')) value = new Map(Object.entries(value ?? {})).get(name);
  return String(value ?? '');
}

/** `text` with its expressions replaced. */
function fill(text: unknown, contexts: Contexts): string {
  return String(text).replace(/\$\{\{(.*?)\}\}/g, (_match, expression: string) => {
    const values = expression.split('||').map((each) => lookUp(each.trim(), contexts));
    return values.find((value) => value !== '') ?? '';
  });
}

/** Without a condition a step runs if none before it failed, and a job if all that it needs succeeded: `isFine`. */
function holds(condition: string | undefined, isFine: boolean, contexts: Contexts): boolean {
  const parts = condition?.replace(/^\$\{\{(.*)\}\}$/, '$1').split('&&') ?? [];
  const asks = parts.map((part) => part.trim()).filter((part) => !/^(always|!cancelled)\(\)$/.test(part));
  if (asks.length === parts.length && !isFine) return false;
  return asks.every((part) => {
    const [left = '', operator, right = ''] = part.split(/\s+(==|!=)\s+/);
    if (operator === undefined) throw new Error(`not known: ${part}`);
    return (lookUp(left, contexts) === lookUp(right, contexts)) === (operator === '==');
  });
}

/** How a step or a job ended. Expressions ask for the `outcome` of a step and the `result` of a job. */
function ended(isFine: boolean, outputs: Texts = {}) {
  const result = isFine ? 'success' : 'failure';
  return { outcome: result, result, outputs };
}

type Ended = ReturnType<typeof ended>;
const skipped = { outcome: 'skipped', result: 'skipped', outputs: {} };

function fillAll(texts: Texts, contexts: Contexts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, contexts)]));
}

export interface WorkflowOptions {
  readonly inputs: Texts;
  readonly secrets: Texts;
  /** What every step has: the event, GitHub, further variables. */
  readonly job: ActionOptions;
  /** Runs the gate itself, as the step `./.scan-gate` asks for it. */
  gate(options: ActionOptions): Promise<RunResult>;
}

export interface WorkflowRun {
  readonly outputs: Texts;
  /** Of the last job. */
  readonly result: string;
  /** The summary of the last job. */
  readonly summary: string;
  /** Errors and warnings of the steps around the gate. */
  readonly messages: readonly string[];
  /** Their notices. */
  readonly notices: readonly string[];
  /** Name → text of the one file, of all attempts. */
  readonly artifacts: ReadonlyMap<string, string>;
  /** "Re-run failed jobs". */
  rerun(): Promise<WorkflowRun>;
}

/** One call of scan.yml, through all its attempts. */
class Call {
  readonly #workflow: Workflow;
  readonly #options: WorkflowOptions;
  /** What succeeded and does not run again, by job and matrix value. */
  readonly #done = new Map<string, Ended>();
  readonly #artifacts = new Map<string, string>();
  /** Of the steps around the gate, in this attempt. */
  #runs: RunResult[] = [];

  constructor(workflow: Workflow, options: WorkflowOptions) {
    this.#workflow = workflow;
    this.#options = options;
  }

  async attempt(attempt: number): Promise<WorkflowRun> {
    this.#runs = [];
    const jobs: Record<string, Ended> = {};
    for (const [name, job] of Object.entries(this.#workflow.jobs)) {
      const needs = Object.fromEntries([job.needs ?? []].flat().map((needed) => [needed, jobs[needed]]));
      const isFine = Object.values(needs).every((needed) => needed?.result === 'success');
      const isOn = holds(job.if, isFine, {});
      jobs[name] = isOn ? await this.#runJob(name, job, { needs, attempt }) : skipped;
    }
    const { outputs } = this.#workflow.on.workflow_call;
    const values = Object.entries(outputs).map(([name, { value }]) => [name, fill(value, { jobs })]);
    const said = this.#runs.map(({ annotations }) => annotations);
    const messages = said.flatMap(({ error, warning }) => [...error, ...warning]);
    return {
      outputs: Object.fromEntries(values),
      result: jobs['verdict']?.result ?? 'skipped',
      summary: this.#runs.at(-1)?.summary ?? '',
      messages,
      notices: said.flatMap(({ notice }) => notice),
      artifacts: this.#artifacts,
      rerun: () => this.attempt(attempt + 1),
    };
  }

  async #runJob(name: string, job: Job, given: { needs: object; attempt: number }): Promise<Ended> {
    const urls: string[] = JSON.parse(fill(job.strategy?.matrix.url ?? '[""]', given));
    const legs: Ended[] = [];
    for (const url of urls) {
      const key = `${name} ${url}`;
      const leg = this.#done.get(key) ?? (await this.#runLeg(job, { ...given, matrix: { url } }));
      // The last job runs again, since it needs one that failed.
      if (leg.result === 'success' && name !== 'verdict') this.#done.set(key, leg);
      legs.push(leg);
    }
    return ended(
      legs.every(({ result }) => result === 'success'),
      legs.at(-1)?.outputs,
    );
  }

  async #runLeg(job: Job, given: { needs: object; attempt: number; matrix: Texts }): Promise<Ended> {
    const { needs, attempt, matrix } = given;
    await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-job-'));
    const temp = folder.path;
    const steps: Record<string, Ended> = {};
    const defaults = Object.entries(this.#workflow.on.workflow_call.inputs);
    const inputs = Object.fromEntries(defaults.map(([name, each]) => [name, each.default]));
    const contexts = {
      needs,
      matrix,
      steps,
      runner: { temp },
      secrets: this.#options.secrets,
      inputs: { ...inputs, ...this.#options.inputs },
      job: { ...origin, check_run_id: 4_000_000_000 + attempt },
    };
    const options = { ...this.#options.job, temp, matrix, runAttempt: attempt };
    let isFine = true;
    for (const [index, step] of job.steps.entries()) {
      const isOn = holds(step.if, isFine, contexts);
      const end = isOn ? await this.#runStep(step, contexts, options) : skipped;
      steps[step.id ?? String(index)] = end;
      if (end.outcome === 'failure' && step['continue-on-error'] !== true) isFine = false;
    }
    return ended(isFine, fillAll(job.outputs ?? {}, contexts));
  }

  async #runStep(step: StepFacts, contexts: Contexts, job: ActionOptions): Promise<Ended> {
    const inputs = fillAll(step.with ?? {}, contexts);
    const { name = '', path = '', pattern = '' } = inputs;
    if (step.run !== undefined) {
      const env = { ...process.env, ...fillAll(step.env ?? {}, contexts) };
      execFileSync('bash', ['-e', '-c', step.run], { env });
      return ended(true);
    }
    switch (step.uses?.replace(/@.*/, '')) {
      case 'actions/checkout':
        return ended(true);
      case 'actions/upload-artifact':
        // Names are unique in a run, over all its attempts.
        if (this.#artifacts.has(name)) return ended(false);
        this.#artifacts.set(name, await readFile(path, 'utf8'));
        return ended(true);
      case 'actions/download-artifact':
        for (const [file, text] of this.#artifacts) {
          if (!file.startsWith(pattern.replace(/\*$/, ''))) continue;
          await mkdir(join(path, file), { recursive: true });
          await writeFile(join(path, file, 'verdict.json'), text);
        }
        return ended(true);
      case './.scan-gate': {
        const { exitCode, outputs } = await this.#options.gate({ ...job, inputs });
        return ended(exitCode === 0, outputs);
      }
      case './.scan-gate/.github/actions/many-targets': {
        const run = await runAction({ env: { NODE_COMPILE_CACHE: cache }, ...job, inputs, actionFile });
        this.#runs.push(run);
        return ended(run.exitCode === 0, run.outputs);
      }
      default:
        throw new Error(`not known: ${step.uses}`);
    }
  }
}

/** Calls scan.yml. */
export async function runScanWorkflow(options: WorkflowOptions): Promise<WorkflowRun> {
  const workflow: Workflow = parse(await readFile(join(root, '.github/workflows/scan.yml'), 'utf8'));
  return await new Call(workflow, options).attempt(1);
}
