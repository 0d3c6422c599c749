import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BodyScan } from '../../../src/service/body-scan.ts';
import { PartsParser } from '../../../src/service/parts-parser.ts';

/** So short that every list of some entries is long. */
const sizes = { list: 6, part: 4 };

/** Parses `body`, which comes in pieces of at most `pieceLength` bytes. */
function parse(body: Buffer, slim: (entry: unknown) => unknown, pieceLength = body.length) {
  const scan = new BodyScan([], sizes);
  const parser = new PartsParser(slim);
  for (let from = 0; from < body.length; from += pieceLength) {
    scan.write(body.subarray(from, from + pieceLength));
    parser.goOn(body.subarray(0, from + pieceLength), scan.longLists());
  }
  const lists = scan.longLists();
  return { value: parser.end(body, lists), lists: lists.length };
}

const same = (entry: unknown) => entry;

/** What comes of `text`, and how many lists were parsed part by part; `null` where it is refused. */
function inParts(text: string, pieceLength?: number) {
  try {
    return parse(Buffer.from(text), same, pieceLength);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function atOnce(text: string) {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

const tokens = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\"',
    ' ',
    '1',
    '"a"',
    '"a":',
    '"issues":',
    'null',
    ',,',
    '[]',
  ],
  ...['"x', 'é', '\\u005d', '"]"', '],[', '},{', '"__proto__":'],
);

/** JSON with lists where they may be long, written with white space or without. */
const json = fc
  .record({
    value: fc.object({
      maxDepth: 6,
      withNullPrototype: false,
      key: fc.constantFrom('issues', 'raw', 'a', '__proto__', 'é'),
      values: [
        fc.array(fc.constantFrom(1, 'a,]"', null, {}, [], [1, [2]])),
        fc.string(),
        fc.constant([[], [[]]]),
      ],
    }),
    space: fc.constantFrom('', ' ', '\n\t'),
  })
  .map(({ value, space }) => JSON.stringify(value, null, space));

/** JSON that something was done to. */
const broken = fc
  .tuple(json, fc.array(fc.tuple(fc.nat(), fc.nat(3), tokens), { maxLength: 3 }))
  .map(([text, edits]) =>
    edits.reduce((left, [at, length, token]) => {
      const from = at % (left.length + 1);
      return left.slice(0, from) + token + left.slice(from + length);
    }, text),
  );

describe('PartsParser', () => {
  test('gives what JSON.parse gives, in whatever pieces the body comes', () => {
    let parted = 0;
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 7 }), (text, pieceLength) => {
        const given = inParts(text, pieceLength);
        expect(given?.value).toEqual(JSON.parse(text));
        expect(JSON.stringify(given?.value)).toBe(JSON.stringify(JSON.parse(text)));
        if ((given?.lists ?? 0) > 0) parted += 1;
      }),
      { numRuns: 500 },
    );
    expect(parted).toBeGreaterThan(100);
  });

  test('refuses what JSON.parse refuses, and nothing else', () => {
    const seen = { valid: 0, refused: 0 };
    fc.assert(
      fc.property(broken, (text) => {
        const whole = atOnce(text);
        const given = inParts(text);
        if (whole === null) expect(given).toBeNull();
        else expect(given?.value).toEqual(whole.value);
        seen[whole === null ? 'refused' : 'valid'] += 1;
      }),
      { numRuns: 1500 },
    );
    expect(Math.min(seen.valid, seen.refused)).toBeGreaterThan(100);
  });

  test.each([
    ['a missing entry', '{"a":[1111,,2222]}'],
    ['a comma too many', '{"a":[1111,2222,]}'],
    ['nothing but a comma', '{"a":[      ,      ]}'],
    ['a list closed as an object', '{"a":[1111,2222}}'],
    ['an entry closed as a list', '{"a":[{"b":1],2222]}'],
    ['entries without a comma', '{"a":[1111 2222]}'],
    ['a quote that is escaped outside of a text', '{"a":[1111,\\"2222,"]"]}'],
    ['a list without end', '{"a":[1111,2222'],
    ['two bodies', '{"a":[1111,2222]}{}'],
  ])('refuses %s', (_what, text) => {
    expect(atOnce(text)).toBeNull();
    expect(inParts(text)).toBeNull();
  });

  test.each([
    ['a list of blanks', '{"a":[          ]}'],
    ['the same name twice', '{"a":[1111,2222],"a":[3333,4444],"b":[5555,6666]}'],
    ['a text that looks like a list', '{"a":"[1111,2222]","b":["[","]",",",","]}'],
    ['a list at the top', '[1111,2222,{"a":[3333,4444]}]'],
    ['lists within a list', '{"a":[[1111,2222],[3333,4444]]}'],
    ['a prototype', '{"__proto__":[1111,2222],"a":{"__proto__":{"b":[3333,4444]}}}'],
  ])('reads %s', (_what, text) => {
    expect(JSON.stringify(inParts(text)?.value)).toBe(JSON.stringify(JSON.parse(text)));
  });

  test('slims the entries of long lists, each once', () => {
    const body = Buffer.from('{"issues":{"headers":{"issues":[{"raw":1},{"raw":2},{"raw":3}]}},"few":[4]}');
    const slimmed: unknown[] = [];
    const slim = (entry: unknown) => slimmed.push(entry);
    expect(parse(body, slim, 10).value).toEqual({
      issues: { headers: { issues: [1, 2, 3] } },
      few: [4],
    });
    expect(slimmed).toEqual([{ raw: 1 }, { raw: 2 }, { raw: 3 }]);
  });

  test('looks no deeper than findings are', () => {
    const deep = Buffer.from('{"a":{"b":{"c":{"d":[1111,2222]}}}}');
    expect(parse(deep, same)).toEqual({ value: JSON.parse(deep.toString()), lists: 0 });
  });
});
