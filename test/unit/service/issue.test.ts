import { describe, expect, test } from '@jest/globals';
import { readFindings } from '../../../src/gate/findings.ts';
import { issueFields, readIssue } from '../../../src/service/issue.ts';

const absent = {
  ...{ group: '', name: '', remediation: '', description: '' },
  ...{ severity: undefined, cve: undefined, cwe: undefined, cvss: undefined },
  ...{ references: undefined, raw: undefined },
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
    expect(readIssue(issue)).toEqual(issue);
  });

  test('understands mappings only', () => {
    for (const other of [null, undefined, [], [{ name: 'x' }], 'x', 5, true])
      expect(readIssue(other)).toBeNull();
  });

  test('counts a field of a wrong type as absent, and takes what decides as it comes', () => {
    const wrong = { group: 5, name: null, remediation: [], description: true };
    const decides = { severity: 7, cve: 'x', cwe: {}, cvss: [] };
    expect(readIssue({})).toEqual(absent);
    expect(readIssue({ ...wrong, ...decides })).toEqual({ ...absent, ...decides });
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
    readFindings([recording({})]);
    expect(read.size).toBeGreaterThan(10);
    expect([...read].filter((name) => !issueFields.includes(name))).toEqual([]);
  });

  test('takes no field from a key that names the prototype', () => {
    expect(readIssue(JSON.parse('{"__proto__": {"severity": "low", "name": "x"}}'))).toEqual(absent);
  });
});
