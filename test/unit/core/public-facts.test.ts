import { describe, expect, test } from '@jest/globals';
import { withPublicFacts } from '../../../src/core/public-facts.ts';

describe('withPublicFacts', () => {
  test('keeps numbers, kinds and facts that anybody may read, at any depth', () => {
    const facts = { kind: 'a', count: 3, isNew: true, none: null, fault: { kind: 'b', code: 'EPIPE' } };
    expect(withPublicFacts(facts)).toEqual(facts);
    expect(withPublicFacts([{ pending: ['Preview (eu)'] }])).toEqual([{ pending: ['Preview (eu)'] }]);
  });

  test.each([
    ['location', 'https://zip-slip.example', '***'],
    ['somethingNew', 'zip-slip', '***'],
    ['detail', 'zip-slip', ''],
    ['logUrl', 'https://zip-slip.example', ''],
    ['path', 'issues[3].zip-slip', 'issues'],
    ['path', 'issues.zip-slip', 'issues'],
  ])('leaves of the fact %s with %j only %j', (name, fact, left) => {
    expect(withPublicFacts({ at: { [name]: fact } })).toEqual({ at: { [name]: left } });
  });
});
