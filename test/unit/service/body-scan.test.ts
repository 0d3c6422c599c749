import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { BodyScan } from '../../../src/service/body-scan.ts';
import { redactJson } from '../../../src/service/redact-json.ts';

const secrets = ['ghs_Abc/Def+0123456789abcdef', 'k3y!', 'pä"ss\\wörd'];
const redactor = createRedactor();
for (const secret of secrets) redactor.add(secret);

/** Whether `body` is clean, in pieces of at most `pieceLength` bytes. */
function isClean(body: string, pieceLength = Number.POSITIVE_INFINITY, forms = redactor.forms()): boolean {
  const scan = new BodyScan(forms);
  const bytes = Buffer.from(body);
  const length = Math.min(pieceLength, Math.max(1, bytes.length));
  for (let from = 0; from < bytes.length; from += length) scan.write(bytes.subarray(from, from + length));
  return scan.isClean();
}

/** Whether something has to be taken out of `body`, or it has to be refused. */
function needsCleaning(body: string): boolean {
  try {
    return !isDeepStrictEqual(redactJson(JSON.parse(body), redactor.redact), JSON.parse(body));
  } catch {
    return true;
  }
}

const hex = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** What may stand between the letters of a secret without anybody seeing it, as it is written in JSON, and what may not. */
const between = fc.constantFrom(
  ...[
    '',
    '',
    '',
    '\\n',
    '\\t',
    '\\u0007',
    '\u200b',
    '\\u200b',
    '\u00ad',
    '\u007f',
    '\\u001b[0m',
    '\u009b31m',
  ],
  ...['\\u009b1m', '\\u001b]8;;x\\u0007', '\\ud83d\\udca5', 'é', 'x', '\\\\', '\\/', '\\"'],
);
/** A letter of a secret, as it is or in an escape. */
const written = (letter: string) => fc.constantFrom(inJson(letter), hex(letter));

/** A form of a secret in JSON, disguised in some way, or nearly so. */
const disguised = fc.constantFrom(...redactor.forms()).chain((form) =>
  fc
    .tuple(fc.tuple(...Array.from(form.split(''), written)), fc.nat(form.length), between, between)
    .map(([letters, at, one, other]) => {
      const text = [...letters.slice(0, at), one, ...letters.slice(at)].join('');
      return `${text}${other}`;
    }),
);

const noise = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map(inJson),
  fc.constantFrom('{', '}', '[', ']', ',', '\\"', '\\\\', 'k3', 'ghs_Abc', '0123456789abcdef'),
);
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: noise }, { weight: 1, arbitrary: disguised }), { maxLength: 5 })
  .map((parts) => `"${parts.join('')}"`);
const value = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom('1', 'null', 'true', '-1.5e3', '[]', '{}'),
    fc.array(tie('json'), { maxLength: 3 }).map((entries) => `[ ${entries.join(' ,\n')}]`),
    fc.tuple(text, tie('json')).map(([name, entry]) => `{${name}:\t${entry}}`),
  ),
})).json;

describe('BodyScan', () => {
  test('calls nothing clean that has to be cleaned, in whatever pieces it comes', () => {
    const seen = { clean: 0, dirty: 0, suspected: 0 };
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 9 }), (body, pieceLength) => {
        const clean = isClean(body, pieceLength);
        expect(clean).toBe(isClean(body));
        const dirty = needsCleaning(body);
        if (dirty) expect(clean).toBe(false);
        seen[dirty ? 'dirty' : clean ? 'clean' : 'suspected'] += 1;
      }),
      { numRuns: 3000 },
    );
    // A generator that made only one of the kinds would show nothing.
    expect(Math.min(seen.clean, seen.dirty)).toBeGreaterThan(300);
  });

  test.each(redactor.forms().map((form) => [form]))('finds %s in the middle of a body', (form) => {
    expect(isClean(`{"a":[{"b":"x"},"before ${inJson(form)} after"]}`)).toBe(false);
  });

  test('calls an ordinary answer clean, in any language', () => {
    const body = {
      percentage: '42.17',
      issues: {
        headers: { issues: [{ name: 'Cabeçalho "ausente"', description: 'Não há política.\nVeja.' }] },
      },
      raw: { path: 'C:\\temp', list: [1, null, true, { deep: [[]] }], quote: '“x” — é\u200b' },
    };
    for (const given of [JSON.stringify(body), JSON.stringify(body, null, 2).replace('ç', '\\u00e7')])
      expect(isClean(given)).toBe(true);
  });

  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('is as strict about depth as the cleaning: %s', (open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(isClean(nested(100))).toBe(true);
    expect(needsCleaning(nested(100))).toBe(false);
    expect(isClean(nested(101))).toBe(false);
    expect(isClean(`["${'['.repeat(200)}"]`)).toBe(true);
  });

  test('without secrets every answer is clean, and with one that it cannot tell from other text none is', () => {
    expect(isClean('["k3y!"]', 3, [])).toBe(true);
    expect(isClean('["anything"]', 3, ['çãõáé'])).toBe(false);
  });
});
