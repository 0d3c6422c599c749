/** `npm run policy` on saved files: once as a process, otherwise what the process calls. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { policyCommand } from '../../../scripts/policy.ts';
import { folderForTests } from '../../support/folder-for-tests.ts';

const script = fileURLToPath(new URL('../../../scripts/policy.ts', import.meta.url));
const folder = folderForTests();

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

const issue = (name: string, severity: string) => ({ name, severity, group: 'Unspecified Threat' });

function answer(id: string, issues: readonly object[], fields: object = {}) {
  const state = { identificator: id, percentage: '100.00', endDate: '2026-11-20T10:00:00Z', totalChecked: 9 };
  return { ...state, issues, issuesSummary: {}, issuesSummaryTotal: issues.length, ...fields };
}

const information = { services: [{ port: 22, state: 'open' }], waf: [] };
const issues = [issue('Open redirect', 'high'), issue('Weak cookie', 'low')];
const result = save(answer('now', issues, { information }));

describe('npm run policy', () => {
  test('ends with 1 for a fail, and gives the reason for every finding', async () => {
    const host = 'host:\n  allowed-ports: [443]\n  certificate-min-days: 30\n  require-waf: true\n';
    const config = save(`fail-on: high\nfail-on-cvss: 7\nmax-findings:\n  low: 0\n${host}`);
    const { status, stdout, stderr } = await policy('--config', config, '--result', result);
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toMatch(/^Verdict: fail\n- 1 finding has severity high or worse\.\n/);
    for (const line of [
      '- 1 finding reaches the CVSS score of 7.0 that fail-on-cvss sets.',
      '- 1 finding has severity low; max-findings allows 0.',
      '          blocks by max-findings (low: 1, allowed 0)',
      '- high, blocks. Port 22 is open; allowed: 443.',
      '- high, blocks. The scan found no certificate; the policy asks for one that is valid for at least 30 days.',
      '- high, blocks. The scan detected no web application firewall.',
    ])
      expect(stdout).toContain(`\n${line}\n`);
    const rules = 'fail-on: high; fail-on-cvss: 7\\.0 \\(without a score it counts as 8.9\\)';
    expect(stdout).toMatch(
      new RegExp(`blocking {2}high .* v1:[0-9a-f]{20} {2}Open redirect\n +blocks by ${rules}\n`),
    );
  });

  test('ends with 0 for a pass, and uses the given date for expiry', async () => {
    const config = save(
      'ignore:\n  - name: open*\n    reason: accepted\n    expires: 2026-12-01\n    owner: me\n',
    );
    const { status, stdout } = await policy('--config', config, '--result', result, '--now', '2026-11-20');
    expect(status).toBe(0);
    expect(stdout).toContain('ignored by line 2: accepted, through 2026-12-01, owner me');
    expect(stdout).toContain('The rule applies through 2026-12-01 only.');
    expect(stdout).toMatch(/passing {3}low .* Weak cookie\n +reaches no threshold/);
    const late = await policy('--config', config, '--result', result, '--now', '2026-12-02T00:00:00Z');
    expect(late.status).toBe(1);
    expect(late.stdout).toContain('The rule expired on 2026-12-01 and no longer applies.');
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

  test('reads the result.json of a run, with the host of its target and the place', async () => {
    const document = (id: string, host: string) => {
      const found = { ...issue(`Cookie of ${host}`, 'high'), raw: { url: `https://${host}/cart` } };
      return save({ version: 1, target: `https://${host}`, raw: answer(id, [found]) });
    };
    const [before, after] = [document('a', 'shop.example'), document('b', 'preview.example:8443')];
    const { status, stdout } = await policy('--config', save(''), '--result', after, '--baseline', before);
    expect(stdout).toContain('0 new, 1 known, 0 fixed');
    expect(stdout).toMatch(/Cookie of preview.example:8443 {2}\/cart\n/);
    expect(status).toBe(0);
  });

  test('judges by the policy of the organization too', async () => {
    const [config, organization] = [save('fail-on: never'), save('fail-on: low\nallow-baseline: true')];
    const given = ['--config', config, '--result', result, '--organization', organization];
    const { status, stdout } = await policy(...given);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^Verdict: fail\nBy the repository: pass, by the organization: fail\n- organization: 2 findings have severity low or worse\.\n/,
    );
    expect(stdout).toMatch(/Weak cookie\n +blocks by fail-on: low \(organization\)\n/);
    const baseline = save(answer('before', [issue('Open redirect', 'high'), issue('Weak cookie', 'low')]));
    const own = save('fail-on: never\nbaseline: https://shop.example');
    const compared = await policy('--config', own, ...given.slice(2), '--baseline', baseline);
    expect(compared.stdout).toMatch(/^Verdict: pass\nBy the repository: pass, by the organization: pass\n/);
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
    const given = [script, '--config', config, '--result', result, '--foo'];
    const asProcess = spawnSync(process.execPath, given, { encoding: 'utf8' });
    expect(asProcess.stderr).toMatch(/Unknown option '--foo'.*\nUsage: /);
    expect(asProcess).toMatchObject({ status: 2, stdout: '' });
    const cases: [string[], RegExp][] = [
      [[], /^Usage: /],
      [['--config', config], /^Usage: /],
      [['--config', config, '--result', result, '--now', 'soon'], /--now is not a date/],
      [['--config', join(folder, 'none'), '--result', result], /cannot be read/],
      [['--config', save('fail-on: severe'), '--result', result], /line 1: `fail-on` is wrong/],
      [
        ['--config', config, '--result', result, '--organization', save('max-findings: {}')],
        /`fail-on` is wrong/,
      ],
      [['--config', config, '--result', save('text')], /is not JSON/],
      [['--config', config, '--result', save({ version: 1, target: null, raw: null })], /holds no result/],
      [['--config', config, '--result', result, '--baseline', result], /is scan now itself/],
    ];
    for (const [wrong, message] of cases) {
      const { status, stdout, stderr } = await policy(...wrong);
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
