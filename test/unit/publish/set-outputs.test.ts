import { expect, test } from '@jest/globals';
import { outputNames, setOutputs } from '../../../src/publish/set-outputs.ts';

test('setOutputs sets every output, empty if it has no value', () => {
  const set = new Map<string, string>();
  setOutputs({ verdict: 'pass', total: 0, url: null }, (name, value) => set.set(name, value));
  expect([...set.keys()].sort()).toEqual([...outputNames].sort());
  expect([...set].filter(([, value]) => value !== '')).toEqual(
    Object.entries({ verdict: 'pass', total: '0' }),
  );
});
