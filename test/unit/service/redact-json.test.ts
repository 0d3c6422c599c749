import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { redactJson } from '../../../src/service/redact-json.ts';
import { scanResultSchema } from '../../../src/service/schema.ts';
import { anyJson } from '../gate/arbitraries.ts';

function redactorOf(...secrets: string[]): (text: string) => string {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor.redact;
}

const secret = 'ghs_Abc/Def+0123456789abcdef';
const redactSecret = redactorOf(secret);

/** The value of a body as the service wrote it, without the secret. */
function read(text: string): unknown {
  return redactJson(JSON.parse(text), redactSecret);
}

const result = {
  issues: [{ severity: 'high', name: 'true story of issues', cvss: { score: 7.5, detail: '' }, cwe: [2026] }],
  issuesSummary: { critical: 0, high: 1, medium: 0, low: 0, warning: 0 },
  totalChecked: 2026,
  identificator: '2026-abcd',
  percentage: '100.00',
  startDate: '2026-11-20T10:00:00Z',
  endDate: '2026-11-20T10:10:00Z',
  preferences: { xss: true },
};

const parseWithoutSecrets = (text: string, redact: (text: string) => string) =>
  redactJson(JSON.parse(text), redact);

describe('redactJson', () => {
  test('removes a secret from texts and names at any depth', () => {
    const body = {
      issues: [{ description: 'Key k3y-5678 was sent', raw: { deep: ['k3y-5678'], 'k3y-5678': 1 } }],
    };
    expect(parseWithoutSecrets(JSON.stringify(body), redactorOf('k3y-5678'))).toEqual({
      issues: [{ description: 'Key *** was sent', raw: { deep: ['***'], '***': 1 } }],
    });
  });

  test('finds a secret that escapes hide in the text', () => {
    const redact = redactorOf('k3y/5678');
    expect(parseWithoutSecrets('["k3y\\/5678", "\\u006b3y\\u002f5678"]', redact)).toEqual(['***', '***']);
  });

  test('leaves what decides the verdict, even if a query value of the target is such a word', () => {
    const words = 'true high issues severity 2026 100.00 1 null percentage 00:00'.split(' ');
    const parsed = parseWithoutSecrets(JSON.stringify(result), redactorOf(...words));
    const { issues, startDate, ...rest } = result;
    expect(parsed).toMatchObject({
      ...rest,
      issues: [{ severity: 'high', cwe: [2026], name: '*** story of ***' }],
    });
    expect(scanResultSchema.safeParse(parsed).success).toBe(true);
    expect(startDate).toContain('2026');
  });

  test('redacts what only has the name of a deciding field', () => {
    const body = { severity: 'k3y-5678', percentage: 'k3y-5678', endDate: 'k3y-5678' };
    const parsed = parseWithoutSecrets(JSON.stringify(body), redactorOf('k3y-5678'));
    expect(parsed).toEqual({ severity: '***', percentage: '***', endDate: '***' });
  });

  test.each(['1234567890', '1234567890.0', '1.23456789e9', '12345678900e-1', '-1234567890'])(
    'takes a key of digits out of the number %s',
    (written) => {
      const redact = redactorOf('1234567890');
      const body = `{"raw":[${written},{"k":${written}}],"short":1234}`;
      expect(JSON.stringify(parseWithoutSecrets(body, redact))).toMatch(
        /^{"raw":\["-?\*{3}",{"k":"-?\*{3}"}],"short":1234}$/,
      );
    },
  );

  test('does not change a body without secrets', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = JSON.stringify(value);
        const parsed = parseWithoutSecrets(text, redactorOf('a-secret-that-is-not-there'));
        expect(JSON.stringify(parsed)).toBe(text);
      }),
    );
  });

  test('leaves no secret in any text or name, whatever the body', () => {
    const redact = redactorOf('k3y-5678');
    const seeded = fc
      .tuple(anyJson, anyJson)
      .map(([a, b]) => ({ a, 'x k3y-5678': b, c: ['k3y-5678', { severity: 'k3y-5678' }] }));
    fc.assert(
      fc.property(seeded, (value) => {
        expect(JSON.stringify(parseWithoutSecrets(JSON.stringify(value), redact))).not.toContain('k3y-5678');
      }),
    );
  });

  test.each([
    ['as it stands', secret],
    ['with a slash in the escape of JSON', secret.replace('/', '\\/')],
    ['all in escapes of JSON', [...secret].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
    ['percent-encoded', encodeURIComponent(secret)],
    [
      'percent-encoded in lower case',
      encodeURIComponent(secret).replace(/%../g, (byte) => byte.toLowerCase()),
    ],
  ])('takes a secret out of values and names: %s', (_name, written) => {
    const cleaned = JSON.stringify(read(`{"a":{"x ${written}":["<${written}>"]},"${written}":1}`));
    expect(cleaned).toBe('{"a":{"x ***":["<***>"]},"***":1}');
  });

  test.each([0, 1, 2, 3, 4, 5])(
    'removes a secret from the base64 of a longer text, %d bytes in',
    (before) => {
      const text = Buffer.from(`${'u'.repeat(before)}${secret}:rest`).toString('base64');
      const left = String(read(JSON.stringify(text)));
      expect(left).toContain('***');
      // Only the text around the secret is left, and the bits that it shares with the secret.
      expect(left.length).toBeLessThan(text.length - Math.floor((secret.length - 2) * (4 / 3)) + 5);
    },
  );

  test('does not change anything else', () => {
    const body = '{"__proto__":{"a":1},"list":[null,true,1.5,"a\\u200bb"],"constructor":"x","":[{}]}';
    expect(JSON.stringify(read(body))).toBe(JSON.stringify(JSON.parse(body)));
  });

  test('keeps `__proto__` an ordinary field when something in it is removed', () => {
    const value = read(`{"__proto__":{"polluted":"${secret}"},"${secret}":{"__proto__":"${secret}"}}`);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":"***"},"***":{"__proto__":"***"}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('refuses a body nested too deep: %s', (_name, open, close) => {
    const nested = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    expect(() => read(nested(90))).not.toThrow();
    expect(() => read(nested(100_000))).toThrow('not-json');
  });
});
