import { expect, test } from '@jest/globals';
import { en } from '../../../../../src/report/language/texts.ts';
import type { ReportedScan } from '../../../../../src/report/model.ts';
import { scanSection } from '../../../../../src/report/page/sections/scan-facts.ts';
import { plainModel, withoutScan } from '../../models.ts';

function sectionWith(changes: Partial<ReportedScan>): string {
  const model = plainModel();
  return scanSection({ ...model, scan: { ...model.scan, ...changes } }, en);
}

test('names the scan and its times, and leaves out what is not known', () => {
  const section = sectionWith({ endedAt: null });
  expect(section).toContain('\n- Scan id: `6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11`\n');
  expect(section).toContain('\n- Started: 2026-11-21 09:12 UTC\n');
  expect(section).not.toMatch(/Ended|Duration|Subdomains/u);
  expect(scanSection(withoutScan({ kind: 'nothing-checked' }), en)).toBe('');
});

test('lists the options of a preference one by one, and at most forty', () => {
  const section = sectionWith({ preferences: { crawler_options: { depth: 3 }, xss: true } });
  expect(section).toContain('- `crawler_options.depth`: `3`\n- `xss`: `true`');
  const many = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`p${index}`, index]));
  expect(sectionWith({ preferences: many })).toContain('\n- and 5 more');
});

test('says what differs from what was asked for, and from the scan of the baseline', () => {
  const section = sectionWith({
    preferenceDifferences: [{ name: 'scan_deep', asked: 3, got: null }],
    baselineDifferences: ['scan_speed'],
  });
  expect(section).toContain('- `scan_deep`: asked for `3`, not in the result');
  expect(section).toContain('ran with other preferences (`scan_speed`)');
});
