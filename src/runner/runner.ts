/**
 * How lines of the log, outputs, masks, annotations and the job summary reach the runner, each line harmless: without
 * secrets and without commands for the runner. Also reads the event.
 */

import { readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { error, getInput, notice, setOutput, setSecret, warning } from '@actions/core';
import type { Log, Runner } from '../core/ports.ts';

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

/** The functions of `@actions/core` that write to the job log. */
export type CoreLog = Pick<
  typeof import('@actions/core'),
  'debug' | 'info' | 'notice' | 'warning' | 'error' | 'group'
>;

/** Longer lines slow the runner down, and its live view cuts them at 1,024 characters. */
const maxLineLength = 1000;
const maxMessageLength = 4000;

type Redact = (text: string) => string;

/** A log whose lines contain no secrets and no commands for the runner, whatever text is logged. */
export function createLog(core: CoreLog, redact: Redact): Log {
  const message = (text: string) => harmlessLines(text, redact).slice(0, maxMessageLength);
  return {
    debug: (text) => core.debug(message(text)),
    info: (text) => core.info(harmlessLines(text, redact)),
    notice: (text) => core.notice(message(text)),
    warning: (text) => core.warning(message(text)),
    error: (text) => core.error(message(text)),
    printWithoutRedacting: (level, text) =>
      core[level](harmlessLines(text, (same) => same).slice(0, maxMessageLength)),
    group: (title, body) => core.group(message(title), body),
  };
}

function harmlessLines(text: string, redact: Redact): string {
  return (
    redact(text)
      .split(/\r\n|[\n\r\u2028\u2029]/)
      // Redacts once more: without control characters, a secret may be whole again.
      .map((line) => redact(harmlessLine(line)).slice(0, maxLineLength))
      .join('\n')
  );
}

/**
 * Disables the commands of the runner in a line: `::command::` after leading white space, and `##[command]` anywhere.
 * Removes control and bidirectional characters, which change what a reader sees, and backticks, since a log shows no
 * Markdown.
 */
export function harmlessLine(line: string): string {
  return line
    .replace(/[`\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu, '')
    .replace(/^(\s*):(?=:)/, '$1:\u200b')
    .replace(/##(?=\[)/g, '#\u200b#');
}
