/**
 * Where the action starts: builds the real ports, runs, and sets the exit code. The only file with effects on import.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as core from '@actions/core';
import { CancelledError } from './errors.ts';
import { createLog } from './log.ts';
import { createRedactor } from './redactor.ts';
import { run } from './run.ts';
import { createRunner } from './runner.ts';
import { concludeWithout } from './startup-failure.ts';

/** The runner kills the process ten seconds after a cancel; by then everything has to be said. */
const publishAfterCancelMs = 4_000;

const cancelled = new AbortController();
const givenUp = new AbortController();

function cancel(signal: NodeJS.Signals): void {
  if (cancelled.signal.aborted) process.exit(1);
  cancelled.abort(new CancelledError(signal));
  setTimeout(() => givenUp.abort(new CancelledError(signal)), publishAfterCancelMs).unref();
}
process.on('SIGINT', cancel);
process.on('SIGTERM', cancel);

const redactor = createRedactor();
const log = createLog(core, redactor.redact);
const runner = createRunner(log);
const clock = { now: () => Date.now(), sleep: (ms: number, signal?: AbortSignal) => pause(ms, signal) };

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

try {
  const { level, message } = await run({
    runner,
    log,
    clock,
    redactor,
    cancelled: cancelled.signal,
    givenUp: givenUp.signal,
  });
  if (level !== null) log[level](message);
  process.exitCode = level === 'error' ? 1 : 0;
} catch (error) {
  log.error(concludeWithout(error, (name, value) => runner.setOutput(name, redactor.redact(value))));
  process.exitCode = 1;
}
// Ends although connections are kept alive, but not before the log is written, which takes its time on Windows.
process.stdout.write('', () => process.exit());
