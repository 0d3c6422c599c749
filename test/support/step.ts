/**
 * Plays a step of a job in this process: the sources in place of `dist`, and jest's clock in place of time.
 *
 * Whoever imports this module has jest's fake timers. While a step is played, time passes fast, so that half an hour of
 * waiting is over in seconds. It stands still while a file is read or written, and while a request is under way, until
 * nothing has been heard for so long that the other side counts as silent. `node:timers` and `node:timers/promises` are not faked: tests and servers wait with them.
 */
import { subscribe } from 'node:diagnostics_channel';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
// Loaded before a step begins: what loads takes real time.
import '@actions/artifact';
import { jest } from '@jest/globals';
import { CancelledError } from '../../src/core/problem.ts';
import { systemClock } from '../../src/core/time-limit.ts';
import { publishAfterCancelMs, step } from '../../src/step.ts';
import {
  type ActionOptions,
  lineWaiter,
  type RunningAction,
  type RunResult,
  readLines,
  readRun,
} from './runner.ts';
import { prepareJob } from './runner-environment.ts';

jest.useFakeTimers({
  doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
});

/** Requests under way in this process, those of the servers among them, and whether one was heard of since the last turn. */
const requests = { underWay: 0, heard: false };

function count(change: number): () => void {
  return () => {
    requests.underWay = Math.max(0, requests.underWay + change);
    requests.heard = true;
  };
}

for (const name of ['undici:request:create', 'http.client.request.start']) subscribe(name, count(1));
for (const name of ['undici:request:headers', 'undici:request:bodyChunkReceived']) subscribe(name, count(0));
for (const name of ['undici:request:trailers', 'undici:request:error']) subscribe(name, count(-1));
for (const name of ['http.client.response.finish', 'http.client.request.error']) subscribe(name, count(-1));

/** Turns of the event loop without a word, after which the other side counts as silent. */
const silentTurns = 50;

/** A program that does something has short pauses, which must not take long. */
const busyTurns = 20;
const busyTurnMs = 25;
/** Where nothing is asked for and no timer ends, so many turns are taken at once. */
const quietTurns = 8;

/** Lets time pass at each turn of the event loop, until `hasEnded`: `turnMs` milliseconds. */
export async function passTime(hasEnded: () => boolean, turnMs = () => 250): Promise<void> {
  const isAwaited = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
  for (let idle = 0; !hasEnded(); idle += 1) {
    await sleep(1);
    if (requests.heard) idle = 0;
    requests.heard = false;
    if (isAwaited() || (requests.underWay > 0 && idle < silentTurns)) continue;
    const isBusy = idle < busyTurns;
    const timers = jest.getTimerCount();
    let turns = isBusy || requests.underWay > 0 ? 1 : quietTurns;
    for (; turns > 0 && jest.getTimerCount() === timers; turns -= 1)
      jest.advanceTimersByTime(isBusy ? Math.min(busyTurnMs, turnMs()) : turnMs());
  }
}

/** Ends when the last step that was started has ended. */
let lastStep: Promise<unknown> = Promise.resolve();

/** Starts a step once the one before has ended. A signal cancels it, and never ends this process. */
export async function startStep(options: ActionOptions): Promise<RunningAction> {
  const job = await prepareJob(options);
  const earlier = lastStep;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastStep = promise;
  await earlier;
  const output = new PassThrough();
  const lines: string[] = [];
  const read = readLines(output, (line) => {
    lines.push(line);
    options.onLine?.(line);
  });
  const [cancelled, givenUp] = [new AbortController(), new AbortController()];
  let hasEnded = false;
  const play = async (): Promise<RunResult> => {
    const env = jest.replaceProperty(process, 'env', { ...job.env });
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => output.write(text));
    const ended = step({ clock: systemClock, cancelSignal: cancelled.signal, giveUpSignal: givenUp.signal });
    void ended.finally(() => {
      hasEnded = true;
    });
    try {
      // A cancelled run has a few seconds, and its work takes real time.
      const turnMs = () => (cancelled.signal.aborted ? 10 : 250);
      await passTime(() => hasEnded, turnMs);
    } finally {
      env.restore();
      write.mockRestore();
      resolve();
    }
    output.end();
    const [exitCode, stdout] = await Promise.all([ended, read]);
    return { exitCode, signal: null, stdout, stderr: '', ...(await readRun(job, lines)) };
  };
  const done = play();
  const kill = (signal: NodeJS.Signals) => {
    if (hasEnded) return;
    const reason = new CancelledError(signal);
    // What would end the process leaves it no time to publish.
    if (signal === 'SIGKILL') givenUp.abort(reason);
    cancelled.abort(reason);
    setTimeout(() => givenUp.abort(reason), publishAfterCancelMs);
  };
  return { kill, waitForLine: lineWaiter(done, lines), done };
}
