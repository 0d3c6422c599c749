/** Makes every line of the job log harmless: no secrets, and no commands for the runner. */

import type { Log } from '../core/ports.ts';

/** The functions of `@actions/core` that write to the job log. */
export type CoreLog = Pick<
  typeof import('@actions/core'),
  'debug' | 'info' | 'notice' | 'warning' | 'error' | 'group'
>;

/** Longer lines slow the runner down, and its live view cuts them at 1,024 characters. */
const maxLineLength = 1000;
const maxMessageLength = 4000;

type Change = (text: string) => string;

/** A log whose lines contain no secrets and no commands for the runner, whatever text is logged. */
export function createLog(core: CoreLog, redact: Change): Log {
  const message = (text: string) => harmlessLines(text, redact).slice(0, maxMessageLength);
  return {
    debug: (text) => core.debug(message(text)),
    info: (text) => core.info(harmlessLines(text, redact)),
    notice: (text) => core.notice(message(text)),
    warning: (text) => core.warning(message(text)),
    error: (text) => core.error(message(text)),
    printRedacted: (level, text) =>
      core[level](harmlessLines(text, (same) => same).slice(0, maxMessageLength)),
    group: (title, body) => core.group(message(title), body),
  };
}

function harmlessLines(text: string, redact: Change): string {
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
