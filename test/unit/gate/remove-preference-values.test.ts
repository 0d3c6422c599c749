import { expect, test } from '@jest/globals';
import { removePreferenceValuesInPlace } from '../../../src/gate/remove-preference-values.ts';
import { assessed } from './assessments.ts';

test('removes values of preferences from findings and raw answer, and keeps what was decided', () => {
  const assessment = assessed({ issues: [{ name: 'a: s3cret-value', severity: 'high' }] });
  const raw = { issues: [{ name: 'a: s3cret-value' }] };
  const redact = (text: string) => text.replaceAll('s3cret-value', '***');
  const before = structuredClone(assessment);
  removePreferenceValuesInPlace(assessment.findings, raw, { redact });
  const [judged] = before.findings;
  const findings = [{ ...judged, finding: { ...judged?.finding, name: 'a: ***' } }];
  expect(assessment).toEqual({ ...before, findings });
  expect(raw).toEqual({ issues: [{ name: 'a: ***' }] });
});
