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
  test('takes a secret out of every text, at any depth, and out of names', () => {
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

  test('leaves alone what decides, even where a query value of the target is such a word', () => {
    const words = [
      'true',
      'high',
      'issues',
      'severity',
      '2026',
      '100.00',
      '1',
      'null',
      'percentage',
      '00:00',
    ];
    const parsed = parseWithoutSecrets(JSON.stringify(result), redactorOf(...words));
    const { issues, startDate, ...rest } = result;
    expect(parsed).toMatchObject({
      ...rest,
      issues: [{ severity: 'high', cwe: [2026], name: '*** story of ***' }],
    });
    expect(scanResultSchema.safeParse(parsed).success).toBe(true);
    expect(startDate).toContain('2026');
  });

  test('redacts what only pretends to decide', () => {
    const body = { severity: 'k3y-5678', percentage: 'k3y-5678', endDate: 'k3y-5678' };
    const parsed = parseWithoutSecrets(JSON.stringify(body), redactorOf('k3y-5678'));
    expect(parsed).toEqual({ severity: '***', percentage: '***', endDate: '***' });
  });

  test('leaves a body without secrets as JSON has it', () => {
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

  test('keeps names that mean something to JavaScript plain properties', () => {
    const parsed = parseWithoutSecrets(
      '{"__proto__": {"severity": "low"}, "a": "k3y-5678"}',
      redactorOf('k3y-5678'),
    );
    expect(Object.keys(parsed ?? {})).toEqual(['__proto__', 'a']);
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });

  test('refuses a body that is nested without end, which nobody could write down again', () => {
    const text = `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(() => parseWithoutSecrets(text, redactorOf('k3y-5678'))).toThrow('not-json');
  });

  test('finds a secret with characters in it that are not seen', () => {
    const text = JSON.stringify(['k3y\u200b-56\u001b[0m78', 'a\u200bb']);
    expect(parseWithoutSecrets(text, redactorOf('k3y-5678'))).toEqual(['***', 'a\u200bb']);
  });
});
