import { expect, test } from '@jest/globals';
import type { Finding } from '../../../src/gate/findings.ts';
import { countFindings, groupEqualFindings } from '../../../src/report/equal-findings.ts';
import { judgedModel, plainModel } from './models.ts';
import { finding } from './sample-findings.ts';

const judged = (...all: readonly Partial<Finding>[]) =>
  plainModel(all.map((changes) => finding('high', 0, changes))).judgement.findings;

test.each<[what: string, rows: number, one: Partial<Finding>, other: Partial<Finding>]>([
  ['places', 1, { places: ['/a'] }, { places: ['/b'] }],
  ['descriptions', 1, { description: 'x' }, { description: 'y' }],
  ['severity', 2, { severity: 'critical' }, {}],
  ['name', 2, { name: 'x' }, { name: 'y' }],
  ['identifiers', 2, { cwe: [1] }, { cwe: [2] }],
])('two findings that differ in %s need %i row(s)', (_what, rows, one, other) => {
  const groups = groupEqualFindings(judged(one, other));
  expect(groups).toHaveLength(rows);
  expect(countFindings(groups)).toBe(2);
});

test('a row has each place and each fingerprint once', () => {
  const [group] = groupEqualFindings(judged({ places: ['/a', '/b'] }, { places: ['/b'] }));
  expect(group?.places).toEqual(['/a', '/b']);
  expect(group?.fingerprints).toHaveLength(2);
});

test('findings of another status, or ignored by another rule, share no row', () => {
  const rule = (where: string) => `  - cwe: 193\n    reason: x\n    where: ${where}\n`;
  const places = ['/a', '/b', '/c'];
  const { judgement } = judgedModel({
    policy: `ignore:\n${rule('/a')}${rule('/b')}`,
    findings: places.map((place) => finding('high', 0, { places: [place] })),
  });
  const groups = groupEqualFindings(judgement.findings);
  expect(groups.map(({ count }) => count)).toEqual([1, 1, 1]);
});
