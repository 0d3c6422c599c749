import { expect, test } from '@jest/globals';
import { remembered } from '../../../src/core/remembered.ts';

test('makes once what belongs to a text, also where it is empty', () => {
  const given: string[] = [];
  const make = remembered((text) => {
    given.push(text);
    return text.trim();
  });
  expect(['a ', ' ', 'a ', ' '].map(make)).toEqual(['a', '', 'a', '']);
  expect(given).toEqual(['a ', ' ']);
});
