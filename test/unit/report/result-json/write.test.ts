import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonPieces } from '../../../../src/report/result-json/write.ts';
import { JsonText } from '../../../../src/service/json-text.ts';
import { anyValue } from '../../../support/any-value.ts';

const textOf = (value: unknown) =>
  Buffer.concat(Array.from(jsonPieces(value), (piece) => Buffer.from(piece))).toString();

describe('jsonPieces', () => {
  test('are together what JSON.stringify gives, apart from white space', () => {
    fc.assert(
      fc.property(anyValue({ maxDepth: 8 }), (value) => {
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

  test('hold no more than some entries of a list of findings each', () => {
    const finding = { name: 'x'.repeat(100) };
    const issues = Array.from({ length: 1000 }, () => finding);
    const pieces = [...jsonPieces({ raw: { issues: { headers: { issues } } }, findings: issues })];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(50 * 130);
  });

  test('take any iterable for a list, and nothing of it before its turn', () => {
    const made: number[] = [];
    const list = {
      *[Symbol.iterator]() {
        for (let entry = 0; entry < 1000; entry += 1) {
          made.push(entry);
          yield { entry };
        }
      },
    };
    const pieces = jsonPieces({ list });
    expect([pieces.next().value, pieces.next().value]).toHaveLength(2);
    expect(made.length).toBeLessThan(100);
    expect(JSON.parse(textOf({ list }))).toEqual({
      list: Array.from({ length: 1000 }, (_, entry) => ({ entry })),
    });
  });

  test('write JSON that is given as bytes as it is, and copy none of it', () => {
    const bytes = Buffer.from('[1,\n"é💥\\u0000" ]');
    const pieces = [...jsonPieces({ before: 1, raw: new JsonText(bytes) })];
    expect(pieces).toContain(bytes);
    expect(textOf({ before: 1, raw: new JsonText(bytes) })).toBe(`{\n"before":1,\n"raw":${bytes}\n}`);
  });

  test('empty lists and mappings are written as such', () => {
    expect(textOf({ a: [], b: {} })).toBe('{\n"a":[],\n"b":{}\n}');
  });
});
