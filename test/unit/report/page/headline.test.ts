import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../../src/core/classified-text.ts';
import type { Problem } from '../../../../src/core/problem.ts';
import type { Finding } from '../../../../src/gate/findings.ts';
import { en } from '../../../../src/report/language/texts.ts';
import type { ReportModel } from '../../../../src/report/model.ts';
import { whatToDo } from '../../../../src/report/page/headline.ts';
import { statusFault } from '../../../support/problem-samples.ts';
import { findElements, renderMarkdownTree } from '../../../support/render.ts';
import {
  countsOnlyModel,
  type Example,
  exampleBaseline,
  judgedModel,
  plainModel,
  settingsWith,
  withoutScan,
} from '../models.ts';
import { comment, commentTree, linksIn, summary } from '../rendered-reports.ts';
import { finding, findings } from '../sample-findings.ts';

const timeout = { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 } as const;
const cancelled = { kind: 'cancelled', signal: 'SIGINT', scanId: classified('public', 'a-scan') } as const;
const host = { ports: [443, 8080], certificateDays: 90, waf: [] } as const;
const portRule = 'host: { allowed-ports: [443] }\n';
/** Both rules are violated. */
const policy = 'host: { allowed-ports: [443], require-waf: true }\n';

describe('the title', () => {
  const titleOf = (model: ReportModel) => comment(model).split('\n')[1];
  const failed = plainModel(findings({ critical: 2, low: 1 }));
  const settings = settingsWith({ onInconclusive: 'warn' });

  test.each<[title: string, model: ReportModel]>([
    ['✅ Scan Gate: passed', plainModel(findings({ low: 1 }))],
    ['❌ Scan Gate: 2 findings block this pull request', failed],
    ['❌ Scan Gate: failed, 2 findings block', { ...failed, isOnPullRequest: false }],
    [
      '⚠️ Scan Gate: 2 findings would block; the check stays green (on-fail: warn)',
      { ...failed, settings: settingsWith({ onFail: 'warn' }) },
    ],
    ['⚠️ Scan Gate: no clear result, so this check failed', plainModel([], { problem: timeout })],
    [
      '⚠️ Scan Gate: no clear result; the check stays green (on-inconclusive: warn)',
      plainModel([], { problem: timeout, settings }),
    ],
    [
      '⚠️ Scan Gate: cancelled, so this check counts as failed',
      plainModel([], { problem: cancelled, settings }),
    ],
    ['⏭️ Scan Gate: skipped, nothing was scanned', withoutScan({ kind: 'missing-api-key', skipped: true })],
  ])('says the outcome: %s', (title, model) => {
    expect(titleOf(model)).toBe(`## ${title}`);
  });

  test.each<[what: string, violations: string, example: Example]>([
    ['rules alone', '2 violated rules for the host block', { policy, findings: [], host }],
    [
      'findings too',
      '1 finding and 2 violated rules for the host block',
      { policy, findings: findings({ high: 1 }), host },
    ],
    [
      'a rule of two policies once',
      '1 violated rule for the host blocks',
      { policy: portRule, organization: `fail-on: high\n${portRule}`, findings: [], host },
    ],
  ])('counts violated rules for the host: %s', (_what, violations, example) => {
    const model = judgedModel(example);
    expect(titleOf(model)).toBe(`## ❌ Scan Gate: ${violations} this pull request`);
    const elsewhere = titleOf({ ...model, isOnPullRequest: false });
    expect(elsewhere).toMatch(/^## ❌ Scan Gate: failed, \d.* violated rules? for the host blocks?$/u);
  });

  test('calls findings new only if all that block are', () => {
    const example = {
      policy: 'baseline: https://www.example.com\n',
      baseline: exampleBaseline(findings({ high: 1 })),
      findings: findings({ critical: 1, high: 1 }),
    };
    const { assessment, ...isOnlyNew } = judgedModel(example);
    expect(titleOf({ ...isOnlyNew, assessment })).toContain(': 1 new finding blocks ');
    // Whether a finding is known cannot be told if it is unlisted.
    const counting = { kind: 'unlisted-findings', count: 1 } as const;
    const verdict = { ...assessment.verdict, reasons: [...assessment.verdict.reasons, counting] };
    const andCounted = { ...isOnlyNew, assessment: { ...assessment, verdict, blockingCount: 2 } };
    expect(titleOf(andCounted)).toContain(': 2 findings block ');
    const organization = 'fail-on: high\nallow-baseline: false\n';
    expect(titleOf(judgedModel({ ...example, organization }))).toContain(': 2 findings block ');
  });
});

describe('the next step', () => {
  const budget = 'max-findings: { low: 1 }\n';
  const few = findings({ high: 1, low: 2 });
  const nginx = '<b>Outdated nginx 1.18.0 with a known memory corruption</b>';
  const four = 'the findings that block (1 critical, 3 high)';
  const mild = [1, 2].map((each) => finding('medium', each, { cvss: { score: 4, vector: '' } }));
  const mixed = [finding('medium', 0, { name: 'Cookie' }), ...mild];

  test.each<{ what: string; policy?: string; list: readonly Finding[]; names: string }>([
    { what: 'equal findings', list: [finding('high'), finding('high')], names: `${nginx} × 2` },
    { what: 'many findings', list: findings({ critical: 1, high: 3 }), names: four },
    {
      what: 'a budget alone',
      policy: budget,
      list: findings({ low: 3 }),
      names: 'at least 2 of the 3 low findings',
    },
    {
      what: 'one finding and a budget',
      policy: budget,
      list: few,
      names: `${nginx} and at least 1 of the 2 low findings`,
    },
    {
      what: 'many findings and a budget',
      policy: budget,
      list: findings({ critical: 1, high: 3, low: 2 }),
      names: `${four} and at least 1 of the 2 low findings`,
    },
    {
      what: 'a budget that a finding counts for which blocks by itself',
      policy: 'fail-on-cvss: 5\nmax-findings: { medium: 1 }\n',
      list: mixed,
      names: '<b>Cookie</b> and at least 1 of the 2 medium findings',
    },
    {
      what: 'a budget that is kept once what blocks by itself is fixed',
      policy: 'fail-on-cvss: 5\nmax-findings: { medium: 2 }\n',
      list: mixed,
      names: '<b>Cookie</b>',
    },
  ])('names what has to go: $what', ({ policy = '', list, names }) => {
    expect(comment(judgedModel({ policy, findings: list }))).toContain(
      `\n> [!CAUTION]\n> Fix ${names} (see “How to fix”). Then push: the next deployment is scanned again.\n`,
    );
  });

  test('stands over the findings of a budget, and why others block is said only if they differ', () => {
    const model = judgedModel({ policy: budget, findings: few });
    const rows = comment(model).match(/^\| .&nbsp;.*$/gmu) ?? [];
    expect(rows).toHaveLength(4);
    expect(rows[1]).toBe('| 🔵&nbsp;Low | **2 low, and 1 is allowed: fix at least 1 of these** |');
    expect(comment(model)).not.toContain('Why it blocks');
  });

  const timedOut = plainModel([], { problem: timeout });
  const settings = settingsWith({ onFail: 'warn' });
  const failed = plainModel(findings({ high: 1 }));

  test.each<[when: string, model: ReportModel, classes: string[]]>([
    ['red if the check fails', failed, ['markdown-alert-caution']],
    ['yellow if it stays green', { ...failed, settings }, ['markdown-alert-warning']],
    ['yellow without a verdict', timedOut, ['markdown-alert-warning']],
    ['not there after a pass', plainModel(), []],
    ['not there if it is skipped', withoutScan({ kind: 'missing-api-key', skipped: true }), []],
  ])('is in an alert that is %s, in comment and summary', (_when, model, classes) => {
    for (const markdown of [comment(model), summary(model)]) {
      const boxes = findElements(renderMarkdownTree(markdown), 'div');
      expect(boxes.map(({ properties }) => [properties['className']].flat()[1])).toEqual(classes);
    }
  });

  test('has no id in a sentence: it is in a fold, or on a line of its own if findings are withheld', () => {
    const model = judgedModel({ policy, findings: findings({ high: 1 }), host });
    expect(comment(countsOnlyModel(model))).toContain(
      '\n**Scan id:** `6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11`\n',
    );
    for (const text of [comment(model), comment(timedOut)]) {
      const id = text.indexOf('6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11');
      expect(text.slice(0, id).split('<details>').length).toBeGreaterThan(
        text.slice(0, id).split('</details>').length,
      );
    }
  });

  const secrets = 'https://github.com/example/shop/settings/secrets/actions';
  const workflow = 'https://github.com/example/shop/actions/runs/101/workflow';
  const policyFile = 'https://github.com/example/shop/new/main?filename=.github%2Fscan-gate.yml';
  const refused: Problem = { kind: 'service', operation: 'list', fault: statusFault(401), tries: 1 };
  const address = classified('address', 'https://shop.example');
  test.each<[what: string, problem: Problem, page: string]>([
    ['the secrets for a missing key', { kind: 'missing-api-key', skipped: false }, secrets],
    ['the secrets for a refused key', { kind: 'baseline', baseline: address, problem: refused }, secrets],
    ['the policy file for its rules for the host', { kind: 'no-host-information' }, policyFile],
    ['the workflow for any other problem', { ...refused, fault: statusFault(503) }, workflow],
  ])('links the run, and %s', (_what, problem, page) => {
    const model = plainModel([], { problem });
    const [, links] = whatToDo(model, en).split(`(${model.run.url}) · [`);
    expect(links).toContain(`](${page})`);
  });

  test('says how many of which severity block that are unlisted', () => {
    const open =
      '> Open this scan in the dashboard of [scanner.example.com](https://scanner.example.com/) (by its id below), and fix';
    const model = judgedModel({ policy: budget, findings: few });
    expect(comment(countsOnlyModel(model))).toContain(
      `${open} the findings that block (1 high) and at least 1 of the 2 low findings. Then push: `,
    );
  });

  test('of a cancelled run says when there is nothing to do, and how to take the scan up', () => {
    const text = comment(plainModel([], { problem: cancelled }));
    expect(text).toMatch(/^- If a newer run has started, there is nothing to do: /mu);
    expect(text).toMatch(
      /^- Or set `scan-id` to the id of this scan, which is among its details\. \[Open this run\]/mu,
    );
  });

  test('about host rules links the run and the policy file, and is said once for both policies', () => {
    const organization = `fail-on: high\n${portRule}`;
    const model = judgedModel({ policy, organization, findings: [], host });
    for (const each of [model, countsOnlyModel(model)]) {
      expect(comment(each).split('Bring the host in line with the rules under `host`')).toHaveLength(2);
      const links = linksIn(commentTree(each));
      expect(links).toContain(model.run.url);
      expect(links).toContain('https://github.com/example/shop/edit/main/.github/scan-gate.yml');
    }
    expect(comment(countsOnlyModel(model))).not.toContain('8080');
    const onlyOrganization = comment(judgedModel({ policy: '', organization, findings: [], host }));
    expect(onlyOrganization).toContain('change it in its policy file');
    expect(onlyOrganization).not.toContain('/edit/main/');
  });
});
