/** Time and memory of a process up to a given moment, compared with a complete run of `node -e 0`. */

import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { mean, median } from './table.ts';

/** The kernel counts CPU time in ticks. */
const tickMs = 10;
const timeoutMs = 30_000;

export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Peak of the resident memory; 0 for a process that ended by itself. */
  readonly peakMiB: number;
}

/** A Node.js process to measure. */
export interface Candidate {
  readonly args: readonly string[];
  /** The complete environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Resolves when the measurement ends; `null`: when the process ends. */
  readonly reached: (() => Promise<unknown>) | null;
}

/** A process, and the `node -e 0` that ran just before it. */
export interface Pair {
  readonly bare: Cost;
  readonly other: Cost;
}

/** CPU time of all children that have ended. Only exact to a tick, so means over many runs are used. */
async function childrenCpuMs(): Promise<number> {
  const fields = (await readFile('/proc/self/stat', 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * tickMs;
}

/** Peak of the resident memory of a running process. */
export async function peakMiB(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function refuse(ended: Promise<unknown>): Promise<never> {
  await ended;
  throw new Error('it ended before that, or took too long');
}

/** Runs a process up to its moment, then kills it. @throws {Error} where it does not get there */
async function cost({ args, env, cwd, reached }: Candidate): Promise<Cost> {
  const cpuBefore = await childrenCpuMs();
  const startedMs = performance.now();
  const options = { env, cwd, stdio: 'ignore', timeout: timeoutMs, killSignal: 'SIGKILL' } as const;
  const child = spawn(process.execPath, args, options);
  const ended = once(child, 'exit');
  await (reached === null ? ended : Promise.race([reached(), refuse(ended)]));
  const wallMs = performance.now() - startedMs;
  if (reached === null && child.exitCode === null) throw new Error('it took too long');
  const memory = reached === null ? 0 : await peakMiB(child.pid);
  child.kill('SIGKILL');
  await ended;
  return { wallMs, cpuMs: (await childrenCpuMs()) - cpuBefore, peakMiB: memory };
}

/** Runs `node -e 0`, then the candidate, in the same environment. */
export async function measurePair(candidate: Candidate): Promise<Pair> {
  const bare = await cost({ args: ['-e', '0'], env: candidate.env, reached: null });
  return { bare, other: await cost(candidate) };
}

/**
 * Ratios to `node -e 0`. Wall time: the median of the ratios of the pairs. CPU time: the ratio of the means.
 *
 * @param bares all bare processes of the run, because more of them make the ticks matter less. Default: those of
 *   `pairs`
 */
export function ratios(
  pairs: readonly Pair[],
  bares: readonly Cost[] = pairs.map(({ bare }) => bare),
): { readonly wall: number; readonly cpu: number } {
  return {
    wall: median(pairs.map(({ bare, other }) => other.wallMs / bare.wallMs)),
    cpu: mean(pairs.map(({ other }) => other.cpuMs)) / mean(bares.map(({ cpuMs }) => cpuMs)),
  };
}

/** A server that never answers. */
export interface Listener extends AsyncDisposable {
  readonly url: string;
  /** Resolves when the next connection sends anything: a request, a CONNECT, or a TLS handshake. */
  readonly heard: () => Promise<unknown>;
}

/** Starts a silent server on a loopback address. */
export async function listen(): Promise<Listener> {
  const events = new EventEmitter();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', () => events.emit('heard'));
    // A process that is killed during a request resets the connection.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    heard: () => once(events, 'heard'),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
