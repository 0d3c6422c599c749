import { describe, expect, test } from '@jest/globals';
import type { IgnoreRule } from '../../../../src/policy/policy.ts';
import type { SarifResult } from '../../../../src/report/sarif/alerts.ts';
import { at, header, injection, modelOf, runOf } from '../../../support/sarif.ts';

const ignoreHeader: IgnoreRule = {
  fingerprint: null,
  name: 'No Content-Security-Policy*',
  group: null,
  type: null,
  cwe: null,
  cve: null,
  where: null,
  severity: null,
  reason: 'The CDN adds it',
  expires: null,
  owner: 'security',
  line: 3,
};

function hashes(results: readonly SarifResult[]): string[] {
  return results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
}

describe('a result', () => {
  const site = 'https://preview-104.example.com';
  const raw = {
    evidence: 'secret',
    urls: [`${site}/search?q=secret`, `${site}/a`, 'https://other.example/'],
  };
  const messageOf = (given: Parameters<typeof runOf>[0]) => at(runOf(given).results, 0).message.text;

  test('says what was found, where, and that it is not in the file', () => {
    expect(messageOf({ issues: [{ ...injection, raw }] })).toBe(
      'The parameter reaches the database. Where: /a and 1 more. ' +
        `Found on the running site ${site}/, not in this file.`,
    );
    expect(messageOf({ issues: [{ ...injection, raw }], language: 'pt' })).toBe(
      'The parameter reaches the database. Onde: /a e mais 1. ' +
        `Encontrado no site em execução ${site}/, não neste arquivo.`,
    );
  });

  test('says the name where there is no description, and nothing of a place that is not known', () => {
    const issue = { ...header, description: '' };
    expect(messageOf({ issues: [issue], target: null })).toBe(
      `${header.name}. Found on the running site, not in this file.`,
    );
    expect(messageOf({ issues: [{ severity: 'high' }] })).toBe(
      `(no name). Found on the running site ${site}/, not in this file.`,
    );
  });

  test('holds nothing of the evidence but the place', () => {
    expect(runOf({ issues: [{ ...injection, raw }] }).json).not.toMatch(/secret|other\.example/);
  });

  test('is on the file of the workflow, by a relative path and with a region', () => {
    const { results } = runOf({ issues: [injection] });
    expect(at(results, 0).locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: '.github/workflows/security.yml' },
          region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
        },
      },
    ]);
  });

  test.each([
    ['none', null, '.github/scan-gate.yml'],
    [
      'that of another repository',
      'org/required/.github/workflows/a.yml@refs/heads/main',
      '.github/scan-gate.yml',
    ],
    ['one outside of its folder', 'octo/shop/.github/workflows/../../a.yml@main', '.github/scan-gate.yml'],
    ['one with an absolute address', 'octo/shop/https://evil.example/a.yml@main', '.github/scan-gate.yml'],
    [
      'one with spaces and an at sign',
      'Octo/shop/.github/workflows/a b@c.yaml@refs/tags/v@1',
      '.github/workflows/a%20b%40c.yaml',
    ],
  ])('workflow: %s', (_, workflowRef, uri) => {
    const { results } = runOf({ issues: [injection] }, { workflowRef });
    expect(at(results, 0).locations[0]?.physicalLocation.artifactLocation.uri).toBe(uri);
  });

  test('keeps its rule and its hash on another host, in another order, with another text and score', () => {
    const other = {
      ...injection,
      name: injection.name.replace('preview-104.example.com', 'preview-105.example.org:8443'),
      severity: 'high',
      cvss: { score: 8.1 },
      description: 'Outro texto',
    };
    const first = runOf({ issues: [injection, header] });
    const second = runOf({
      issues: [{ ...header, severity: 'critical' }, other],
      target: 'https://preview-105.example.org:8443/',
      language: 'pt',
    });
    expect(hashes(second.results).toSorted()).toEqual(hashes(first.results).toSorted());
    expect(second.rules.map(({ id }) => id).toSorted()).toEqual(first.rules.map(({ id }) => id).toSorted());
  });

  test('has a counter where several have the same fingerprint', () => {
    const { results } = runOf({ issues: [header, injection, header] });
    const [sql = '', one = '', two = ''] = hashes(results);
    expect(sql).toMatch(/^[0-9a-f]{20}:1$/);
    expect([one, two].map((hash) => hash.slice(20))).toEqual([':1', ':2']);
    expect(one.slice(0, 20)).toBe(two.slice(0, 20));
  });

  test('that a rule ignores is suppressed with its reason, and all others are not suppressed', () => {
    const { results } = runOf({ issues: [header, injection], policy: { ignore: [ignoreHeader] } });
    expect(results.map(({ suppressions }) => suppressions)).toEqual([
      [],
      [{ kind: 'external', status: 'accepted', justification: 'The CDN adds it' }],
    ]);
    expect(results.map(({ properties }) => properties['status'])).toEqual(['blocking', 'ignored']);
  });

  test('has no suppressions where nothing is ignored, and no state where nothing is compared', () => {
    const { results } = runOf({ issues: [injection] });
    expect(Object.keys(at(results, 0))).not.toContain('suppressions');
    expect(Object.keys(at(results, 0))).not.toContain('baselineState');
  });

  test('is new or unchanged beside a baseline', () => {
    const scanId = '0a7f1b6e-3f0d-4a8e-9b9e-0d8a6f2f1c11';
    const { finding } = at(modelOf({ issues: [header] }).assessment.findings, 0);
    const { run, results } = runOf({
      issues: [header, injection],
      gate: { baseline: { kind: 'scan', scanId, findings: [finding], host: null, older: [], leftOut: [] } },
    });
    expect(results.map(({ baselineState }) => baselineState)).toEqual(['new', 'unchanged']);
    expect(run.baselineGuid).toBe(scanId);
    const first = runOf({ issues: [header], gate: { baseline: { kind: 'first' } } });
    expect(first.results.map(({ baselineState }) => baselineState)).toEqual(['new']);
  });
});

describe('host rules', () => {
  const host = { allowedPorts: [443], certificateMinDays: 30, requireWaf: true, severity: 'high' } as const;
  const information = {
    services: [
      { state: 'open', name: 'ssh', product: 'OpenSSH [x](y)', port: 22 },
      { state: 'open', name: 'http', port: 8080 },
    ],
    certificate: [{ commonName: 'preview-104.example.com', 'Expires On': { $date: 1_763_800_000 } }],
    waf: [],
  };

  test('are results too, with a rule for each kind', () => {
    const { results, rules } = runOf({ issues: [injection], result: { information }, policy: { host } });
    expect(rules.slice(1).map(({ id }) => id)).toEqual(['host-port', 'host-certificate', 'host-no-waf']);
    expect(results.map(({ level }) => level)).toEqual(['error', 'error', 'error', 'error', 'error']);
    expect(at(results, 1).message.text).toBe(
      'Port 22 is open (OpenSSH [x]\u200b(y)). Found on the running site https://preview-104.example.com/, not in this file.',
    );
    expect(at(rules, 1).properties).toEqual({
      precision: 'very-high',
      'security-severity': '8.0',
      tags: ['security', 'host'],
    });
    expect(new Set(hashes(results)).size).toBe(5);
  });

  test('are in Portuguese too', () => {
    const { results, rules } = runOf({
      issues: [],
      result: { information },
      policy: { host },
      language: 'pt',
    });
    expect(at(results, 0).message.text).toContain('A porta 22 está aberta');
    expect(at(rules, 0).shortDescription.text).toBe('Porta aberta que a política não permite');
  });

  test('keep their hashes on another host', () => {
    const moved = { ...information, certificate: [{ commonName: 'preview-105.example.com' }] };
    const [first, second] = [information, moved].map((given) =>
      hashes(runOf({ issues: [], result: { information: given }, policy: { host } }).results),
    );
    expect(second).toEqual(first);
    expect(first?.length).toBe(4);
  });
});
