import { describe, expect, test } from '@jest/globals';
import { issueTitle, verdictTitle } from '../../../../src/report/sentences/titles.ts';
import { countsOnlyModel, onlyWarns, plainModel, timedOut, withoutScan } from '../models.ts';
import { findings } from '../sample-findings.ts';

describe('verdictTitle', () => {
  const blocking = plainModel(findings({ high: 2 }));
  test.each([
    [plainModel(), 'passed', 'aprovado'],
    [blocking, '2 findings block this pull request', '2 achados bloqueiam este pull request'],
    [{ ...blocking, isOnPullRequest: false }, 'failed, 2 findings block', 'reprovado, 2 achados bloqueiam'],
    [
      { ...blocking, ...onlyWarns },
      '2 findings block; the check stays green (on-fail: warn)',
      '2 achados bloqueiam; o check continua verde (on-fail: warn)',
    ],
    [timedOut, 'no clear result, so this check failed', 'sem resultado claro, por isso este check falhou'],
    [
      { ...timedOut, ...onlyWarns },
      'no clear result; the check stays green (on-inconclusive: warn)',
      'sem resultado claro; o check continua verde (on-inconclusive: warn)',
    ],
    [
      withoutScan({ kind: 'missing-api-key-skipped' }),
      'skipped, nothing was scanned; the check stays green',
      'pulado, nada foi escaneado; o check continua verde',
    ],
  ])('says what happens to the check (%#)', (model, en, pt) => {
    expect(verdictTitle(model)).toBe(`Scan Gate: ${en}`);
    expect(verdictTitle({ ...model, language: 'pt' })).toBe(`Scan Gate: ${pt}`);
  });
});

describe('issueTitle', () => {
  const failed = plainModel(findings({ critical: 1, high: 1 }));

  test.each([
    ['failed, 2 findings block', failed],
    ['nothing blocks', plainModel(findings({ low: 1 }))],
  ])('says on which target what blocks: %s', (state, model) => {
    expect(issueTitle(model)).toBe(`Scan Gate: ${state} on preview-104.example.com`);
  });

  test('is Portuguese on a Portuguese run, and names the job if the target must not be named', () => {
    expect(issueTitle({ ...failed, language: 'pt' })).toBe(
      'Scan Gate: reprovado, 2 achados bloqueiam em preview-104.example.com',
    );
    expect(issueTitle(countsOnlyModel(failed))).toBe(
      'Scan Gate: failed, 2 findings block on Security / scan',
    );
  });

  test('is one line that is not too long', () => {
    const title = issueTitle({ ...failed, target: `https://a.example/\n${'x'.repeat(400)}` });
    expect(title).not.toContain('\n');
    expect(title.length).toBeLessThanOrEqual(200);
  });
});
