import { describe, expect, test } from '@jest/globals';
import { en } from '../../../../../src/report/language/texts.ts';
import { annotationsOf } from '../../../../../src/report/log/annotations.ts';
import { findElements, textOf } from '../../../../support/render.ts';
import { judgedModel } from '../../models.ts';
import { comment, commentTree, foldText, logLines } from '../../rendered-reports.ts';
import { findings } from '../../sample-findings.ts';

describe('rules for the host', () => {
  const host = { ports: [443, 8080, ''], certificateDays: -3, waf: [] } as const;
  const rules = 'host:\n  allowed-ports: [443]\n  certificate-min-days: 14\n  require-waf: true\n';

  test('that are broken are in comment, log and annotations, with the remedy and whether they block', () => {
    const model = judgedModel({ policy: rules, findings: [], host });
    const rows = findElements(commentTree(model), 'tr').map(textOf);
    expect(rows.find((row) => row.includes('8080'))).toMatch(
      /^\s*🟠\s*High\s*Port 8080 .*allowed: 443\.\s*Close it/su,
    );
    expect(rows.some((row) => row.includes('whose number is unknown'))).toBe(true);
    expect(rows.some((row) => row.includes('expired 3 days ago; the policy asks for at least 14 days'))).toBe(
      true,
    );
    const annotation = annotationsOf(model, en).at(-1);
    expect(annotation?.title).toBe('4 violated rules for the host block');
    expect(annotation?.message.split('\n')).toHaveLength(4);
    expect(logLines(model).join('\n')).toContain('- High, blocks: yes. Port `8080`');
  });

  test('of a low severity are listed, and do not block', () => {
    const model = judgedModel({ policy: `${rules}  severity: low\n`, findings: [], host });
    expect(model.assessment.verdict.outcome).toBe('pass');
    expect(foldText(comment(model), '4 violated rules for the host that do not block')).toContain(
      'Port 8080',
    );
    expect(annotationsOf(model, en)).toEqual([]);
  });

  test('are not mentioned if they are kept', () => {
    const well = { ports: [443], certificateDays: 60, waf: ['ExampleShield'] } as const;
    const model = judgedModel({ policy: rules, findings: findings({ low: 1 }), host: well });
    expect(comment(model)).not.toContain('violated');
  });
});
