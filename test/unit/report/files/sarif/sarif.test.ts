import { describe, expect, test } from '@jest/globals';
import { isFitForSarif, type SarifRun } from '../../../../../src/report/files/sarif/sarif.ts';
import { ignoring } from '../../../gate/policies.ts';
import { at, header, injection, runOf, sarifModelOf } from './sarif-files.ts';

describe('the run', () => {
  test('names the tool, the category and the times, and has no results when nothing is found, so that alerts close', () => {
    const { run } = runOf({ issues: [] });
    expect(run.results).toEqual([]);
    const versions = { version: '1.2.3', semanticVersion: '1.2.3' };
    const informationUri = 'https://github.com/octo/scan-gate';
    expect(run.tool.driver).toEqual({ name: 'Scan Gate', ...versions, informationUri, rules: [] });
    expect(run.automationDetails).toEqual({ id: 'Security / scan/' });
    const times = { startTimeUtc: '2026-11-21T09:12:30.000Z', endTimeUtc: '2026-11-21T09:25:04.000Z' };
    expect(run.invocations).toEqual([{ executionSuccessful: true, ...times }]);
  });

  test('has different categories for different long keys', () => {
    const ids = ['a', 'b'].map((end) => runOf({ issues: [] }, { category: 'x'.repeat(400) + end }).run);
    expect(new Set(ids.map(({ automationDetails }) => automationDetails.id)).size).toBe(2);
  });

  test('says what the summary counts and the list lacks', () => {
    const { run } = runOf({ issues: [header], result: { issuesSummary: { low: 3 } } });
    const text = 'The scan counts 2 findings that it does not list (2 low).';
    expect(run.invocations[0]?.toolExecutionNotifications).toEqual([{ level: 'warning', message: { text } }]);
  });
});

test('texts of letters that take three bytes are shortened, not left out', () => {
  const text = '跨站脚本'.repeat(1_000);
  const texts = { description: text, remediation: text };
  const issues = Array.from({ length: 400 }, (_, index) => ({
    ...header,
    ...texts,
    name: `finding ${index}`,
  }));
  const { rules } = runOf({ issues }).run.tool.driver;
  expect(rules).toHaveLength(400);
  for (const { help } of rules) expect(help.text.length).toBeGreaterThan(1_000);
});

describe('hasSarif', () => {
  test.each<[string, Parameters<typeof sarifModelOf>[0], boolean]>([
    ['finished, without findings', { issues: [] }, true],
    ['finished, and passes', { issues: [header] }, true],
    ['finished, and fails', { issues: [injection] }, true],
    ['did not finish', { issues: [injection], gate: { problem: { kind: 'nothing-checked' } } }, false],
    ['was ended by fail-fast', { issues: [injection], gate: { partial: true } }, false],
    ['checked nothing', { issues: [injection], result: { totalChecked: 0 } }, false],
    ['was not wholly understood', { issues: [injection], result: { issuesSummary: [] } }, false],
  ])('of a scan that %s', (_name, given, expected) => {
    expect(isFitForSarif(sarifModelOf(given))).toBe(expected);
  });
});

const ignoreHeader = ignoring({
  name: 'No Content-Security-Policy*',
  reason: 'The CDN adds it',
  line: 3,
});

function hashes(results: SarifRun['results']): string[] {
  return results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
}

describe('a result', () => {
  const site = 'https://preview-104.example.com';
  const urls = [`${site}/search?q=secret`, `${site}/a`, 'https://other.example/'];
  const raw = { evidence: 'secret', urls };
  const messageOf = (given: Parameters<typeof runOf>[0]) => at(runOf(given).results, 0).message.text;

  test('says what was found, where, and that it is not in the file', () => {
    expect(messageOf({ issues: [{ ...injection, raw }] })).toBe(
      'The parameter reaches the database. Where: /a and 1 more. ' +
        `Found on the running site ${site}/, not in this file.`,
    );
    expect(messageOf({ issues: [{ ...injection, raw }], language: 'pt' })).toContain('Onde: /a e mais 1. ');
    // Nothing else of the evidence is there.
    expect(runOf({ issues: [{ ...injection, raw }] }).json).not.toMatch(/secret|other\.example/);
  });

  test('says the name if there is no description, and nothing of a place that is not known', () => {
    const bare = messageOf({ issues: [{ ...header, description: '' }], target: null });
    expect(bare).toBe(`${header.name}. Found on the running site, not in this file.`);
    const unnamed = messageOf({ issues: [{ severity: 'high' }] });
    expect(unnamed).toBe(`(no name). Found on the running site ${site}/, not in this file.`);
  });

  test('is on the file of the workflow, by a relative path and with a region', () => {
    const artifactLocation = { uri: '.github/workflows/security.yml' };
    const region = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
    const { locations } = at(runOf({ issues: [injection] }).results, 0);
    expect(locations).toEqual([{ physicalLocation: { artifactLocation, region } }]);
  });

  test.each([
    ['none', null],
    ['that of another repository', 'org/required/.github/workflows/a.yml@refs/heads/main'],
    ['one outside of its folder', 'octo/shop/.github/workflows/../../a.yml@main'],
    ['one with an absolute address', 'octo/shop/https://evil.example/a.yml@main'],
    [
      'one with spaces and @',
      'Octo/shop/.github/workflows/a b@c.yaml@refs/tags/v@1',
      'workflows/a%20b%40c.yaml',
    ],
  ])('workflow: %s', (_, workflowRef, file = 'scan-gate.yml') => {
    const { results } = runOf({ issues: [injection] }, { workflowRef });
    const location = at(results, 0).locations[0]?.physicalLocation.artifactLocation;
    expect(location?.uri).toBe(`.github/${file}`);
  });

  test('keeps its rule and its hash on another host, in another order, with another text and score', () => {
    const name = injection.name.replace('preview-104.example.com', 'preview-105.example.org:8443');
    const other = { ...injection, name, severity: 'high', cvss: { score: 8.1 }, description: 'Outro texto' };
    const first = runOf({ issues: [injection, header] });
    const target = 'https://preview-105.example.org:8443/';
    const second = runOf({ issues: [{ ...header, severity: 'critical' }, other], target, language: 'pt' });
    expect(hashes(second.results).toSorted()).toEqual(hashes(first.results).toSorted());
    expect(second.rules.map(({ id }) => id).toSorted()).toEqual(first.rules.map(({ id }) => id).toSorted());
  });

  test('has a counter if several have the same fingerprint', () => {
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

  test('is new or unchanged beside a baseline, and without one has neither state nor suppressions', () => {
    const scanId = '0a7f1b6e-3f0d-4a8e-9b9e-0d8a6f2f1c11';
    const { finding } = at(sarifModelOf({ issues: [header] }).assessment.findings, 0);
    const { results } = runOf({
      issues: [header, injection],
      gate: { baseline: { kind: 'scan', scanId, findings: [finding], host: null, older: [], leftOut: [] } },
    });
    expect(results.map(({ baselineState }) => baselineState)).toEqual(['new', 'unchanged']);
    const first = runOf({ issues: [header], gate: { baseline: { kind: 'first' } } });
    const [plain] = runOf({ issues: [header] }).results;
    expect(Object.keys(plain ?? {}).filter((key) => /suppressions|baselineState/.test(key))).toEqual([]);
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
    const { results, rules } = runOf({
      issues: [injection],
      result: { information },
      policy: { hostRules: host },
    });
    expect(rules.slice(1).map(({ id }) => id)).toEqual(['host-port', 'host-certificate', 'host-no-waf']);
    expect(results.map(({ level }) => level)).toEqual(['error', 'error', 'error', 'error', 'error']);
    expect(at(results, 1).message.text).toBe(
      'Port 22 (“OpenSSH [x]\u200b(y)”) is open; allowed: 443. Close it or put it behind a firewall; if it must be open, add 22 to host.allowed-ports. Found on the running site https://preview-104.example.com/, not in this file.',
    );
    expect(at(rules, 1).properties).toEqual({
      precision: 'very-high',
      'security-severity': '8.0',
      tags: ['security', 'host'],
    });
    expect(new Set(hashes(results)).size).toBe(5);
  });

  test('keep their hashes on another host', () => {
    const moved = { ...information, certificate: [{ commonName: 'preview-105.example.com' }] };
    const [first, second] = [information, moved].map((given) =>
      hashes(runOf({ issues: [], result: { information: given }, policy: { hostRules: host } }).results),
    );
    expect(second).toEqual(first);
    expect(first?.length).toBe(4);
  });
});
