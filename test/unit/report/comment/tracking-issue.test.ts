import { describe, expect, test } from '@jest/globals';
import { renderTrackingIssue, trackingComment } from '../../../../src/report/comment/tracking-issue.ts';
import type { ReportModel } from '../../../../src/report/model.ts';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import { withholdDetails } from '../../../../src/report/withhold.ts';
import { assess, findings, model } from '../models.ts';
import { baselineOf, modelOf } from '../scenes.ts';

const marker = '<!-- scan-gate -->';
const failed = model(assess(findings({ critical: 1, high: 1, low: 2 })), { onPullRequest: false });

function issue(shown: ReportModel, texts = en): { title: string; body: string } {
  return renderTrackingIssue(shown, texts, { marker });
}

describe('the tracking issue', () => {
  test('has the number of blocking findings and the target in its title', () => {
    expect(issue(failed).title).toBe('Scan Gate: 2 findings block on preview-104.example.com');
    expect(issue(failed, pt).title).toBe('Scan Gate: 2 achados bloqueiam em preview-104.example.com');
  });

  test('says in its title that known findings are open, or that nothing blocks', async () => {
    const known = await modelOf({
      policy: 'baseline: https://www.example.com\n',
      findings: findings({ high: 2 }),
      baseline: baselineOf(findings({ high: 2 })),
    });
    expect(issue(known).title).toBe(
      'Scan Gate: nothing new blocks on preview-104.example.com, 2 known findings are open',
    );
    expect(issue(model(assess([]))).title).toBe('Scan Gate: nothing blocks on preview-104.example.com');
  });

  test('names the job where the target must not be named', () => {
    const counted = withholdDetails({ ...failed, disclosure: { mode: 'counts', because: 'public' } });
    const { title, body } = issue(counted);
    expect(title).toBe('Scan Gate: 2 findings block on Security / scan');
    expect(body).not.toMatch(/preview-104|SQL|nginx/u);
  });

  test('has the report, and what happens to the issue', () => {
    const { body } = issue(failed);
    expect(body.startsWith(`${marker}\n## ❌ Scan Gate: failed, 2 findings block\n`)).toBe(true);
    expect(body).toContain('Scan Gate keeps this issue up to date and closes it when');
    expect(body).toContain('fix the 2 findings below and deploy; the next run checks again.');
    expect(body.length).toBeLessThanOrEqual(64_000);
  });

  test('has a title of one line that is not too long', () => {
    const { title } = issue({ ...failed, target: `https://a.example/\n${'x'.repeat(400)}` });
    expect(title).not.toContain('\n');
    expect(title.length).toBeLessThanOrEqual(200);
  });

  test('keeps its limit with many findings', () => {
    const many = model(assess(findings({ critical: 300, low: 900 })));
    expect(issue(many).body.length).toBeLessThanOrEqual(64_000);
  });
});

describe('the comment on the tracking issue', () => {
  test('when it is closed and when it is opened again, with a link to the run', () => {
    const run = '[Security / scan](https://github.com/example/shop/actions/runs/101/attempts/1)';
    const closed = trackingComment('closed', model(assess([])), en);
    expect(closed).toContain('## ✅ Resolved: nothing blocks, even without the baseline.');
    expect(closed).toContain(run);
    const reopened = trackingComment('reopened', failed, en);
    expect(reopened).toContain('## ❌ Open again: 2 findings block.');
    expect(reopened).toContain(run);
    expect(trackingComment('reopened', failed, pt)).toContain('Reaberta: 2 achados bloqueiam.');
  });
});
