/** Runs the shipped action as the runner of GitHub Actions does: a process, a clean environment, command files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { maskLog, parseCommandFile, parseCommands } from './commands.ts';
import { actionMain, type Job, type JobOptions, prepareJob } from './runner-environment.ts';
import { until } from './until.ts';

const main = fileURLToPath(new URL(`../../${actionMain}`, import.meta.url));

/** Far above what any run takes: then it is killed. */
const limitMs = 240_000;

export interface ActionOptions extends JobOptions {
  readonly onLine?: (line: string) => void;
}

/** `exitCode` is `null` when a signal ended it. */
export interface RunResult extends Awaited<ReturnType<typeof readRun>> {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningAction {
  /** Sends a signal to the process, as the runner does to cancel. */
  kill(signal: NodeJS.Signals): void;
  /** The first line that matches, already printed or still to come; rejects when the run ends without one. */
  waitForLine(pattern: RegExp): Promise<string>;
  /** Resolves once the process is gone and its output is read. */
  readonly done: Promise<RunResult>;
}

/** Runs the action to its end. */
export async function runAction(options: ActionOptions): Promise<RunResult> {
  return await (await startAction(options)).done;
}

/** Starts the action. Always await `done`, or the process may outlive the test. */
export async function startAction(options: ActionOptions): Promise<RunningAction> {
  const job = await prepareJob(options);
  const child = spawn(process.execPath, [main], {
    cwd: job.workspace,
    env: job.env,
    timeout: limitMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'close');
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    options.onLine?.(line);
  };
  const streams = Promise.all([readLines(child.stdout, keep), readLines(child.stderr, keep)]);
  const finish = async (): Promise<RunResult> => {
    const [exitCode, signal] = await exit;
    const [stdout, stderr] = await streams;
    return { exitCode, signal, stdout, stderr, ...(await readRun(job, lines)) };
  };
  return { kill: (signal) => child.kill(signal), waitForLine: lineWaiter(exit, lines), done: finish() };
}

/** Splits where the runner does: at CR LF, LF and CR, and nowhere else. @returns the whole text */
export async function readLines(
  stream: NodeJS.ReadableStream,
  onLine: (line: string) => void,
): Promise<string> {
  stream.setEncoding('utf8');
  let [text, rest] = ['', ''];
  for await (const chunk of stream) {
    text += chunk;
    // A CR at the end of a chunk may be the first half of CR LF.
    const lines = `${rest}${chunk}`.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  }
  if (rest !== '') onLine(rest.replace(/\r$/, ''));
  return text;
}

/** Waits for lines of a run. @param end settles when the run has ended */
export function lineWaiter(end: Promise<unknown>, lines: readonly string[]): RunningAction['waitForLine'] {
  let hasEnded = false;
  void end.finally(() => {
    hasEnded = true;
  });
  return async (pattern) => {
    const find = () => lines.find((line) => line.search(pattern) >= 0);
    await until(() => find() !== undefined || hasEnded);
    const line = find();
    if (line === undefined)
      throw new Error(`the action ended without a line like ${pattern}:\n${lines.join('\n')}`);
    return line;
  };
}

/** What a run printed and wrote. @param lines both streams, in the order they came */
export async function readRun({ files, temp }: Job, lines: readonly string[]) {
  const commands = parseCommands(lines);
  const messagesOf = (wanted: string) =>
    commands.filter(({ name }) => name === wanted).map(({ message }) => message);
  const read = (name: string) => readFile(files[name] ?? '', 'utf8');
  return {
    lines,
    /** `RUNNER_TEMP` of the run. */
    temp,
    commands,
    /** The messages, without titles. */
    annotations: { error: messagesOf('error'), warning: messagesOf('warning'), notice: messagesOf('notice') },
    /** Values of `add-mask`, in order. */
    masked: messagesOf('add-mask'),
    /** The log as people see it. */
    maskedLog: maskLog(lines),
    outputs: parseCommandFile(await read('GITHUB_OUTPUT')),
    state: parseCommandFile(await read('GITHUB_STATE')),
    /** Variables set for later steps. */
    exported: parseCommandFile(await read('GITHUB_ENV')),
    /** The job summary, Markdown. */
    summary: await read('GITHUB_STEP_SUMMARY'),
  };
}
