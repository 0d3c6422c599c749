import { describe, expect, test } from '@jest/globals';
import { outside } from '../../../../src/core/outside.ts';
import { en } from '../../../../src/report/language/en/en.ts';
import { renderLogTable } from '../../../../src/report/log/verdict-table.ts';
import type { ReportModel } from '../../../../src/report/model.ts';
import { renderSummary } from '../../../../src/report/page/summary.ts';
import { plainPolicy } from '../../../support/plain-policy.ts';
import { assess, findings, model, withoutScan } from '../models.ts';
import {
  baselineOf,
  comment,
  commentTree,
  counted,
  ignoreLow,
  linksIn,
  modelOf,
  unfolded,
} from '../scenes.ts';

const timeout = { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 } as const;
const cancelled = { kind: 'cancelled', signal: 'SIGINT', scanId: outside('name', 'a-scan') } as const;
const host = { ports: [443, 8080], certificateDays: 90, waf: [] } as const;
const portRule = 'host: { allowed-ports: [443] }\n';
const policy = 'host: { allowed-ports: [443], require-waf: true }\n';
const violated = await modelOf({ policy, findings: [], host });
const allWrong = await modelOf({ policy, findings: findings({ high: 1 }), host });

describe('with a baseline', () => {
  test('the headline says what is new, known and fixed, new findings are marked, and known ones folded', async () => {
    const shown = await modelOf({
      policy: `baseline: https://user:secret@www.example.com/?token=s3cret\n${ignoreLow}`,
      findings: findings({ critical: 1, high: 2, low: 1, warning: 1 }),
      baseline: baselineOf(findings({ high: 2, medium: 1 })),
    });
    const [text, summary] = [comment(shown), renderSummary(shown, en)];
    expect(text.replaceAll('&#8203;', '')).toContain(
      'Compared with https://www.example.com: 2 new, 2 known, 1 fixed. 1 finding is ignored by the policy file.',
    );
    expect(text).toContain('## ❌ Scan Gate: 1 new finding blocks this pull request');
    // A severity is bold only where one of its findings blocks.
    expect(text).toContain(
      '🔴&nbsp;**1 critical** · 🟠&nbsp;2 high · 🔵&nbsp;1 low · ⚪&nbsp;1 warning — on ',
    );
    expect(text).toContain('`high` or worse blocks if new.');
    expect(text.match(/<\/b> <kbd>new<\/kbd>/gu)).toHaveLength(2);
    expect(summary).toContain('</b> <kbd>new</kbd>');
    expect(unfolded(text, 'Scan, host and policy')).toContain('c2a7e9d4-1b8f-4c55-9a30-77e0b1f4d6a2');
    const known = unfolded(text, '4 findings that do not block (2 high, 1 low, 1 warning)');
    expect(known).toMatch(/Known from the baseline: 2 \(2 high\)\s+🟠/u);
    expect(known.match(/Outdated nginx/gu)).toHaveLength(2);
    expect(text).toContain('- `baseline`: `https://www.example.com` (policy file)');
    expect(text + summary + renderLogTable(shown).join('\n')).not.toMatch(/s3cret|secret@/u);
  });

  test('that has no finished scan, the headline says that every finding counts as new', async () => {
    const first = await modelOf({ inputs: { baseline: 'previous' }, findings: findings({ low: 2 }) });
    expect(comment(first)).toContain(
      'There is no finished scan of the baseline (`previous`) yet: every finding counts as new.',
    );
    expect(comment(first)).not.toContain('<kbd>');
  });
});

describe('the title', () => {
  const failed = model(assess(findings({ critical: 2, low: 1 })));
  const lenient = { ...plainPolicy, onInconclusive: 'warn' } as const;

  test.each<[title: string, shown: ReportModel]>([
    ['✅ Scan Gate: passed', model(assess(findings({ low: 1 })))],
    ['❌ Scan Gate: 2 findings block this pull request', failed],
    ['❌ Scan Gate: failed, 2 findings block', { ...failed, onPullRequest: false }],
    ['❌ Scan Gate: 2 host rules violated', violated],
    ['❌ Scan Gate: 1 finding blocks this pull request, 2 host rules violated', allWrong],
    ['⚠️ Scan Gate: no verdict, so this check failed', model(assess([], timeout))],
    [
      '⚠️ Scan Gate: no verdict; the check stays green (on-inconclusive: warn)',
      model(assess([], timeout), { policy: lenient }),
    ],
    [
      '⚠️ Scan Gate: cancelled, so this check has not passed',
      model(assess([], cancelled), { policy: lenient }),
    ],
    ['⏭️ Scan Gate: skipped, nothing was scanned', withoutScan({ kind: 'missing-api-key', skipped: true })],
  ])('%s', (title, shown) => {
    expect(comment(shown).split('\n')[1]).toBe(`## ${title}`);
  });

  test('is followed by the rules where several block', async () => {
    const policy = 'fail-on-cvss: 3\nmax-findings: { low: 1 }\n';
    expect(comment(await modelOf({ policy, findings: findings({ high: 1, low: 2 }) }))).toContain(
      '**3 findings block:** 1 is high or worse · 3 have CVSS 3.0 or more · 2 low, 1 allowed',
    );
  });
});

describe('the next step', () => {
  test('names how many findings have to go where only a budget is exceeded', async () => {
    const shown = await modelOf({ policy: 'max-findings: { low: 2 }\n', findings: findings({ low: 5 }) });
    expect(comment(shown)).toContain('**What to do:** fix at least 3 of the 5 findings below and push;');
  });

  test('links the secrets where the key is missing', () => {
    const links = linksIn(commentTree(withoutScan({ kind: 'missing-api-key', skipped: false })));
    expect(links).toContain('https://github.com/example/shop/settings/secrets/actions');
  });

  test('says which findings block that are only counted, unless the severity does not say it', async () => {
    expect(comment(counted(model(assess(findings({ critical: 2 })))))).toContain(
      'in the dashboard of the scanning service, fix the 2 findings that block (2 critical), and push;',
    );
    const policy = 'max-findings: { low: 1 }\n';
    const shown = await modelOf({ policy, findings: findings({ high: 1, low: 2 }) });
    expect(comment(counted(shown))).toContain('fix the 3 findings that block, and push;');
  });

  test('of a cancelled run says what GitHub makes of the check, and when there is nothing to do', () => {
    const text = comment(model(assess([], cancelled)));
    expect(text).toContain('GitHub shows the check as cancelled: it has not passed');
    expect(text).toContain(
      '**What to do:** A newer run replaces the comment, and then there is nothing to do.',
    );
  });

  test('about host rules links the run and the policy file, or the dashboard where the rows are not shown', async () => {
    const shown = await modelOf({ policy: portRule, findings: [], host });
    expect(comment(shown)).toContain('**What to do:** fix the host as each row below says');
    const links = linksIn(commentTree(shown));
    expect(links).toContain(shown.run.url);
    expect(links).toContain('https://github.com/example/shop/edit/main/.github/scan-gate.yml');
    const text = comment(counted(shown));
    expect(text).toContain('in the dashboard of the scanning service, with the rules under `host`');
    expect(text).not.toMatch(/8080|row below/u);
  });

  test('about a host rule of the organization names its file', async () => {
    const organization = `fail-on: high\n${portRule}`;
    const text = comment(await modelOf({ organization, findings: [], host }));
    expect(text).toContain('ask for a change of `acme/policies/scan-gate.yml@main`.');
    expect(text).not.toContain('change `host` in the policy file');
  });
});
