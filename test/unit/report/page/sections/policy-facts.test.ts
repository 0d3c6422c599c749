import { describe, expect, test } from '@jest/globals';
import { blobOf } from '../../../../support/github/views.ts';
import { ignoreLow, judgedModel } from '../../models.ts';
import { comment, foldText, summary } from '../../rendered-reports.ts';

describe('the policy in force', () => {
  const policy = `fail-on: medium\nmax-findings: { high: 0, low: 9 }\nreport-logo: https://example.com/logo.png?key=s3cret\nhost: { allowed-ports: [80, 443] }\n${ignoreLow}`;

  test('is shown as far as it is not default, with the source of each value', () => {
    const model = judgedModel({
      policy,
      inputs: { 'fail-on': 'low', 'fail-fast': 'true' },
      findings: [],
      host: { ports: [443], certificateDays: 90, waf: [] },
    });
    const items = [
      '- `fail-on`: `low` (input)',
      '- `max-findings`: `high: 0, low: 9` (policy file)',
      '- `fail-fast`: `true` (input)',
      '- `report-logo`: `https://example.com/logo.png` (policy file)',
      '- `ignore`: 1 rule (policy file)',
      '- `host.allowed-ports`: `[80, 443]` (policy file)',
    ];
    for (const text of [comment(model), summary(model)]) {
      for (const item of items) expect(text).toContain(item);
      expect(text).not.toMatch(/`fail-on-cvss`|default\)/u);
      const file = `Policy file: .github/scan-gate.yml (blob ${blobOf(policy).slice(0, 7)})`;
      expect(foldText(text, 'Scan, host and policy')).toContain(file);
      expect(text).toContain('](https://github.com/example/shop/blob/HEAD/.github/scan-gate.yml)');
    }
  });

  test('is said to be all default if it is', () => {
    const text = comment(judgedModel({ findings: [] }));
    expect(text).toContain('Policy file: none');
    expect(text).toContain('Every setting has its default.');
  });

  test('shows what an organization allows as it is typed, in every language', () => {
    const organization = 'fail-on: high\nallow-ignores: { max-days: 30, max-severity: low }\n';
    const model = judgedModel({ organization, findings: [] });
    for (const text of [comment(model), comment({ ...model, language: 'pt' })])
      expect(text).toContain('- `allow-ignores`: `max-days: 30, max-severity: low`');
  });
});
