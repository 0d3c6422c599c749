/** One step of a job, from its ports to its exit code. */

import { debug, error, group, info, notice, warning } from '@actions/core';
import type { RunPorts } from './core/ports.ts';
import { lastStatusMs } from './publish/commit-status.ts';
import { endWithoutJudgement } from './publish/outputs.ts';
import { run } from './run.ts';
import { proxySecrets, useProxies } from './runner/proxy.ts';
import { createRedactor } from './runner/redactor.ts';
import { createLog, createRunner } from './runner/runner.ts';

/*
 * How the seconds after a cancel are spent. The runner sends SIGINT, SIGTERM 7.5 seconds later, and kills the process
 * 2.5 seconds after that. We promise to end within five seconds of the first signal (`docs/contract.md`, Cancel).
 */

/** First, the run publishes what it has. */
export const publishAfterCancelMs = 3_000;
/** Then a commit status gets its last try, outputs and log are written, and the process ends, whatever hangs. */
export const exitAfterCancelMs = publishAfterCancelMs + lastStatusMs + 300;

/** The ports of a step that the process provides. */
export type ProcessPorts = Pick<RunPorts, 'clock' | 'cancelSignal' | 'giveUpSignal'>;

/**
 * Runs one step of a job. Builds the ports from the variables and the standard output of this process.
 *
 * @returns the exit code. Never rejects: the log says what went wrong
 */
export async function step({ clock, cancelSignal, giveUpSignal }: ProcessPorts): Promise<0 | 1> {
  const redactor = createRedactor();
  const log = createLog(
    // Imported by name, so that the bundle leaves out the rest.
    { debug, info, notice, warning, error, group },
    redactor.redact,
  );
  const tellCancel = () =>
    log.info(
      `Cancelled by ${cancelSignal.reason.signalName}: publishing what there is. A second signal ends the run at once.`,
    );
  cancelSignal.addEventListener('abort', tellCancel, { once: true });
  const runner = createRunner(log);
  try {
    for (const secret of proxySecrets(process.env)) redactor.add(secret);
    await useProxies(process.env);
    const { level, message } = await run({ runner, log, clock, redactor, cancelSignal, giveUpSignal });
    if (level !== null) log.printWithoutRedacting(level, message);
    return level === 'error' ? 1 : 0;
  } catch (failure) {
    log.error(await endWithoutJudgement(failure, { runner, redactor, log }));
    return 1;
  }
}
