import { expect, test } from '@jest/globals';
import { namesOf } from '../run-files.ts';
import { policyAtBase, startScene } from '../scene.ts';

const rules = `fail-on: medium
ignore:
  - name: "*directory listing*"
    reason: Only public files are listed
    owner: platform team
  - cwe: 601
    severity: medium
    reason: The redirect goes to partners
    expires: 2999-12-31
  - name: "*exposed*"
    severity: low
    reason: Its ceiling keeps this from taking what is critical
  - group: No such group
    reason: Matches nothing
  - name: "*"
    reason: Long over
    expires: 2020-01-31
`;

test('ignored findings do not block, are counted, and stay visible with their reason', async () => {
  await using scene = await startScene({ github: { contents: policyAtBase(rules) } });
  const run = await scene.run({ inputs: { reports: 'none' } });
  expect(run.exitCode).toBe(1);
  const ignored = await namesOf(run, 'ignored');
  expect(ignored).toEqual(expect.arrayContaining(['Directory listing enabled', 'Open redirect']));
  expect(run.outputs['ignored']).toBe(String(ignored.length));
  expect(await namesOf(run, 'blocking')).toContain('Environment file exposed');
  expect(await namesOf(run, 'blocking')).not.toContain('Open redirect');
  for (const text of [run.summary, ...scene.comments()]) {
    expect(text).toContain('Only public files are listed');
    expect(text).toContain('platform team');
    expect(text).toContain('2999-12-31');
    expect(text).toContain('fingerprint: v1:');
  }
  expect(run.summary).toContain('2020-01-31');
});

test('the snippet of a blocking finding, with a reason, ignores exactly that finding', async () => {
  await using scene = await startScene({ weak: { fixed: ['headers', 'exposures', 'cookies', 'content'] } });
  const scanId = await scene.scanned(scene.weak.url);
  const go = (policy: string) => {
    scene.github.state.contents.set('main', new Map([['.github/scan-gate.yml', policy]]));
    return scene.run({ inputs: { 'scan-id': scanId, reports: 'none' } });
  };
  const before = await go('fail-on: medium\n');
  expect(await namesOf(before, 'blocking')).toEqual(['Open redirect']);
  const fingerprint = /fingerprint: (v1:[0-9a-f]{20})/.exec(scene.comments().join())?.[1];
  const after = await go(`fail-on: medium\nignore:\n  - fingerprint: ${fingerprint}\n    reason: Accepted\n`);
  expect(after.exitCode).toBe(0);
  expect(await namesOf(after, 'ignored')).toEqual(['Open redirect']);
});

test('host rules block by their own severity, and each says what to do', async () => {
  const policy =
    'fail-on: high\nhost:\n  allowed-ports: [443]\n  certificate-min-days: 30\n  require-waf: true\n';
  await using scene = await startScene({ github: { contents: policyAtBase(policy) } });
  const scanId = await scene.scanned(scene.hardened.url);
  const inputs = { 'scan-id': scanId, reports: 'none' };
  const run = await scene.run({ inputs });
  expect(run.exitCode).toBe(1);
  expect(run.outputs).toMatchObject({ verdict: 'fail', blocking: '0' });
  const { port } = new URL(scene.hardened.url);
  for (const text of [run.summary, ...scene.comments()]) {
    expect(text).toContain(port);
    expect(text).toMatch(/certificate/i);
    expect(text).toMatch(/firewall/i);
  }
  scene.github.state.contents.get('main')?.set('.github/scan-gate.yml', `${policy}  severity: low\n`);
  const mild = await scene.run({ inputs });
  expect(mild.exitCode).toBe(0);
  expect(mild.summary).toMatch(/firewall/i);
});
