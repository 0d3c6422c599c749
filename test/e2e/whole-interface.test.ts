// What docs/service-interface.md names and no site of the sandbox has: in one answer, through a whole run.
import { expect, test } from '@jest/globals';
import type { FaultRule } from '../../sandbox/faults.ts';
import { issueGroups } from '../../sandbox/scan/wire.ts';
import { namesOf, readOutput } from './run-files.ts';
import { policyAtBase, startScene } from './scene.ts';
import { wholeResult } from './whole-result.ts';

const everything: FaultRule = {
  endpoint: 'fetch',
  fault: { kind: 'mutate', mutate: (answer) => ({ ...Object(answer), ...wholeResult }) },
};

const policy = `fail-on: critical
ignore:
  - cve: [CVE-2021-23017, CVE-2021-44228]
    severity: critical
    reason: Not reachable
  - type: smtp_spoofing
    reason: This site sends no mail
host:
  allowed-ports: [443]
  certificate-min-days: 30
  require-waf: true
`;

test('every group, CVEs, two services, smtp_spoofing and a database are read and shown', async () => {
  await using scene = await startScene({
    sandbox: { faults: [everything] },
    github: { contents: policyAtBase(policy) },
  });
  const run = await scene.run({ inputs: { url: scene.hardened.url, reports: 'none' } });
  expect(run.outputs).toMatchObject({
    verdict: 'fail',
    total: '12',
    critical: '3',
    high: '2',
    medium: '3',
    low: '2',
    warning: '2',
    blocking: '2',
    ignored: '2',
  });
  expect(await namesOf(run, 'ignored')).toEqual(['Weakness 1', 'DMARC record missing']);
  const result = JSON.parse(await readOutput(run, 'result-path'));
  const groups: string[] = result.findings.map(({ group }: { group: string }) => group);
  expect(new Set(groups)).toEqual(new Set(issueGroups));
  expect(result.findings[0]).toMatchObject({ cve: ['CVE-2021-23017', 'CVE-2021-44228'] });
  expect(result.hostViolations).toEqual([
    expect.objectContaining({ kind: 'port', port: 3306, blocks: false, severity: 'high' }),
  ]);
  for (const shown of ['3306', 'name MySQL, version 8.0.36', 'Cloudflare', 'green-thumb.example'])
    expect(run.summary).toContain(shown);
  expect(await readOutput(run, 'sarif-path')).toContain('CVE-2021-23017');
});

test('in Portuguese every group has its name, and with fail-on: never it passes', async () => {
  await using scene = await startScene({ sandbox: { faults: [everything] } });
  const inputs = { url: scene.hardened.url, reports: 'none', language: 'pt', 'fail-on': 'never' };
  const run = await scene.run({ inputs });
  expect(run.outputs['verdict']).toBe('pass');
  expect(run.summary).toContain('Comparação incorreta');
  for (const group of issueGroups) expect(run.summary).not.toContain(group);
});
