import { describe, expect, test } from '@jest/globals';
import { issueTitle } from '../../../../src/report/page/issue.ts';
import { renderPage } from '../../../../src/report/page/page.ts';
import type { PublicModel } from '../../../../src/report/public-model.ts';
import { countsOnlyModel, type Example, exampleBaseline, judgedModel, plainModel } from '../models.ts';
import { findings } from '../sample-findings.ts';

const marker = '<!-- scan-gate -->';
const failed = plainModel(findings({ critical: 1, high: 1, low: 2 }), { isOnPullRequest: false });

function issue(model: PublicModel): { title: string; body: string } {
  return { title: issueTitle(model), body: renderPage(model, 'issue', { hiddenLine: marker }) };
}

describe('the tracking issue', () => {
  const baseline = exampleBaseline(findings({ high: 2 }));
  const compared = { policy: 'baseline: https://www.example.com\n', baseline } as const;

  test.each<[title: string, example: Example]>([
    ['failed, 2 findings block', { findings: findings({ critical: 1, high: 1 }) }],
    ['failed, 1 new finding blocks', { ...compared, findings: findings({ critical: 1, high: 2 }) }],
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
    expect(issue({ ...failed, language: 'pt' }).title).toBe(
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
