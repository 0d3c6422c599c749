import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readIssue } from '../../../src/service/issue.ts';
import { wireFields } from '../../../src/service/redact-json.ts';
import { anyJson, throughJson } from '../gate/arbitraries.ts';

const absent = {
  group: '',
  name: '',
  severity: undefined,
  cve: [],
  cwe: [],
  score: undefined,
  vector: '',
  remediation: '',
  references: undefined,
  description: '',
};

describe('readIssue', () => {
  test('reads every field of the interface', () => {
    const issue = {
      group: 'Improper Neutralization',
      name: 'SQL injection',
      severity: 'high',
      cve: ['CVE-2024-0001'],
      cwe: [89],
      cvss: { score: 8.1, detail: 'CVSS:3.1/AV:N' },
      remediation: 'Bind parameters.',
      references: 'https://owasp.example',
      description: 'A parameter reaches the database.',
      raw: { url: 'https://shop.example' },
    };
    const { cvss, raw, ...rest } = issue;
    expect(raw).toBeDefined();
    expect(readIssue(issue)).toEqual({ ...rest, score: cvss.score, vector: cvss.detail });
  });

  test('understands every mapping and no other value', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
        expect(readIssue(throughJson(value)) !== null).toBe(isMapping);
      }),
      { numRuns: 300 },
    );
  });

  test('counts a field of a wrong type as absent, and takes the severity as it comes', () => {
    const wrong = { group: 5, name: null, cve: 'x', cwe: {}, cvss: [], remediation: [], description: true };
    expect(readIssue({})).toEqual(absent);
    expect(readIssue({ ...wrong, severity: 7 })).toEqual({ ...absent, severity: 7 });
    expect(readIssue({ cvss: { score: '9.8', detail: 1 }, cwe: [79, '80', null] })).toEqual({
      ...absent,
      cwe: [79],
    });
  });

  test('reads only names that stay in a cleaned answer', () => {
    const read = new Set<string>();
    const recording = (fields: object): object =>
      new Proxy(fields, {
        get: (_target, name) => {
          read.add(String(name));
          return name === 'cvss' ? recording({}) : undefined;
        },
      });
    readIssue(recording({}));
    expect(read.size).toBeGreaterThan(10);
    expect([...read].filter((name) => !wireFields.has(name))).toEqual([]);
  });

  test('takes no field from a key that names the prototype', () => {
    expect(readIssue(JSON.parse('{"__proto__": {"severity": "low", "name": "x"}}'))).toEqual(absent);
  });
});
