/** What is wrong in inputs and in the policy file, in words. */

import * as z from 'zod/mini';
import { SettingsError } from '../core/problem.ts';

/** What is wrong in a line of YAML. */
export interface Mistake {
  /** From 1. */
  readonly line: number;
  /** On one line, without the secrets of an address. */
  readonly message: string;
}

/** What was expected in place of a text, or of each wrong field in it. */
export function expectedOf(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .map(({ path, message }) => (path.length === 0 ? message : `${message} for \`${path.join('.')}\``))
    .join('; ');
}

/** The error that names every mistake; `null` if there is none. */
export function inputErrorOf(mistakes: readonly string[]): SettingsError | null {
  if (mistakes.length === 0) return null;
  const isOne = mistakes.length === 1;
  const title = isOne ? 'An input is wrong' : `${mistakes.length} inputs are wrong`;
  const remedy = `Correct ${isOne ? 'it' : 'them'} under \`with:\` in the workflow:`;
  return new SettingsError(`${title}. ${remedy}\n${listMistakes(mistakes)}`);
}

/** One mistake in each line. */
export function listMistakes(mistakes: readonly string[]): string {
  return mistakes.map((mistake) => `- ${mistake}`).join('\n');
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: '`true` or `false`',
  number: 'a whole number',
  int: 'a whole number',
  array: 'a list',
  object: 'a mapping',
};

/**
 * The `error` option of zod's `safeParse`: gives each issue a message that says what was expected, as the end of a
 * sentence. A message in a schema goes before it.
 */
export function expectationOfIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return quotedChoices(issue.values.map(String));
    case 'invalid_type': {
      const type = typeWords[issue.expected] ?? issue.expected;
      return issue.input === undefined ? `${type}, it is missing` : type;
    }
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodMiniObject ? quotedChoices(Object.keys(issue.inst.shape)) : undefined;
    default:
      return undefined;
  }
}

/** The values between backticks: `a`, `b` or `c`. */
function quotedChoices(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}
