/**
 * Runs of a script in processes that play several of them, one after the other. Two thirds of what a run of the action
 * costs are the start of Node.js and the first use of everything.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { runsPerProcess } from './compiled-bundle.ts';

const playRuns = fileURLToPath(new URL('play-runs.js', import.meta.url));
/** A process that has played nothing for so long is not needed any more. */
const idleMs = 10_000;

export type ExitStatus = readonly [code: number | null, signal: NodeJS.Signals | null];

/** A run, in a process of its own or not. */
export interface Started {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exit: Promise<ExitStatus>;
  /** Sends a signal to the process. */
  kill(signal: NodeJS.Signals): void;
}

export interface Launch {
  readonly script: string;
  readonly cwd: string;
  /** All variables of the run. */
  readonly env: Readonly<Record<string, string>>;
  /** Options of Node.js. */
  readonly flags: readonly string[];
  readonly timeoutMs: number;
}

/** What `play-runs.js` says at the end of a run. */
interface End {
  readonly code: number;
  /** Bytes of standard output and error since the start of the process. */
  readonly written: readonly [number, number];
}

/** Processes at one time. */
const limit = pLimit(3);
/** Processes that play nothing, by what cannot be changed in a process. */
const idle = new Map<string, Player[]>();

/** Plays a run as soon as there is a process for it. */
export function startShared(launch: Launch): Promise<Started> {
  const { promise, resolve } = Promise.withResolvers<Started>();
  void limit(async () => {
    const started = play(launch);
    resolve(started);
    await started.exit;
  });
  return promise;
}

function play(launch: Launch): Started {
  const key = [launch.script, launch.env['NODE_OPTIONS'], ...launch.flags].join(' ');
  const free = idle.get(key) ?? [];
  idle.set(key, free);
  let player = free.pop();
  while (player?.hasEnded) player = free.pop();
  return playOn(player ?? new Player(launch), launch, free);
}

function playOn(player: Player, launch: Launch, free: Player[]): Started {
  const started = player.play(launch);
  void started.exit.then(() => {
    if (player.runs >= runsPerProcess || player.hasEnded) return player.end();
    free.push(player);
    player.endWhenIdle(() => free.splice(free.indexOf(player), 1));
  });
  return started;
}

class Player {
  readonly #child: ChildProcess;
  /** Bytes of standard output and error. */
  readonly #received: [number, number] = [0, 0];
  #run: Playing | undefined;
  #idle: NodeJS.Timeout | undefined;
  runs = 0;

  constructor({ script, env, flags }: Launch) {
    const args = [...flags, playRuns, script];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.#child = child;
    // A process that is idle keeps nobody waiting; a run is awaited by its own timer.
    child.unref();
    child.channel?.unref();
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => this.#receive(stream === child.stdout ? 0 : 1, chunk));
      if (stream instanceof Socket) stream.unref();
    }
    child.on('message', (end: End) => {
      if (this.#run !== undefined) this.#run.end = end;
      this.#settleIfWhole();
    });
    child.on('close', (...status: ExitStatus) => this.#settle(status));
  }

  get hasEnded(): boolean {
    return !this.#child.connected;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  endWhenIdle(onEnd: () => void): void {
    this.#idle = setTimeout(() => {
      onEnd();
      this.end();
    }, idleMs).unref();
  }

  play({ env, cwd, timeoutMs }: Launch): Started {
    clearTimeout(this.#idle);
    this.runs += 1;
    const { promise: exit, resolve } = Promise.withResolvers<ExitStatus>();
    const outputs = [new PassThrough(), new PassThrough()] as const;
    const timer = setTimeout(() => this.end(), timeoutMs);
    this.#run = { outputs, timer, resolve, end: undefined };
    this.#child.send({ env, cwd });
    const kill = (signal: NodeJS.Signals) => {
      // Afterwards the process is another's.
      if (this.#run?.outputs === outputs) this.#child.kill(signal);
    };
    return { stdout: outputs[0], stderr: outputs[1], exit, kill };
  }

  #receive(index: 0 | 1, chunk: Buffer): void {
    this.#received[index] += chunk.length;
    this.#run?.outputs[index].write(chunk);
    this.#settleIfWhole();
  }

  /** The message may come before the last output. */
  #settleIfWhole(): void {
    const end = this.#run?.end;
    const [out, error] = this.#received;
    if (end !== undefined && end.written[0] <= out && end.written[1] <= error) this.#settle([end.code, null]);
  }

  #settle(status: ExitStatus): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#run = undefined;
    clearTimeout(run.timer);
    for (const output of run.outputs) output.end();
    run.resolve(status);
  }
}

/** The run that a process plays. */
interface Playing {
  readonly outputs: readonly [PassThrough, PassThrough];
  readonly timer: NodeJS.Timeout;
  readonly resolve: (status: ExitStatus) => void;
  end: End | undefined;
}
