import type { z } from 'zod';
import { expectedBoolean, listValues } from './parsers.ts';

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: expectedBoolean,
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping of severities',
};

/** What a schema expected in place of a value. For a check without words here, the message in our schema. */
export function expectedBySchema(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return listValues(issue.values.map(String));
    case 'invalid_type': {
      const type = typeWords[issue.expected] ?? issue.expected;
      return issue.input === undefined ? `${type}, it is missing` : type;
    }
    case 'too_small':
      if (issue.origin !== 'string')
        return `at least ${issue.minimum}${issue.origin === 'array' ? ' entries' : ''}`;
      return issue.minimum === 1 ? 'text that is not empty' : `text of at least ${issue.minimum} characters`;
    case 'too_big':
      return `at most ${issue.maximum}${issue.origin === 'array' ? ' entries' : ''}`;
    default:
      return issue.message;
  }
}
