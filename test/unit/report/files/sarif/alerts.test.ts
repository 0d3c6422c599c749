import { describe, expect, test } from '@jest/globals';
import { type Alert, alertsOf } from '../../../../../src/report/files/sarif/alerts.ts';
import { textsIn } from '../../../../../src/report/language/texts.ts';
import { hostRulesOf, ignoring } from '../../../gate/assessments.ts';
import { at, header, injection, type ModelOptions, sarifModelOf } from './sarif-files.ts';

function alertsFor(options: ModelOptions): readonly Alert[] {
  return alertsOf(sarifModelOf(options), textsIn[options.language ?? 'en']);
}

const fingerprints = (alerts: readonly Alert[]) => alerts.map(({ fingerprint }) => fingerprint).toSorted();

describe('the alert of a finding', () => {
  const site = 'https://preview-104.example.com';
  const urls = [`${site}/search?q=secret`, `${site}/a`, 'https://other.example/'];
  const raw = { evidence: 'secret', urls };
  const messageOf = (options: ModelOptions) => at(alertsFor(options), 0).message;

  test('says what was found and where', () => {
    const issues = [{ ...injection, raw }];
    expect(messageOf({ issues })).toBe('The parameter reaches the database. Where: /a and 1 more.');
    expect(messageOf({ issues, language: 'pt' })).toContain('Onde: /a e mais 1.');
  });

  test('says the name if there is no description, and nothing of a place that is not known', () => {
    expect(messageOf({ issues: [{ ...header, description: '' }] })).toBe(`${header.name}.`);
    expect(messageOf({ issues: [{ severity: 'high' }] })).toBe('(no name).');
  });

  test('keeps its rule and its fingerprint on another host, with another text and score', () => {
    const name = injection.name.replace('preview-104.example.com', 'preview-105.example.org:8443');
    const other = { ...injection, name, severity: 'high', cvss: { score: 8.1 }, description: 'Outro texto' };
    const [alert] = alertsFor({ issues: [injection] });
    const target = 'https://preview-105.example.org:8443/';
    const [second] = alertsFor({ issues: [other], target, language: 'pt' });
    expect(second).toMatchObject({ ruleId: alert?.ruleId, fingerprint: alert?.fingerprint });
  });

  test('has the reason of the rule that ignores it', () => {
    const rule = ignoring({ name: 'No Content-Security-Policy*', reason: 'The CDN adds it' });
    const alerts = alertsFor({ issues: [header, injection], policy: { ignore: [rule] } });
    expect(alerts).toMatchObject([
      { status: 'blocking', ignoreReason: null },
      { status: 'ignored', ignoreReason: 'The CDN adds it' },
    ]);
  });

  test('is new or unchanged beside a baseline, but has no state if it is ignored or there is none', () => {
    const scanId = '0a7f1b6e-3f0d-4a8e-9b9e-0d8a6f2f1c11';
    const { fingerprint, finding } = at(sarifModelOf({ issues: [header] }).assessment.findings, 0);
    const scan = {
      kind: 'scan',
      scans: [{ scanId, findings: [{ fingerprint, severity: finding.severity }] }],
      leftOutScanIds: [],
      problem: null,
    } as const;
    const statesOf = (options: Omit<ModelOptions, 'issues'>) =>
      alertsFor({ issues: [header, injection], ...options }).map(({ baselineState }) => baselineState);
    expect(statesOf({ gate: { baseline: scan } })).toEqual(['new', 'unchanged']);
    expect(statesOf({ gate: { baseline: { kind: 'first' } } })).toEqual(['new', 'new']);
    const policy = { ignore: [ignoring({ severity: 'low' })] };
    expect(statesOf({ gate: { baseline: scan }, policy })).toEqual(['new', undefined]);
    expect(statesOf({})).toEqual([undefined, undefined]);
  });
});

describe('the alert of a host rule', () => {
  const policy = {
    hostRules: hostRulesOf({ allowedPorts: [443], certificateMinDays: 30, requireWaf: true }),
  };
  const information = {
    services: [
      { state: 'open', name: 'ssh', product: 'OpenSSH [x](y)', port: 22 },
      { state: 'open', name: 'http', port: 8080 },
    ],
    certificate: [{ commonName: 'preview-104.example.com', 'Expires On': { $date: 1_763_800_000 } }],
    waf: [],
  };
  const alerts = alertsFor({ issues: [], result: { information }, policy });

  test('stands for one violation, and shares its rule with those of its kind', () => {
    const kinds = ['host-port', 'host-port', 'host-certificate', 'host-no-waf'];
    expect(alerts.map(({ ruleId }) => ruleId)).toEqual(kinds);
    expect(new Set(fingerprints(alerts)).size).toBe(4);
    expect(at(alerts, 0).buildRule(0).properties).toEqual({
      precision: 'very-high',
      'security-severity': '8.0',
      tags: ['security', 'host'],
    });
  });

  test('says what is wrong, and what to do', () => {
    expect(at(alerts, 0).message).toBe(
      'Port 22 (“OpenSSH [x]\u200b(y)”) is open; allowed: 443. Close it or put it behind a firewall; if it must be open, add 22 to host.allowed-ports.',
    );
  });

  test('keeps its fingerprint on another host', () => {
    const moved = { ...information, certificate: [{ commonName: 'preview-105.example.com' }] };
    const others = alertsFor({ issues: [], result: { information: moved }, policy });
    expect(fingerprints(others)).toEqual(fingerprints(alerts));
  });
});
