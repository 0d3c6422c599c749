/**
 * How the seconds after a cancel are spent. The runner sends SIGINT, SIGTERM 7.5 seconds later, and kills the process
 * 2.5 seconds after that. We promise to end within five seconds of the first signal (`docs/contract.md`, promise 9).
 */

/** First, the run publishes what it has. */
export const publishAfterCancelMs = 3_000;
/** Then a commit status that is not written yet gets its last try. */
export const lastStatusMs = 1_000;
/** Outputs and log are written. Then the process ends, even if something hangs. */
export const exitAfterCancelMs = publishAfterCancelMs + lastStatusMs + 300;
