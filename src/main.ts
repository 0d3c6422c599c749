/** The entry point: builds the real ports, runs, and sets the exit code. The only file with effects on import. */
import { setTimeout as sleep } from 'node:timers/promises';
// Imported by name, so that the bundle leaves out the rest.
import { debug, endGroup, error, info, notice, startGroup, warning } from '@actions/core';
import { CancelledError } from './core/problem.ts';
import { concludeWithout } from './publish/set-outputs.ts';
import { run } from './run.ts';
import { createLog } from './runner/log.ts';
import { proxySecrets, useProxies } from './runner/proxy.ts';
import { createRedactor } from './runner/redactor.ts';
import { createRunner } from './runner/runner.ts';

/**
 * After a cancel the run ends within five seconds (`docs/contract.md`, promise 9). First publishing stops, then the
 * process ends, even if something hangs. The runner itself kills it after ten seconds.
 */
const publishAfterCancelMs = 3_000;
const exitAfterCancelMs = 4_300;

const cancelled = new AbortController();
const givenUp = new AbortController();

function cancel(signal: NodeJS.Signals): void {
  if (cancelled.signal.aborted) process.exit(1);
  log.info(`Cancelled by ${signal}: publishing what there is. A second signal ends the run at once.`);
  cancelled.abort(new CancelledError(signal));
  setTimeout(() => givenUp.abort(new CancelledError(signal)), publishAfterCancelMs);
  setTimeout(() => process.exit(1), exitAfterCancelMs);
}

const redactor = createRedactor();
const log = createLog({ debug, info, notice, warning, error, startGroup, endGroup }, redactor.redact);
const clock = { now: () => Date.now(), sleep: (ms: number, signal?: AbortSignal) => pause(ms, signal) };

process.on('SIGINT', cancel);
process.on('SIGTERM', cancel);

const runner = createRunner(log);

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

function setOutput(name: string, value: string): void {
  runner.setOutput(name, redactor.redact(value));
}

try {
  for (const secret of proxySecrets(process.env)) {
    for (const form of redactor.add(secret)) runner.mask(form);
  }
  await useProxies(process.env);
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
} catch (failure) {
  process.exitCode = 1;
  log.error(concludeWithout(failure, setOutput));
}
// Open connections must not keep the process alive. But the log has to be written first, which is slow on Windows.
process.stdout.write('', () => process.exit());
