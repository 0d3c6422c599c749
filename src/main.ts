/** The entry point: handles the signals of the runner, and sets the exit code. Has effects on import. */

import { CancelledError } from './core/problem.ts';
import { systemClock } from './core/time-limit.ts';
import { exitAfterCancelMs, publishAfterCancelMs, step } from './step.ts';

const cancelling = new AbortController();
const givingUp = new AbortController();

function cancel(signal: NodeJS.Signals): void {
  if (cancelling.signal.aborted) process.exit(1);
  cancelling.abort(new CancelledError(signal));
  setTimeout(() => givingUp.abort(new CancelledError(signal)), publishAfterCancelMs);
  setTimeout(() => process.exit(1), exitAfterCancelMs);
}

process.on('SIGINT', cancel);
process.on('SIGTERM', cancel);

// Without `await`, which would make the bundler wrap every module.
step({ clock: systemClock, cancelSignal: cancelling.signal, giveUpSignal: givingUp.signal }).then(
  (exitCode) => {
    process.exitCode = exitCode;
    // Open connections must not keep the process alive. But the log has to be written first, which is slow on Windows.
    process.stdout.write('', () => process.exit());
  },
);
