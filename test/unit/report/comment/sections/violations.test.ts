// Broken host rules in the comment, the log and the annotations.
import { describe, expect, test } from '@jest/globals';
import { annotate } from '../../../../../src/report/annotations.ts';
import { renderLogTable } from '../../../../../src/report/log-table.ts';
import { en } from '../../../../../src/report/texts/en/texts.ts';
import { summarize } from '../../../../../src/report/wording.ts';
import { findElements, textOf } from '../../../../support/render.ts';
import { findings } from '../../models.ts';
import { comment, commentTree, modelOf, unfolded } from '../../scenes.ts';

describe('rules for the host', () => {
  const host = { ports: [443, 8080, ''], certificateDays: -3, waf: [] } as const;
  const rules = 'host:\n  allowed-ports: [443]\n  certificate-min-days: 14\n  require-waf: true\n';

  test('that are broken are in comment, log and annotations, with the remedy and whether they block', async () => {
    const shown = await modelOf({ policy: rules, findings: [], host });
    const text = comment(shown);
    expect(text).toContain('## ❌ Scan Gate: 4 host rules violated');
    const rows = findElements(commentTree(shown), 'tr').map(textOf);
    expect(rows.find((row) => row.includes('8080'))).toMatch(
      /^\s*🟠\s*High\s*Port 8080 .*allowed: 443\.\s*Close it/su,
    );
    expect(rows.some((row) => row.includes('whose number is unknown'))).toBe(true);
    expect(rows.some((row) => row.includes('expired 3 days ago; at least 14 days'))).toBe(true);
    const annotation = annotate(shown, en).at(-1);
    expect(annotation?.title).toBe('Violations of the host rules (4)');
    expect(annotation?.message.split('\n')).toHaveLength(4);
    expect(renderLogTable(shown).join('\n')).toContain('- High, blocks: yes. Port `8080`');
  });

  test('of a low severity are listed, and do not block', async () => {
    const shown = await modelOf({ policy: `${rules}  severity: low\n`, findings: [], host });
    expect(shown.assessment.verdict.outcome).toBe('pass');
    expect(unfolded(comment(shown), '4 host rules violated that do not block')).toContain('Port 8080');
    expect(annotate(shown, en)).toEqual([]);
  });

  test('are said to be kept where they are', async () => {
    const well = { ports: [443], certificateDays: 60, waf: ['ExampleShield'] } as const;
    const shown = await modelOf({ policy: rules, findings: findings({ low: 1 }), host: well });
    expect(summarize(shown, en)).toContain('The rules for the host are kept.');
    expect(comment(shown)).not.toContain('violated');
  });
});
