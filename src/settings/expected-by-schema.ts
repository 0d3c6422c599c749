/** Says what a schema expected in place of a value, in the words that the errors about settings use. */

import { z } from 'zod';

/** The values between backticks: `a`, `b` or `c`. */
function quotedChoices(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

const expectedBoolean = '`true` or `false`';

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: expectedBoolean,
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'a mapping',
};

/**
 * The `error` option of zod's `safeParse`: gives each issue a message that says what was expected, as the end of a
 * sentence. A message in a schema goes before it.
 */
export function expectedBySchema(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return quotedChoices(issue.values.map(String));
    case 'invalid_type': {
      const type = typeWords[issue.expected] ?? issue.expected;
      return issue.input === undefined ? `${type}, it is missing` : type;
    }
    case 'too_small':
      // A schema asks for no other length of a text.
      if (issue.origin === 'string') return 'text that is not empty';
      return `at least ${issue.minimum}${issue.origin === 'array' ? ' entries' : ''}`;
    case 'too_big':
      return `at most ${issue.maximum}${issue.origin === 'array' ? ' entries' : ''}`;
    case 'unrecognized_keys':
      return issue.inst instanceof z.ZodObject ? quotedChoices(Object.keys(issue.inst.shape)) : undefined;
    default:
      return undefined;
  }
}
