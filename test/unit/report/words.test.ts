import { describe, expect, test } from '@jest/globals';
import { noFindings, severities } from '../../../src/core/severity.ts';
import {
  andMore,
  countsPhrase,
  label,
  lineName,
  moreBlocking,
  onTarget,
  severityName,
} from '../../../src/report/words.ts';
import { expectSame } from './languages.ts';

describe('shared words', () => {
  test('say the same in both languages, for one and for several', () => {
    for (const count of [1, 7]) {
      const counts = { ...noFindings, medium: count, warning: count };
      expectSame((language) => countsPhrase(counts, language));
      expectSame((language) => andMore(count, language));
      expectSame((language) => moreBlocking(count, language));
      expectSame((language) => lineName(count, language));
    }
    for (const severity of severities) expectSame((language) => severityName(severity, language));
    expectSame((language) => onTarget('shop.example.com', language));
    expectSame((language) => label('howToFix', language));
  });

  test('leave out severities without findings', () => {
    const counts = { ...noFindings, critical: 1_234, warning: 1 };
    expect(countsPhrase(counts, 'en')).toBe('1,234 critical, 1 warning');
    expect(countsPhrase(counts, 'pt')).toBe('crítica: 1.234, informativa: 1');
    expect(countsPhrase(noFindings, 'en')).toBe('');
  });
});
