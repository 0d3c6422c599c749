import { describe, expect, test } from '@jest/globals';
import { annotate } from '../../../src/report/annotations.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { assess, finding, findings, model } from './models.ts';

describe('the message of an annotation', () => {
  test('begins with the name of the finding, because not every view shows the title', () => {
    const [first] = annotate(model(assess(findings({ high: 1 }))), en);
    expect(first?.title).toBe('High: Outdated nginx 1.18.0 with a known memory corruption');
    expect(first?.message.split('\n').slice(0, 2)).toEqual([
      'Outdated nginx 1.18.0 with a known memory corruption',
      'CVSS 7.7, CWE-193, CVE-2021-23017',
    ]);
  });

  test('says so of a finding without a name, and is within the limit of GitHub', () => {
    const long = 'x'.repeat(20_000);
    const nameless = finding('critical', 0, { name: ' ', description: long, remediation: long });
    const [first] = annotate(model(assess([nameless])), en);
    expect(first?.message.split('\n')[0]).toBe('(no name)');
    expect(first?.message.length).toBeLessThanOrEqual(4096);
  });
});
