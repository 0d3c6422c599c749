/** How outputs, masks, annotations and the job summary reach the runner, and where its event is read. */

import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { error, getInput, notice, setOutput, setSecret, warning } from '@actions/core';
import type { Log, Runner } from '../core/ports.ts';
import { harmlessLine } from './log.ts';

/** The real runner, reached through `@actions/core` and its environment. */
export function createRunner(log: Log): Runner {
  const { env } = process;
  return {
    env,
    event: readPayload(env['GITHUB_EVENT_PATH'], log),
    tempFolder: env['RUNNER_TEMP'] || tmpdir(),
    input: (name) => getInput(name),
    mask: (text) => setSecret(text),
    setOutput: (name, value) => setOutput(name, value),
    annotate: ({ level, title, message }) => {
      const writeAnnotation = { error, warning, notice }[level];
      writeAnnotation(message.split('\n').map(harmlessLine).join('\n'), { title: harmlessLine(title) });
    },
    // The `summary` of @actions/core is not used: it keeps the path of the first run in a process.
    writeSummary: async (markdown) => {
      const path = env['GITHUB_STEP_SUMMARY'] ?? '';
      if (path === '') throw new Error('`GITHUB_STEP_SUMMARY` is not set');
      await appendFile(path, `${markdown}\n`);
    },
  };
}

/** Reads the event, which names the pull request. Without a readable event, the run goes on without a pull request. */
function readPayload(path: string | undefined, log: Log): unknown {
  if (path === undefined || path === '') return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    log.warning(
      `The event payload at ${path} could not be read, so no pull request is known and there is no comment. Check that the file of \`GITHUB_EVENT_PATH\` is there, such as in a container.`,
    );
    return null;
  }
}
