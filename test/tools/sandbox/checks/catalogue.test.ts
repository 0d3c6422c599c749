import { expect, test } from '@jest/globals';
import { catalogue } from '../../../../sandbox/checks/catalogue.ts';
import { rateVector } from '../../../../sandbox/checks/check.ts';
import { issueGroups } from '../../../../sandbox/scan/wire.ts';

test('has more than twenty checks, each with an id and a name of its own', () => {
  expect(catalogue.length).toBeGreaterThan(20);
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
});

test.each(catalogue.map((check) => [check.id, check] as const))('%s is complete', (_id, check) => {
  expect(issueGroups).toContain(check.group);
  expect(check.vector).toMatch(/^CVSS:3\.1\//);
  expect(rateVector(check.vector).score).toBeGreaterThanOrEqual(0);
  expect(check.reference).toMatch(/^https:\/\/\S+$/);
  for (const { en, pt } of [check.description, check.remediation]) {
    expect(en).toMatch(/\.$/);
    expect(pt).toMatch(/\.$/);
    expect(pt).not.toBe(en);
  }
});
