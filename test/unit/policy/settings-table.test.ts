import { expect, test } from '@jest/globals';
import { allowedByBoth, mapRows, wholeRunRows } from '../../../src/policy/settings-table.ts';

test('mapRows keeps the keys, and gives each row with its key', () => {
  expect(mapRows(wholeRunRows, ({ name }, key) => `${key} ${name}`)).toEqual({
    onFail: 'onFail on-fail',
    onInconclusive: 'onInconclusive on-inconclusive',
    allowedStatuses: 'allowedStatuses allowed-statuses',
  });
});

test.each([
  [null, null, null],
  [[404], null, [404]],
  [null, [404], [404]],
  [[401, 404], [404, 403], [404]],
  [[401], [404], []],
  [[], [404], []],
])('allowedByBoth of %j and %j is %j', (repository, organization, both) => {
  expect(allowedByBoth<number>(repository, organization)).toEqual(both);
});

test('allowedByBoth asks both lists for entries that cover others', () => {
  const covers = (list: readonly string[], entry: string) => list.some((each) => entry.startsWith(each));
  expect(allowedByBoth(['a'], ['a:1', 'b'], covers)).toEqual(['a:1']);
  expect(allowedByBoth(['a:1', 'b'], ['a'], covers)).toEqual(['a:1']);
});
