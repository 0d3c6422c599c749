import { describe, expect, test } from '@jest/globals';
import { countsSection } from '../../../../src/report/page/top.ts';
import { type PublishedModel, publishedModelOf } from '../../../../src/report/published-model.ts';
import { findElements, renderMarkdownTree } from '../../../support/render.ts';
import { countsOnlyModel, plainModel, settingsWith, withoutScan } from '../models.ts';
import { comment, summary } from '../rendered-reports.ts';
import { findings } from '../sample-findings.ts';

const skipped = withoutScan({ kind: 'missing-api-key-skipped' });
const failed = plainModel(findings({ critical: 2, low: 1 }));
const warnFail = settingsWith({ 'on-fail': 'warn' });
const timedOut = plainModel([], { problem: { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 } });

test.each<[sign: string, what: string, model: PublishedModel, classes: string[]]>([
  ['❌', 'red if the check fails', failed, ['markdown-alert-caution']],
  ['⚠️', 'yellow if it stays green', { ...failed, settings: warnFail }, ['markdown-alert-warning']],
  ['⚠️', 'yellow without a verdict', timedOut, ['markdown-alert-warning']],
  ['✅', 'not there after a pass', plainModel(findings({ low: 1 })), []],
  ['⏭️', 'not there if it is skipped', skipped, []],
])('the title begins with %s, and the alert is %s, in comment and summary', (sign, _what, model, classes) => {
  for (const markdown of [comment(model), summary(model)]) {
    expect(markdown).toMatch(new RegExp(`^## ${sign} Scan Gate: `, 'mu'));
    const boxes = findElements(renderMarkdownTree(markdown), 'div');
    expect(boxes.map(({ properties }) => [properties['className']].flat()[1])).toEqual(classes);
  }
});

describe('the next step', () => {
  test('does not say that a green check stops a merge', () => {
    expect(comment(failed)).not.toContain('does not stop a merge');
    expect(comment({ ...failed, settings: warnFail })).toContain(
      ': the next run scans it.\n>\n> This check does not stop a merge.\n',
    );
  });

  test('has no id in a sentence: it is in a fold, or on a line of its own if findings are withheld', () => {
    const id = '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11';
    expect(comment(countsOnlyModel(failed))).toContain(`\n**Scan id:** \`${id}\`\n`);
    for (const text of [comment(failed), comment(timedOut)]) {
      const before = text.slice(0, text.indexOf(id));
      expect(before.split('<details>').length).toBeGreaterThan(before.split('</details>').length);
    }
  });

  test.each([
    [' Policy file: [gate.yml](https://a.example/gate)', { path: 'gate.yml', url: 'https://a.example/gate' }],
    // There is no file yet.
    [' Policy file: `gate.yml`', { path: 'gate.yml', url: null }],
    // With `config: none`.
    ['', null],
  ])('says who can see findings that are withheld, and where that is set:%s', (file, ownPolicyFile) => {
    const model = countsOnlyModel(plainModel(findings({ high: 1 }), { ownPolicyFile }));
    expect(comment(model)).toContain(`, set \`disclosure: full\`.${file}\n`);
  });

  test('of unlisted findings that block is in the alert, and other problems are listed below', () => {
    const { judgement, ...rest } = plainModel();
    const unlisted = { weight: 'blocking', kind: 'unlisted-findings', count: 2 } as const;
    const doubt = {
      weight: 'doubt',
      because: { kind: 'too-few-checks', checks: 0, minimum: 1 },
    } as const;
    const model = publishedModelOf({
      ...rest,
      judgement: { ...judgement, verdict: 'fail', objections: [unlisted, doubt], blockingCount: 2 },
    });
    const text = comment(model);
    expect(text).toMatch(
      /^> \[!CAUTION\]\n> The scan counts 2 findings that .*\n>\n> Look up the scan in the dashboard/mu,
    );
    expect(text).toContain('**Also:**\n\n- ');
  });

  test('of a cancelled run says when there is nothing to do, and how to take the scan up', () => {
    const text = comment(plainModel([], { problem: { kind: 'cancelled' } }));
    expect(text).toMatch(/^> If a newer run has started, there is nothing to do.*\n>\n> .*`scan-id`/mu);
  });
});

describe('the counts', () => {
  const target =
    'Target: [preview-104.example.com](https://preview-104.example.com/) · Scanning service: scanner.example.com';

  test('are bold if they block, also if it is not said which findings do', () => {
    const model = countsOnlyModel(plainModel(findings({ high: 2, low: 3 })));
    expect(countsSection(model)).toBe(
      '🟠&nbsp;**2 high** · 🔵&nbsp;3 low<br>\nScanning service: scanner.example.com',
    );
  });

  test('are followed by target and service, and are not there if nothing was found', () => {
    expect(countsSection(plainModel(findings({ low: 1 })))).toBe(`🔵&nbsp;1 low<br>\n${target}`);
    for (const model of [plainModel(), withoutScan({ kind: 'missing-api-key' })])
      expect(countsSection(model)).toBe(target);
  });

  test('are followed by those that the summary counts beyond the list', () => {
    const unlisted = { critical: 2, high: 0, medium: 0, low: 1, warning: 0 };
    const model = plainModel(findings({ high: 1 }));
    const judgement = { ...model.judgement, counts: { ...unlisted, high: 1 }, unlisted };
    expect(countsSection({ ...model, judgement })).toContain(
      '<br>\nThe scan counts 3 findings that it does not list (2 critical, 1 low).',
    );
  });
});
