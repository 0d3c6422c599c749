import { expect, test } from '@jest/globals';
import { asGiven, classified, forReport, withheld } from '../../../src/core/classified-text.ts';

test.each([
  ['public', 'Preview (eu)', 'Preview (eu)', 'Preview (eu)'],
  ['private', 'zip-slip', 'zip-slip', '***'],
  ['detail', 'zip-slip', 'zip-slip', ''],
  ['path', 'issues[3].name', 'issues[3].name', 'issues'],
  ['path', 'issues.zip-slip', 'issues.zip-slip', 'issues'],
  ['address', 'https://u:p@a.example/b?c#d', 'https://a.example/b', '***'],
  ['address', '//u:p@a.example/b?c#d', '//a.example/b', '***'],
  ['addressDetail', 'https://u:p@a.example/b?c#d', 'https://a.example/b', ''],
] as const)('of %s %j a report shows %j, and %j to anybody', (is, text, inReport, toAnybody) => {
  const value = { kind: 'some', at: [{ given: classified(is, text) }], none: null, count: 1 } as const;
  const like = (given: unknown) => ({ kind: 'some', at: [{ given }], none: null, count: 1 });
  expect(forReport(value, (harmless) => `<${harmless}>`)).toEqual(like(`<${inReport}>`));
  expect(withheld(value)).toEqual(like(classified(is, toAnybody)));
  expect(asGiven(value)).toEqual(like(text));
});
