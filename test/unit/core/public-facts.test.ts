import { describe, expect, test } from '@jest/globals';
import { onlyPublicFacts } from '../../../src/core/public-facts.ts';

describe('onlyPublicFacts', () => {
  test('keeps numbers, kinds and facts that anybody may read, at any depth', () => {
    const facts = { kind: 'a', count: 3, isNew: true, none: null, fault: { kind: 'b', code: 'EPIPE' } };
    expect(onlyPublicFacts(facts)).toEqual(facts);
    expect(onlyPublicFacts([{ pending: ['Preview (eu)'] }])).toEqual([{ pending: ['Preview (eu)'] }]);
  });

  test.each([
    ['location', 'https://zip-slip.example', '***'],
    ['somethingNew', 'zip-slip', '***'],
    ['detail', 'zip-slip', ''],
    ['logUrl', 'https://zip-slip.example', ''],
    ['path', 'issues[3].zip-slip', 'issues'],
    ['path', 'issues.zip-slip', 'issues'],
  ])('leaves of the fact %s with %j only %j', (name, fact, left) => {
    expect(onlyPublicFacts({ at: { [name]: fact } })).toEqual({ at: { [name]: left } });
  });
});
