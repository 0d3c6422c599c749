import { describe, expect, test } from '@jest/globals';
import { severities, zeroCounts } from '../../../src/core/severity.ts';
import {
  andMore,
  countsPhrase,
  firstAndMore,
  label,
  lineName,
  moreBlocking,
  severityName,
} from '../../../src/report/words.ts';
import { expectSame } from './languages.ts';

describe('shared words', () => {
  test('say the same in both languages, for one and for several', () => {
    for (const count of [1, 7]) {
      const counts = { ...zeroCounts, medium: count, warning: count };
      expectSame((language) => countsPhrase(counts, language));
      expectSame((language) => andMore(count, language));
      expectSame((language) => moreBlocking(count, language));
      expectSame((language) => lineName(count, language));
    }
    for (const severity of severities) expectSame((language) => severityName(severity, language));
    expectSame((language) => label('howToFix', language));
  });

  test('leave out severities without findings', () => {
    const counts = { ...zeroCounts, critical: 1_234, warning: 1 };
    expect(countsPhrase(counts, 'en')).toBe('1,234 critical, 1 warning');
    expect(countsPhrase(counts, 'pt')).toBe('crítica: 1.234, informativa: 1');
    expect(countsPhrase(zeroCounts, 'en')).toBe('');
  });

  test('firstAndMore says how many more there are', () => {
    expect(firstAndMore(['a', 'b', 'c'], 1, 'en')).toEqual(['a', 'and 2 more']);
    expect(firstAndMore(['a', 'b', 'c'], 3, 'en')).toEqual(['a', 'b', 'c']);
  });
});
