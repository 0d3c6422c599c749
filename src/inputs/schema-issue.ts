import type { z } from 'zod';
import type { SettingText, SettingTexts } from '../core/setting-texts.ts';

/** What the schema expected in place of a value. A message of the schema's own is the name of an expectation. */
export function expectedBy(issue: z.core.$ZodIssue): SettingText {
  return (texts) => {
    switch (issue.code) {
      case 'invalid_value':
        return texts.oneOf(issue.values.map(String));
      case 'invalid_type': {
        const type = typeWords(texts)[issue.expected] ?? issue.expected;
        return issue.input === undefined ? texts.missing(type) : type;
      }
      case 'too_small':
        return issue.origin === 'string'
          ? texts.expected.someText
          : texts.atLeast(String(issue.minimum), issue.origin === 'array');
      case 'too_big':
        return texts.atMost(String(issue.maximum), issue.origin === 'array');
      default: {
        const named: Readonly<Record<string, string>> = texts.expected;
        return named[issue.message] ?? issue.message;
      }
    }
  };
}

function typeWords({ expected }: SettingTexts): Readonly<Record<string, string>> {
  return {
    string: expected.text,
    boolean: expected.boolean,
    number: expected.number,
    int: expected.integer,
    array: expected.list,
    object: expected.mapping,
    record: expected.bySeverity,
  };
}
