import { describe, expect, test } from '@jest/globals';
import { hasSarif } from '../../../../src/report/sarif/sarif.ts';
import { header, injection, modelOf, runOf } from '../../../support/sarif.ts';

describe('the run', () => {
  test('names the tool, the category and the times', () => {
    const { run } = runOf({ issues: [] });
    expect(run.tool.driver).toEqual({
      name: 'Scan Gate',
      version: '1.2.3',
      semanticVersion: '1.2.3',
      informationUri: 'https://github.com/octo/scan-gate',
      rules: [],
    });
    expect(run.automationDetails).toEqual({ id: 'Security / scan/' });
    expect(run.invocations).toEqual([
      {
        executionSuccessful: true,
        startTimeUtc: '2026-11-21T09:12:30.000Z',
        endTimeUtc: '2026-11-21T09:25:04.000Z',
      },
    ]);
  });

  test('has an empty list of results when nothing is found, so that alerts close', () => {
    expect(runOf({ issues: [] }).results).toEqual([]);
  });

  test('has different categories for different long keys', () => {
    const ids = ['a', 'b'].map((end) => runOf({ issues: [] }, { category: 'x'.repeat(400) + end }).run);
    expect(new Set(ids.map(({ automationDetails }) => automationDetails.id)).size).toBe(2);
  });

  test('has the same bytes for the same scan', () => {
    const issues = [header, injection, header];
    expect(runOf({ issues }).json).toBe(runOf({ issues }).json);
  });

  test('says what the summary counts and the list lacks', () => {
    const { run } = runOf({ issues: [header], result: { issuesSummary: { low: 3 } } });
    expect(run.invocations[0]?.toolExecutionNotifications).toEqual([
      {
        level: 'warning',
        message: { text: 'The summary of the scan counts 2 findings that the list does not hold (2 low).' },
      },
    ]);
  });
});

describe('hasSarif', () => {
  test('is true for a finished scan, whether it passes or fails', () => {
    expect([[], [header], [injection]].map((issues) => hasSarif(modelOf({ issues })))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('is false for one that did not finish, that fail-fast ended, or that was not wholly understood', () => {
    const models = [
      modelOf({ issues: [injection], gate: { problem: { kind: 'ended-early', percentage: 37 } } }),
      modelOf({ issues: [injection], gate: { partial: true } }),
      modelOf({ issues: [injection], result: { totalChecked: 0 } }),
      modelOf({ issues: [injection], result: { issuesSummary: [] } }),
    ];
    expect(models.map(({ assessment }) => assessment.verdict.outcome)).toEqual([
      'inconclusive',
      'fail',
      'fail',
      'fail',
    ]);
    expect(models.map(hasSarif)).toEqual([false, false, false, false]);
  });
});
