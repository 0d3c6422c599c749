import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor, redactAnswer, redactTexts } from '../../../src/runner/redactor.ts';
import { anyText } from '../../support/any-text.ts';
import { anySpelling, spellings } from '../../support/hostile/spellings.ts';

/** Secrets of many alphabets. Without `*`, because a secret of it looks like the mask. */
const secret = fc
  .oneof(
    fc.string({ minLength: 4, maxLength: 40 }),
    anyText({ minLength: 4 }),
    fc.string({ minLength: 4, maxLength: 20, unit: fc.constantFrom(...'ab%25\\u"+/=&#;') }),
  )
  .filter((text) => !text.includes('*') && text.isWellFormed());

function redactorOf(...secrets: readonly string[]) {
  const redactor = createRedactor();
  for (const one of secrets) redactor.add(one);
  return redactor;
}

const key = 'sk_live-A1b2+C3d4/E5f6=G7"h8<i9>&j0\\k1%41|l2';

describe('redact', () => {
  test.each(Object.keys(spellings))('finds a secret in the spelling of %s', (name) => {
    const spelled = spellings[name]?.(key) ?? '';
    expect(redactorOf(key).redact(`a ${spelled} b`)).toMatch(/^a \*{3}=* b$/);
  });

  test('finds every secret, each character in another spelling, anywhere and any number of times', () => {
    const spelledOf = (one: string) =>
      fc.tuple(fc.constant(one), fc.array(anySpelling(one), { maxLength: 3 }));
    fc.assert(
      fc.property(secret.chain(spelledOf), ([one, spelled]) => {
        const redacted = redactorOf(one).redact(spelled.join(' - '));
        expect(redacted.split('***')).toHaveLength(spelled.length + 1);
      }),
    );
  });

  test.each([0, 1, 2, 3, 4, 5])('finds it in the base64 of a longer text, %d bytes in', (before) => {
    const bytes = Buffer.from(`${'u'.repeat(before)}k3y-Ab?def~~:rest`);
    for (const encoding of ['base64', 'base64url'] as const) {
      const redacted = redactorOf('k3y-Ab?def~~').redact(bytes.toString(encoding));
      expect(redacted).toContain('***');
      expect(Buffer.from(redacted, encoding).toString()).not.toMatch(/k3y-A|def~/);
    }
  });

  test.each(['correct  horse', 'correct\u00a0\t horse', 'correct%20+\nhorse', 'correct horse'])(
    'finds a secret with a space, which pages show for any white space, as %j',
    (text) => {
      expect(redactorOf('correct horse').redact(`a ${text} b`)).toBe('a *** b');
    },
  );

  test.each([
    ['tags', 'hunt<b></b>er2022'],
    ['a comment', 'hunt<!-- -->er2022'],
    ['characters that draw nothing', 'hu\u200bnt\u00ader20\u001b22'],
    ['a terminal sequence', 'hunt\u001b[31mer2022'],
    ['backticks', 'hunt`er`2022'],
    ['tags and characters that draw nothing', 'hunt<b\u200b></b>er2022'],
  ])('finds a secret that is whole without %s', (_what, text) => {
    expect(redactorOf('hunter2022').redact(`a ${text} b`)).toBe('a *** b');
  });

  test('leaves tags and everything else of a text without secrets', () => {
    const text = 'a <b>\u200b\u001b[31m `c` &lt; %41 \\n';
    expect(redactorOf('hunter2022').redact(text)).toBe(text);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123 x*.,\n%&\\<>') }), (any) => {
        expect(redactorOf('correct-horse').redact(any)).toBe(any);
      }),
    );
  });

  test('does not change a text that is already redacted', () => {
    fc.assert(
      fc.property(fc.array(secret, { maxLength: 3 }), fc.string(), (secrets, rest) => {
        const { redact } = redactorOf(...secrets);
        const once = redact(secrets.join(rest));
        expect(redact(once)).toBe(once);
      }),
    );
  });

  const token = `ghs_${'a1.B2_c3-'.repeat(60)}`.slice(0, 520);

  test.each<[what: string, secrets: string[], text: string, redacted: string]>([
    ['like a tag beside one', ['ab<i9>cd'], 'ab<i\u200b9>cd', '***'],
    ['hidden in two ways', ['hunter2022'], 'hunt`er2022, hunt<b></b>er2022', '***, ***'],
    ['that begins with another', ['abcd', 'abcdefgh'], '[abcdefgh] [abcd]', '[***] [***]'],
    ['with the syntax of patterns', ['a.*$&c'], 'a.*$&c abbbc', '*** abbbc'],
    ['of 520 characters', [token], `Bearer ${token}, ${encodeURIComponent(token)}`, 'Bearer ***, ***'],
    ['too short: texts would be unreadable', ['', 'abc'], 'abc YWJj', 'abc YWJj'],
    ['that is not well-formed', ['key\ud800word'], 'a key\ud800word', 'a ***'],
  ])('takes a secret %s', (_what, secrets, text, redacted) => {
    expect(redactorOf(...secrets).redact(text)).toBe(redacted);
  });

  // Each would take years if the pattern tried every combination.
  test.each([
    ['\\'.repeat(60), '\\'.repeat(90)],
    ['\\"'.repeat(40), '\\\\"'.repeat(40).replace(/"$/, 'x')],
    ['%25'.repeat(20), '%2525'.repeat(20)],
    ['a'.repeat(60), `${'a'.repeat(59)}b`],
    ['&amp;'.repeat(12), '&#38;#38;'.repeat(12)],
  ])('takes linear time for %j', (one, almost) => {
    const text = `${almost}!`.repeat(2_000);
    const startedMs = performance.now();
    redactorOf(`${one}x`).redact(text);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });
});

describe('redactTexts', () => {
  const redact = (text: string) => text.replaceAll('secret', '***');

  test('redacts texts at any depth, and nothing else: names of fields stay', () => {
    const value = { 'a secret': ['secret', { b: 'secret' }, 5, null, true], c: { secret: 1 } };
    const redacted = { 'a secret': ['***', { b: '***' }, 5, null, true], c: { secret: 1 } };
    expect(redactTexts(value, redact)).toEqual(redacted);
    expect(value['a secret'][0]).toBe('secret');
  });

  test('of an answer redacts the names of fields too', () => {
    const answer = { 'a secret': ['secret', { b: 'secret' }], c: { secret: 1 } };
    expect(redactAnswer(answer, redact)).toEqual({ 'a ***': ['***', { b: '***' }], c: { '***': 1 } });
  });

  test('returns what holds no secret as it is', () => {
    const clean = { a: ['b', { c: 'd' }] };
    const value = { clean, other: 'secret' };
    expect(redactTexts(clean, redact)).toBe(clean);
    expect(redactTexts(value, redact).clean).toBe(clean);
  });

  test('keeps `__proto__` an ordinary field', () => {
    const value: object = JSON.parse('{"__proto__":{"polluted":"secret"}}');
    const redacted = redactTexts(value, redact);
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"polluted":"***"}}');
    expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype);
  });
});
