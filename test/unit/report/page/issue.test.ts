import { describe, expect, test } from '@jest/globals';
import { en, pt } from '../../../../src/report/language/texts.ts';
import type { ReportModel } from '../../../../src/report/model.ts';
import { issueTitle, trackingComment } from '../../../../src/report/page/issue.ts';
import { renderPage } from '../../../../src/report/page/page.ts';
import { countsOnlyModel, type Example, exampleBaseline, judgedModel, plainModel } from '../models.ts';
import { findings } from '../sample-findings.ts';

const marker = '<!-- scan-gate -->';
const failed = plainModel(findings({ critical: 1, high: 1, low: 2 }), { isOnPullRequest: false });

const violated: Example = {
  policy: 'host: { require-waf: true }\n',
  findings: [],
  host: { ports: [443], certificateDays: 90, waf: [] },
};

function issue(model: ReportModel, texts = en): { title: string; body: string } {
  return { title: issueTitle(model, texts), body: renderPage(model, texts, 'issue', { hiddenLine: marker }) };
}

describe('the tracking issue', () => {
  const baseline = exampleBaseline(findings({ high: 2 }));
  const compared = { policy: 'baseline: https://www.example.com\n', baseline } as const;

  test.each<[title: string, example: Example]>([
    ['failed, 2 findings block', { findings: findings({ critical: 1, high: 1 }) }],
    ['failed, 1 new finding blocks', { ...compared, findings: findings({ critical: 1, high: 2 }) }],
    ['failed, 1 violated rule for the host blocks', violated],
    ['nothing blocks', { findings: [] }],
  ])('says in its title on which target what blocks: %s', (title, example) => {
    expect(issue(judgedModel(example)).title).toBe(`Scan Gate: ${title} on preview-104.example.com`);
  });

  test('says in its title that earlier findings are open', () => {
    expect(issue(judgedModel({ ...compared, findings: findings({ high: 2 }) })).title).toBe(
      'Scan Gate: nothing new blocks on preview-104.example.com, 2 earlier findings are open',
    );
  });

  test('has a title in Portuguese', () => {
    expect(issue(failed, pt).title).toBe(
      'Scan Gate: reprovado, 2 achados bloqueiam em preview-104.example.com',
    );
  });

  test('names the job if the target must not be named', () => {
    const { title, body } = issue(countsOnlyModel(failed));
    expect(title).toBe('Scan Gate: failed, 2 findings block on Security / scan');
    expect(body).not.toMatch(/preview-104|SQL|nginx/u);
  });

  test('has the report, and what happens to the issue', () => {
    const { body } = issue(failed);
    expect(body.startsWith(`${marker}\n> [!CAUTION]\n`)).toBe(true);
    expect(body).toContain('Scan Gate updates this issue with each run, and closes it when');
    expect(body).toContain('. Then deploy: the next run scans again.');
  });

  test('has a title of one line that is not too long', () => {
    const { title } = issue({ ...failed, target: `https://a.example/\n${'x'.repeat(400)}` });
    expect(title).not.toContain('\n');
    expect(title.length).toBeLessThanOrEqual(200);
  });

  test('keeps its limit with many findings', () => {
    const many = plainModel(findings({ critical: 300, low: 900 }));
    expect(issue(many).body.length).toBeLessThanOrEqual(64_000);
  });
});

describe('the comment on the tracking issue', () => {
  const violatedModel = judgedModel(violated);

  test('says when it is closed that nothing blocks, and what remains', () => {
    const closed = trackingComment('closed', plainModel(findings({ medium: 2, low: 1 })), en);
    expect(closed).toContain(
      '**✅ Resolved: nothing blocks on preview-104.example.com, even without the baseline.**',
    );
    expect(closed).toContain('What remains does not block: 2 medium, 1 low.');
  });

  test('says when it is closed if nothing was found', () => {
    expect(trackingComment('closed', plainModel(), en)).toContain('Nothing was found.');
  });

  test.each([
    ['**❌ Open again: 2 findings block.**', failed, en],
    ['**❌ Open again: 1 violated rule for the host blocks.**', violatedModel, en],
    ['**❌ Reaberta: 2 achados bloqueiam.**', failed, pt],
  ])('says when it is opened again what blocks: %s', (title, model, texts) => {
    expect(trackingComment('reopened', model, texts)).toContain(title);
  });

  test.each(['closed', 'reopened'] as const)('links the run when it is %s', (kind) => {
    expect(trackingComment(kind, failed, en)).toContain(
      '[Security / scan](https://github.com/example/shop/actions/runs/101/attempts/1)',
    );
  });
});
