// In the comment and in the summary.
import { describe, expect, test } from '@jest/globals';
import { renderSummary } from '../../../../../src/report/comment/summary.ts';
import { en } from '../../../../../src/report/texts/en/texts.ts';
import { comment, ignoreLow, modelOf, unfolded } from '../../scenes.ts';

describe('the policy in force', () => {
  test('is shown whole, with the source of each value: folded in the comment, open in the summary', async () => {
    const shown = await modelOf({
      policy: `fail-on: medium\nmax-findings: { high: 0, low: 9 }\nreport-logo: https://example.com/logo.png?key=s3cret\nhost: { allowed-ports: [80, 443] }\n${ignoreLow}`,
      inputs: { 'fail-on': 'low', 'fail-fast': 'true' },
      findings: [],
      host: { ports: [443], certificateDays: 90, waf: [] },
    });
    const rows = [
      '| `fail-on` | `low` | input |',
      '| `fail-on-cvss` | none | default |',
      '| `max-findings` | `high: 0, low: 9` | policy file |',
      '| `fail-fast` | `true` | input |',
      '| `report-logo` | `https://example.com/logo.png` | policy file |',
      '| `ignore` | 1 rule | policy file |',
      '| `host.allowed-ports` | `[80, 443]` | policy file |',
    ];
    const inComment = comment(shown);
    const inSummary = renderSummary(shown, en);
    for (const row of rows) {
      expect(inComment).toContain(row);
      expect(inSummary).toContain(row);
    }
    expect(unfolded(inComment, 'Policy in force')).toContain('Policy file: .github/scan-gate.yml');
    expect(inSummary).toContain('### Policy in force\n\nPolicy file: `.github/scan-gate.yml`');
    expect(unfolded(inSummary, 'Policy in force')).toBe('');
  });
});
