/** Runs the shipped action as the runner of GitHub Actions does: a process of its own, a clean environment, command files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAction } from './action-inputs.ts';

import { parseCommandFile } from './command-files.ts';
import { type Command, maskLog, parseCommands } from './commands.ts';
import type { RunnerEvent } from './events.ts';
import { prepareJob } from './runner-environment.ts';

const ACTION = fileURLToPath(new URL('../../action.yml', import.meta.url));

export interface RunOptions {
  /** By name as in `action.yml`; the others get their defaults. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Default: a pull request of the same repository, see `events.ts`. */
  readonly event?: RunnerEvent;
  /** Added last, so it wins over what the runner sets. */
  readonly env?: Readonly<Record<string, string>>;
  /** The API; without one, nothing answers there. */
  readonly github?: { readonly url: string; readonly repository: string; readonly token: string };
  /** The artifact service; without one, its variables are not set. */
  readonly artifacts?: { readonly url: string; runtimeToken(): string };
  /** Default `123456789`. */
  readonly runId?: number;
  /** Default 1. */
  readonly runAttempt?: number;
  readonly workflow?: string;
  readonly job?: string;
  /** `GITHUB_ACTION`: the step's id; default `__self`. */
  readonly action?: string;
  /** The job's matrix values. */
  readonly matrix?: Readonly<Record<string, unknown>>;
  /** Further expressions in defaults and their values. */
  readonly expressions?: Readonly<Record<string, string>>;
  /** Default `action.yml` of this project. */
  readonly actionFile?: string;
  /** What is run; default `runs.main` of the action file. */
  readonly bundle?: string;
  /** Folder in which the run is laid out; default the system's temporary folder. */
  readonly root?: string;
  /** `RUNNER_TEMP`, where the run is a further step of a job; default a folder of its own. */
  readonly temp?: string;
  /** The run is killed after this time; default 60,000. */
  readonly timeoutMs?: number;
  readonly onLine?: (line: string) => void;
}

export interface RunResult {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams, in the order they came. */
  readonly lines: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  /** Variables set for later steps. */
  readonly exported: Readonly<Record<string, string>>;
  /** The job summary, Markdown. */
  readonly summary: string;
  readonly commands: readonly Command[];
  readonly annotations: Readonly<Record<'error' | 'warning' | 'notice', readonly Command[]>>;
  /** Values of `add-mask`, in order. */
  readonly masked: readonly string[];
  /** The log as people see it. */
  readonly maskedLog: string;
  readonly durationMs: number;
  /** `RUNNER_TEMP` of the run. */
  readonly temp: string;
}

export interface RunningAction {
  readonly child: ChildProcess;
  /** `RUNNER_TEMP` of the run. */
  readonly temp: string;
  /** Sends a signal to the process, as the runner does to cancel. */
  kill(signal: NodeJS.Signals): void;
  /** The first line that matches, already printed or still to come; rejects when the run ends without one. */
  waitForLine(pattern: RegExp): Promise<string>;
  /** Resolves once the process is gone and its output is read. */
  readonly done: Promise<RunResult>;
}

/**
 * A process as short as the action collects the garbage of young objects a dozen times while it begins, which is a tenth
 * of what a run costs. With room for them it need not, and does all else as ever.
 */
const lessCollecting = ['--min-semi-space-size=16'];

/** Runs the action to its end. */
export async function runAction(options: RunOptions): Promise<RunResult> {
  const running = await startAction(options);
  return await running.done;
}

/** Starts the action. Await `done` in any case, else the process may outlive the test. */
export async function startAction(options: RunOptions): Promise<RunningAction> {
  const actionFile = options.actionFile ?? ACTION;
  const action = await readAction(actionFile);
  const job = await prepareJob(options, action);
  const bundle = options.bundle ?? join(dirname(actionFile), action.main);
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, [...lessCollecting, bundle], {
    cwd: job.workspace,
    env: job.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = new Output(options.onLine);
  const streams = [output.read(child.stdout, 'stdout'), output.read(child.stderr, 'stderr')];
  const { timeoutMs = 60_000 } = options;
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const finish = async (): Promise<RunResult> => {
    const { code, signal } = await ended.finally(() => clearTimeout(timer));
    await Promise.all(streams);
    output.end();
    if (timedOut)
      throw new Error(`the action did not end within ${timeoutMs} ms:\n${output.lines.join('\n')}`);
    const durationMs = performance.now() - startedAtMs;
    return { exitCode: code, signal, durationMs, temp: job.temp, ...(await readResult(output, job.files)) };
  };
  return {
    child,
    temp: job.temp,
    kill: (signal) => child.kill(signal),
    waitForLine: (pattern) => output.waitForLine(pattern),
    done: finish(),
  };
}

async function readResult(output: Output, files: Readonly<Record<string, string>>) {
  const read = (name: string) => readFile(files[name] ?? '', 'utf8');
  const commands = parseCommands(output.lines);
  const named = (name: string) => commands.filter((command) => command.name === name);
  return {
    stdout: output.text.stdout,
    stderr: output.text.stderr,
    lines: output.lines,
    outputs: parseCommandFile(await read('GITHUB_OUTPUT')),
    state: parseCommandFile(await read('GITHUB_STATE')),
    exported: parseCommandFile(await read('GITHUB_ENV')),
    summary: await read('GITHUB_STEP_SUMMARY'),
    commands,
    annotations: { error: named('error'), warning: named('warning'), notice: named('notice') },
    masked: named('add-mask').map((command) => command.message),
    maskedLog: maskLog(output.lines),
  };
}

/** Collects the lines of both streams and lets others wait for one. */
class Output {
  readonly lines: string[] = [];
  readonly text = { stdout: '', stderr: '' };
  readonly #onLine: ((line: string) => void) | undefined;
  #ended = false;
  #waiting: { pattern: RegExp; resolve: (line: string) => void; reject: (error: Error) => void }[] = [];

  constructor(onLine: ((line: string) => void) | undefined) {
    this.#onLine = onLine;
  }

  /** Splits where the runner does: at CR LF, LF and CR, and nowhere else. */
  async read(stream: NodeJS.ReadableStream, name: 'stdout' | 'stderr'): Promise<void> {
    stream.setEncoding('utf8');
    let rest = '';
    for await (const chunk of stream) {
      this.text[name] += chunk;
      // A CR at the end of a chunk may be the first half of CR LF.
      const lines = `${rest}${chunk}`.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) this.#add(line);
    }
    if (rest !== '') this.#add(rest.replace(/\r$/, ''));
  }

  #add(line: string): void {
    this.lines.push(line);
    this.#onLine?.(line);
    this.#waiting = this.#waiting.filter(({ pattern, resolve }) => {
      if (line.search(pattern) < 0) return true;
      resolve(line);
      return false;
    });
  }

  waitForLine(pattern: RegExp): Promise<string> {
    const known = this.lines.find((line) => line.search(pattern) >= 0);
    if (known !== undefined) return Promise.resolve(known);
    if (this.#ended) return Promise.reject(this.#noLine(pattern));
    return new Promise((resolve, reject) => this.#waiting.push({ pattern, resolve, reject }));
  }

  /** Nothing more will come. */
  end(): void {
    this.#ended = true;
    for (const { pattern, reject } of this.#waiting) reject(this.#noLine(pattern));
    this.#waiting = [];
  }

  #noLine(pattern: RegExp): Error {
    return new Error(`the action ended without a line like ${pattern}:\n${this.lines.join('\n')}`);
  }
}
