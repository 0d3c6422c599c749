import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { removePreferenceValuesInPlace, removeSecretsFrom } from '../../../src/service/remove-secrets.ts';
import { anyJson } from '../gate/arbitraries.ts';
import { assessed } from '../gate/assessments.ts';

const secret = 'ghs_Abc/Def+0123456789abcdef';

/** The value of a body as the service wrote it, without the secrets. */
function read(body: string, ...secrets: readonly string[]): unknown {
  const redactor = createRedactor();
  for (const text of secrets.length === 0 ? [secret] : secrets) redactor.add(text);
  return removeSecretsFrom(JSON.parse(body), redactor);
}

describe('removeSecretsFrom', () => {
  test.each([
    ['as it stands', secret],
    ['with a slash in the escape of JSON', secret.replace('/', '\\/')],
    ['all in escapes of JSON', [...secret].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')],
    ['percent-encoded', encodeURIComponent(secret)],
    ['percent-encoded in lower case', secret.replace('/', '%2f').replace('+', '%2b')],
  ])('takes a secret out of values and names at any depth: %s', (_name, written) => {
    const cleaned = JSON.stringify(read(`{"a":{"x ${written}":["<${written}>"]},"${written}":1}`));
    expect(cleaned).toBe('{"a":{"x ***":["<***>"]},"***":1}');
  });

  test.each([0, 1, 2, 3, 4, 5])('takes it out of the base64 of a longer text, %d bytes in', (before) => {
    const text = Buffer.from(`${'u'.repeat(before)}${secret}:rest`).toString('base64');
    const cleaned = String(read(JSON.stringify(text)));
    expect(cleaned).toContain('***');
    // Only the text around the secret is left, and the bits that it shares with the secret.
    expect(cleaned.length).toBeLessThan(text.length - Math.floor((secret.length - 2) * (4 / 3)) + 5);
  });

  test('leaves preferences that the interface does not name at their place, because they are compared', () => {
    const preferences = { exposed_apikeys: secret, crawler_options: { scan_type: secret } };
    expect(read(JSON.stringify({ preferences }))).toEqual({ preferences });
    expect(read(JSON.stringify([{ preferences }]))).toEqual([{ preferences }]);
    const named = { scan_type: secret, crawler_options: { exposed_apikeys: secret } };
    const cleaned = { scan_type: '***', crawler_options: { exposed_apikeys: '***' } };
    expect(read(JSON.stringify({ preferences: named }))).toEqual({ preferences: cleaned });
  });

  test('leaves what decides the verdict, even if a query value of the target is such a word', () => {
    const decisive = {
      issuesSummary: { critical: 0, high: 1, medium: 0, low: 0, warning: 0 },
      totalChecked: 2026,
      identificator: '2026-abcd',
      percentage: '100.00',
      endDate: '2026-11-20T10:10:00Z',
      preferences: { xss: true },
    };
    const issue = { severity: 'High', cvss: { score: 7.5, detail: '' }, cwe: [2026] };
    const body = { ...decisive, issues: [{ ...issue, name: 'true story of issues' }] };
    const words = 'true high issues severity 2026 100.00 1 null percentage 00:00'.split(' ');
    expect(read(JSON.stringify(body), ...words)).toEqual({
      ...decisive,
      issues: [{ ...issue, name: '*** story of ***' }],
    });
  });

  test('leaves what is compared: names of findings, and preferences that the interface does not name', () => {
    const late = 'moderate-Passw0rd';
    const redactor = createRedactor();
    redactor.addPreferenceValue(late);
    redactor.add(secret);
    const texts = `${late} ${secret}`;
    const finding = { name: texts, raw: { preferences: { a: secret } }, description: texts };
    const preferences = {
      scan_type: texts,
      crawler_options: { backdoor_detection: late, x: [texts] },
      x: texts,
    };
    const result = { issues: { web: { issues: [finding] } }, preferences, information: { isp: texts } };
    const kept = { crawler_options: { backdoor_detection: '***', x: [texts] }, x: texts };
    expect(removeSecretsFrom(structuredClone(result), redactor)).toEqual({
      issues: {
        web: {
          issues: [{ name: `${late} ***`, raw: { preferences: { a: '***' } }, description: '*** ***' }],
        },
      },
      preferences: { ...kept, scan_type: '*** ***' },
      information: { isp: '*** ***' },
    });
  });

  test('leaves preferences of the scan list that the interface does not name', () => {
    const redactor = createRedactor();
    redactor.addPreferenceValue('moderate-Passw0rd');
    redactor.add(secret);
    const preferences = { x: `moderate-Passw0rd ${secret}` };
    const list = removeSecretsFrom([{ scans: [{ id: 'moderate-Passw0rd', preferences }] }], redactor);
    expect(list).toEqual([{ scans: [{ id: '***', preferences }] }]);
  });

  test('redacts what only has the name of a deciding field', () => {
    const body = { severity: secret, percentage: secret, endDate: secret, identificator: secret };
    const cleaned = { severity: '***', percentage: '***', endDate: '***', identificator: '***' };
    expect(read(JSON.stringify(body))).toEqual(cleaned);
  });

  test.each(['1234567890', '1234567890.0', '1.23456789e9', '12345678900e-1', '-1234567890'])(
    'takes a key of digits out of the number %s',
    (written) => {
      const body = `{"raw":[${written},{"k":${written}}],"short":1234}`;
      expect(JSON.stringify(read(body, '1234567890'))).toMatch(
        /^{"raw":\["-?\*{3}",{"k":"-?\*{3}"}],"short":1234}$/,
      );
    },
  );

  test('does not change a body without secrets', () => {
    const hostile = '{"__proto__":{"a":1},"list":[null,true,1.5,"a\\u200bb"],"constructor":"x","":[{}]}';
    expect(JSON.stringify(read(hostile))).toBe(JSON.stringify(JSON.parse(hostile)));
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(read(text))).toBe(text);
      }),
    );
  });

  test('keeps `__proto__` an ordinary field when something in it is removed', () => {
    const value = read(`{"__proto__":{"polluted":"${secret}"},"${secret}":{"__proto__":"${secret}"}}`);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":"***"},"***":{"__proto__":"***"}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

test('removes values of preferences from findings and raw answer, and keeps what was decided', () => {
  const assessment = assessed({ issues: [{ name: 'a: s3cret-value', severity: 'high' }] });
  const raw = { issues: [{ name: 'a: s3cret-value' }] };
  const redact = (text: string) => text.replaceAll('s3cret-value', '***');
  const before = structuredClone(assessment);
  removePreferenceValuesInPlace([raw, ...assessment.findings.map(({ finding }) => finding)], { redact });
  const [judged] = before.findings;
  const findings = [{ ...judged, finding: { ...judged?.finding, name: 'a: ***' } }];
  expect(assessment).toEqual({ ...before, findings });
  expect(raw).toEqual({ issues: [{ name: 'a: ***' }] });
});
