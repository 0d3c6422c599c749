import { expect, test } from '@jest/globals';
import {
  classified,
  withOriginalTexts,
  withPublicTexts,
  withReportTexts,
} from '../../../src/core/classified-text.ts';

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
  expect(withReportTexts(value, (harmless) => `<${harmless}>`)).toEqual(like(`<${inReport}>`));
  expect(withPublicTexts(value)).toEqual(like(classified(is, toAnybody)));
  expect(withOriginalTexts(value)).toEqual(like(text));
});
