import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { classified } from '../../../src/core/classified-text.ts';
import { readFindings } from '../../../src/gate/findings.ts';
import { fingerprinter } from '../../../src/gate/fingerprint.ts';
import { fetchWholeResult, keepFingerprintFields } from '../../../src/scan/baseline-result.ts';
import type { ScanSetup } from '../../../src/scan/scan-context.ts';
import type { FetchOptions } from '../../../src/service/client.ts';
import { scanResultSchema, type WireScanResult } from '../../../src/service/wire.ts';
import { fewIssues } from '../gate/any-policy.ts';
import { anyJson } from '../gate/arbitraries.ts';
import { inputsOf } from './inputs-of.ts';
import { at, finished, queued, type ScriptedAnswer, scriptedClient } from './scripted-client.ts';

const inputs = inputsOf({ language: 'pt', 'include-subdomains': 'true', 'include-leaks': 'true' });
const setup: ScanSetup = {
  inputs,
  policies: [],
  disclosure: { mode: 'full' },
  pullRequest: { kind: 'none' },
  context: { runId: 1, attempt: 1 },
};
const { signal } = new AbortController();

describe('fetchWholeResult', () => {
  test('returns the result of a finished scan, and asks for no more than it needs', async () => {
    const client = scriptedClient([finished({ identificator: 'SCAN-1', totalChecked: 5 })]);
    const asked: FetchOptions[] = [];
    const fetch: typeof client.fetch = (scanId, options, ...rest) => {
      asked.push(options);
      return client.fetch(scanId, options, ...rest);
    };
    const result = await fetchWholeResult({ client: { ...client, fetch }, setup, signal }, 'scan-1');
    expect(result.totalChecked).toBe(5);
    expect(asked).toMatchObject([{ language: 'pt', includeSubdomains: false, includeLeaks: false }]);
  });

  const endedEarly = (percentage: number) => ({ kind: 'ended-early', percentage });
  const otherScan = { kind: 'other-scan', got: classified('private', 'scan-2') };

  test.each<[which: string, step: ScriptedAnswer, problem: object]>([
    ['in the queue', queued, endedEarly(0)],
    ['still running', at(99), endedEarly(99)],
    ['without an end date', at(100), endedEarly(100)],
    ['that ended early', at(99, { endDate: '2026-11-20T10:00:00Z' }), endedEarly(99)],
    ['with another id', finished({ identificator: 'scan-2' }), otherScan],
  ])('refuses one %s', async (_which, step, problem) => {
    const reading = fetchWholeResult({ client: scriptedClient([step]), setup, signal }, 'scan-1');
    await expect(reading).rejects.toMatchObject({ problem });
  });
});

describe('keepFingerprintFields', () => {
  const names = {
    group: 'g',
    name: 'n',
    severity: 'high',
    cve: ['CVE-2026-1'],
    cwe: [79],
    cvss: { score: 7 },
  };
  const issue = { ...names, description: 'long', references: 'https://a.example', raw: ['/'] };

  test.each([
    ['a list', [issue, 'no object', null], [names, 'no object', null]],
    [
      'a mapping of lists',
      { headers: { issues: [issue], count: 1 }, smtp: { issues: 'no list' }, odd: 7 },
      { headers: { issues: [names] }, smtp: { issues: 'no list' }, odd: { issues: undefined } },
    ],
    ['anything else', 'no findings', 'no findings'],
  ])('keeps what tells findings apart of %s', (_what, issues, kept) => {
    const result = scanResultSchema.parse({ issues, totalChecked: 9, information: { waf: ['f'] } });
    expect(keepFingerprintFields(result)).toEqual({ issues: kept });
  });

  test('keeps all that fingerprint and severity are made of', () => {
    const fingerprintOf = fingerprinter('a.example');
    const compared = (result: WireScanResult) =>
      readFindings(result.issues).findings.map((finding) => [fingerprintOf(finding), finding.severity]);
    const hostile = fc.record({
      name: fc.string(),
      group: fc.string(),
      cve: anyJson,
      cwe: anyJson,
      cvss: anyJson,
    });
    fc.assert(
      fc.property(fc.oneof(fewIssues, fc.array(hostile)), (issues) => {
        const result = scanResultSchema.parse({ issues });
        expect(compared(keepFingerprintFields(result))).toEqual(compared(result));
      }),
    );
  });
});
