import { describe, expect, test } from '@jest/globals';
import { fitItems, fold, joinBlocks, spaceWithin, titledList } from '../../../../src/report/markdown/fit.ts';

const lengthOf = (text: string) => text.length;

describe('spaceWithin', () => {
  test('fits a block with the gap before it, which counts too, or leaves it out as a whole', () => {
    const space = spaceWithin(10, lengthOf);
    expect(space.fit('12345')).toBe('12345');
    expect(space.fit('12')).toBe('');
    expect(space.fit('1')).toBe('1');
  });

  test('reserves a text without a gap, and takes nothing for an empty block', () => {
    const space = spaceWithin(3, lengthOf);
    expect(space.reserve('1234')).toBe(false);
    expect(space.fit('')).toBe('');
    expect(space.reserve('123')).toBe(true);
    expect(space.reserve('1')).toBe(false);
  });
});

test('fitItems stops at the first item that does not fit, and renders none after it', () => {
  const rendered: string[] = [];
  const render = (item: string) => {
    rendered.push(item);
    return item;
  };
  expect(fitItems(['12', '345', '6'], render, spaceWithin(4, lengthOf))).toEqual(['12']);
  expect(rendered).toEqual(['12', '345']);
});

test('what is empty leaves nothing behind: no block, no fold, no list', () => {
  expect(joinBlocks(['a', '', 'b'])).toBe('a\n\nb');
  expect(fold('Title', ['', ''])).toBe('');
  expect(titledList('Title', [])).toBe('');
  expect(titledList('Title', ['x', 'y'])).toBe('**Title**\n\n- x\n- y');
});
