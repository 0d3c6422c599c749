import { expect, test } from '@jest/globals';
import { removePreferenceValues } from '../../../src/gate/remove-preference-values.ts';
import { assessed } from './assessments.ts';

test('removes values of preferences from findings and raw answer, and keeps what was decided', () => {
  const assessment = assessed({ issues: [{ name: 'a: s3cret-value', severity: 'high' }] });
  const raw = { issues: [{ name: 'a: s3cret-value' }] };
  const redact = (text: string) => text.replaceAll('s3cret-value', '***');
  const decision = { assessment, passesWithoutBaseline: false, hostFacts: null, checks: 1 };
  const clean = removePreferenceValues(decision, { raw }, { redact });
  const [before, after] = [assessment.findings[0], clean.assessment.findings[0]];
  expect(after).toEqual({ ...before, finding: { ...before?.finding, name: 'a: ***' } });
  expect(before?.finding.name).toBe('a: s3cret-value');
  expect(clean.assessment.verdict).toBe(assessment.verdict);
  expect(raw).toEqual({ issues: [{ name: 'a: ***' }] });
});
