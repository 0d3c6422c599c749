import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonPieces } from '../../../src/report/json-pieces.ts';

const textOf = (value: unknown) => [...jsonPieces(value)].join('');

describe('jsonPieces', () => {
  test('are together what JSON.stringify gives, apart from white space', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        expect(JSON.stringify(JSON.parse(textOf(value)))).toBe(JSON.stringify(value));
      }),
    );
  });

  test('leave out what JSON has no word for', () => {
    const value = { absent: undefined, list: [undefined, 1], last: undefined };
    expect(JSON.parse(textOf(value))).toEqual({ list: [null, 1] });
  });

  test('keep a key that names the prototype', () => {
    const value: unknown = JSON.parse('{"a": {"__proto__": {"b": 1}}}');
    expect(textOf(value)).toContain('"__proto__"');
  });

  test('hold no more than one entry of a list of findings each', () => {
    const finding = { name: 'x'.repeat(100) };
    const issues = Array.from({ length: 1000 }, () => finding);
    const pieces = [...jsonPieces({ raw: { issues: { headers: { issues } } }, findings: issues })];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(130);
  });

  test('empty lists and mappings are written as such', () => {
    expect(textOf({ a: [], b: {} })).toBe('{\n"a":[],\n"b":{}\n}');
  });
});
