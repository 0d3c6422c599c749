import { fileURLToPath } from 'node:url';

/** Lets time pass fast in a run of the action, so that silences and rate limits are over in a second or two. */
export const fastEnvironment: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('../../support/fast-time.js', import.meta.url))}`,
};
