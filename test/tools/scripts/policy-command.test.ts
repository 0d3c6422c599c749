/** `npm run policy` on saved files: twice as a process, otherwise what the process calls. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { policyCommand } from '../../../scripts/policy-command.ts';

const script = fileURLToPath(new URL('../../../scripts/policy.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'scan-gate-policy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** Writes a file. @returns its path */
function save(content: unknown): string {
  files += 1;
  const path = join(folder, `${files}.txt`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function policy(...given: readonly string[]) {
  return policyCommand(given);
}

/** The same as a process. */
function policyProcess(...given: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...given], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

const issue = (name: string, severity: string) => ({ name, severity, group: 'Unspecified Threat' });

function answer(id: string, issues: readonly object[], fields: object = {}) {
  const state = { identificator: id, percentage: '100.00', endDate: '2026-11-20T10:00:00Z', totalChecked: 9 };
  return { ...state, issues, issuesSummary: {}, issuesSummaryTotal: issues.length, ...fields };
}

const result = save(answer('now', [issue('Open redirect', 'high'), issue('Weak cookie', 'low')]));

describe('npm run policy', () => {
  test('ends with 1 for a fail, and gives the reason for every finding', async () => {
    const given = ['--config', save('fail-on: high'), '--result', result];
    const { status, stdout, stderr } = await policyProcess(...given);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/^Verdict: fail\n- 1 at or above fail-on: high\n/);
    expect(stdout).toMatch(
      /blocking {2}high .* v1:[0-9a-f]{20} {2}Open redirect\n +blocks by fail-on: high\n/,
    );
    expect(stdout).toMatch(/passing {3}low .* Weak cookie\n +reaches no threshold/);
  });

  test('ends with 0 for a pass', async () => {
    const config = save(
      'ignore:\n  - name: open*\n    reason: accepted\n    expires: 2026-12-01\n    owner: me\n',
    );
    const { status, stdout } = await policy('--config', config, '--result', result, '--now', '2026-11-20');
    expect(status).toBe(0);
    expect(stdout).toContain('ignored by line 2: accepted, through 2026-12-01, owner me');
    expect(stdout).toContain('expires within 14 days');
  });

  test('uses the given date for expiry', async () => {
    const config = save('ignore:\n  - name: open*\n    reason: accepted\n    expires: 2026-12-01\n');
    const { status, stdout } = await policy(
      '--config',
      config,
      '--result',
      result,
      '--now',
      '2026-12-02T00:00:00Z',
    );
    expect(status).toBe(1);
    expect(stdout).toContain('is expired and does not apply');
  });

  test('compares with a baseline, and says so if it is missing', async () => {
    const config = save('fail-on: low\nbaseline: https://shop.example');
    const baseline = save(answer('before', [issue('Open redirect', 'high'), issue('Gone', 'low')]));
    const compared = await policy('--config', config, '--result', result, '--baseline', baseline);
    expect(compared.status).toBe(1);
    expect(compared.stdout).toContain('Baseline: scan before: 1 new, 1 known, 1 fixed');
    expect(compared.stdout).toMatch(/Weak cookie\n +blocks by fail-on: low; not in baseline before/);
    expect((await policy('--config', config, '--result', result)).stdout).toContain(
      '--baseline is not given',
    );
  });

  test('reads the result.json of a run, with the host of its target', async () => {
    const document = (id: string, host: string) =>
      save({ version: 1, target: `https://${host}`, raw: answer(id, [issue(`Cookie of ${host}`, 'high')]) });
    const [before, after] = [document('a', 'shop.example'), document('b', 'preview.example:8443')];
    const { status, stdout } = await policy('--config', save(''), '--result', after, '--baseline', before);
    expect(stdout).toContain('0 new, 1 known, 0 fixed');
    expect(status).toBe(0);
  });

  test('judges by the policy of the organization too', async () => {
    const [config, organization] = [save('fail-on: never'), save('fail-on: low\nallow-baseline: true')];
    const given = ['--config', config, '--result', result, '--organization', organization];
    const { status, stdout } = await policy(...given);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^Verdict: fail\nBy the repository: pass, by the organization: fail\n- organization: 2 at or above fail-on: low\n/,
    );
    expect(stdout).toMatch(/Weak cookie\n +blocks by organization: fail-on: low\n/);
    const baseline = save(answer('before', [issue('Open redirect', 'high'), issue('Weak cookie', 'low')]));
    const own = save('fail-on: never\nbaseline: https://shop.example');
    const compared = await policy('--config', own, ...given.slice(2), '--baseline', baseline);
    expect(compared.stdout).toMatch(/^Verdict: pass\nBy the repository: pass, by the organization: pass\n/);
    const wrong = await policy(
      '--config',
      config,
      '--result',
      result,
      '--organization',
      save('max-findings: {}'),
    );
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('`fail-on` is wrong')]);
  });

  test('compares with several scans that count together', async () => {
    const config = save('fail-on: low\nbaseline: https://shop.example\nbaseline-scans: 2');
    const newest = save(answer('newest', [issue('Open redirect', 'high')]));
    const older = save(answer('older', [issue('Weak cookie', 'low')]));
    const saved = ['--baseline', newest, '--baseline', older];
    const { status, stdout } = await policy('--config', config, '--result', result, ...saved);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Weak cookie\n +known from baseline older/);
    const alone = await policy('--config', config, '--result', result, '--baseline', newest);
    expect(alone.status).toBe(1);
  });

  test('judges by place, and shows it', async () => {
    const at = (path: string) => ({
      ...issue('Directory listing', 'high'),
      raw: { url: `https://a.example${path}` },
    });
    const raw = answer('a', [at('/downloads/'), at('/private/')]);
    const saved = save({ version: 1, target: 'https://a.example', raw });
    const rule = 'ignore:\n  - name: directory*\n    where: /downloads/*\n    reason: public\n';
    const { stdout } = await policy('--config', save(rule), '--result', saved);
    expect(stdout).toMatch(/ignored {3}high .* Directory listing {2}\/downloads\/\n/);
    expect(stdout).toMatch(/blocking {2}high .* Directory listing {2}\/private\/\n/);
  });

  test('judges host rules', async () => {
    const config = save('host:\n  allowed-ports: [443]\n  require-waf: true\n');
    const information = { services: [{ port: 22, state: 'open' }], waf: [] };
    const { status, stdout } = await policy(
      '--config',
      config,
      '--result',
      save(answer('a', [], { information })),
    );
    expect(status).toBe(1);
    expect(stdout).toContain('port 22 is open (high, blocks)');
    expect(stdout).toContain('no firewall was detected (high, blocks)');
  });

  test('ends with 2 if there is no trustworthy answer', async () => {
    const config = save('fail-on: never');
    for (const fields of [
      { endDate: null, percentage: '40.00' },
      { totalChecked: 0 },
      { percentage: 'most' },
      { issues: 'none' },
    ]) {
      const { status, stdout } = await policy('--config', config, '--result', save(answer('a', [], fields)));
      expect(stdout).toMatch(/^Verdict: inconclusive\n- \S/);
      expect(status).toBe(2);
    }
    const running = save(answer('b', [], { percentage: '40.00' }));
    const compared = await policy('--config', config, '--result', result, '--baseline', running);
    expect(compared.status).toBe(2);
  });

  test('ends with 2 and says what is wrong with files and options', async () => {
    const config = save('');
    const asProcess = await policyProcess('--config', config, '--result', result, '--foo');
    expect(asProcess.stderr).toMatch(/Unknown option '--foo'.*\nUsage: /);
    expect([asProcess.status, asProcess.stdout]).toEqual([2, '']);
    const cases: [string[], RegExp][] = [
      [[], /^Usage: /],
      [['--config', config], /^Usage: /],
      [['--config', config, '--result', result, '--now', 'soon'], /--now is not a date/],
      [['--config', join(folder, 'none'), '--result', result], /cannot be read/],
      [['--config', save('fail-on: severe'), '--result', result], /line 1: `fail-on` is wrong/],
      [['--config', config, '--result', save('text')], /is not JSON/],
      [['--config', config, '--result', save({ version: 1, target: null, raw: null })], /holds no result/],
      [['--config', config, '--result', result, '--baseline', result], /is scan now itself/],
    ];
    for (const [given, message] of cases) {
      const { status, stdout, stderr } = await policy(...given);
      expect(stderr).toMatch(message);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    }
  });

  test('shows names from the site as harmless text', async () => {
    const hostile = save(answer('a', [issue('\u001b[31m::error::x\n##[group]y\u202e', 'high')]));
    const { stdout } = await policy('--config', save(''), '--result', hostile);
    expect(stdout).not.toMatch(/[\u001b\u202e]|\n##/);
  });
});
