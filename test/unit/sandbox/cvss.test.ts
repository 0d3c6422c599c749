import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../sandbox/checks/catalogue.ts';
import { cvssBaseScore, severityOfScore } from '../../../sandbox/scan/cvss.ts';
import { ISSUE_GROUPS } from '../../../sandbox/scan/wire.ts';

describe('cvssBaseScore', () => {
  // Scores as published in the CVSS 3.1 examples document and in the National Vulnerability Database.
  test.each([
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
    ['AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10],
    ['AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
    ['AV:N/AC:L/PR:L/UI:N/S:C/C:L/I:L/A:N', 6.4],
    ['AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', 3.1],
    ['AV:A/AC:L/PR:N/UI:N/S:C/C:H/I:N/A:H', 9.3],
    ['AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H', 7.8],
    ['AV:P/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 6.8],
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5],
    ['AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H', 7.2],
    ['AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
  ])('%s scores %d', (metrics, score) => {
    expect(cvssBaseScore(`CVSS:3.1/${metrics}`)).toBe(score);
  });

  test.each([
    'CVSS:3.0/AV:N',
    'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/C:H/I:H/A:H',
    'CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  ])('refuses %s', (vector) => {
    expect(() => cvssBaseScore(vector)).toThrow(vector);
  });
});

test('severities follow the qualitative scale', () => {
  expect([0, 0.1, 3.9, 4, 6.9, 7, 8.9, 9, 10].map(severityOfScore)).toEqual([
    'warning',
    'low',
    'low',
    'medium',
    'medium',
    'high',
    'high',
    'critical',
    'critical',
  ]);
});

describe('the catalogue of checks', () => {
  test('has more than twenty checks, with ids and names of their own', () => {
    expect(CATALOGUE.length).toBeGreaterThan(20);
    expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length);
    expect(new Set(CATALOGUE.map(({ name }) => name)).size).toBe(CATALOGUE.length);
  });

  test.each(CATALOGUE.map((check) => [check.id, check] as const))('%s is complete', (_id, check) => {
    expect(ISSUE_GROUPS).toContain(check.group);
    expect(cvssBaseScore(check.vector)).toBeGreaterThanOrEqual(0);
    expect(check.reference).toMatch(/^https:\/\/\S+$/);
    for (const text of [check.text.en, check.text.pt]) {
      expect(text.description).toMatch(/\.$/);
      expect(text.remediation).toMatch(/\.$/);
    }
    expect(check.text.pt.description).not.toBe(check.text.en.description);
    expect(check.text.pt.remediation).not.toBe(check.text.en.remediation);
  });
});
