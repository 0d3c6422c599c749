import { expect, test } from '@jest/globals';
import type { Finding } from '../../../src/gate/findings.ts';
import { countFindings, groupEqualFindings } from '../../../src/report/equal-findings.ts';
import { plainAssessment } from './models.ts';
import { finding } from './sample-findings.ts';

const judged = (...all: readonly Partial<Finding>[]) =>
  plainAssessment(all.map((changes) => finding('high', 0, changes))).findings;

test.each<[what: string, rows: number, one: Partial<Finding>, other: Partial<Finding>]>([
  ['places', 1, { where: ['/a'] }, { where: ['/b'] }],
  ['subjects', 1, { subjects: { method: ['GET'] } }, { subjects: { method: ['POST'] } }],
  ['what no page shows', 1, { type: 'web', source: 'x' }, { type: 'host', source: 'y' }],
  ['score', 2, { cvss: { score: 7.1, vector: '' } }, { cvss: { score: 7.2, vector: '' } }],
  ['unknown severity', 2, { unknownSeverity: 'severe' }, {}],
  ['remediation', 2, { remediation: 'x' }, { remediation: 'y' }],
  [
    'where a line is',
    2,
    { description: 'x', remediation: 'y\nz' },
    { description: 'x\ny', remediation: 'z' },
  ],
])('two findings that differ in %s need %i row(s)', (_what, rows, one, other) => {
  const groups = groupEqualFindings(judged(one, other));
  expect(groups).toHaveLength(rows);
  expect(countFindings(groups)).toBe(2);
});

test('a new finding shares no row with others', () => {
  const all = judged({ where: ['/a'] }, { where: ['/b'] }, { where: ['/c'] });
  const groups = groupEqualFindings(all, (each) => each === all[0]);
  expect(groups.map(({ isNew, findings }) => [isNew, findings.length])).toEqual([
    [true, 1],
    [false, 2],
  ]);
});

test.each([
  ['XSS in /a', 'XSS'],
  ['/a: no token', 'no token'],
  ['The page /a?q=1 has no token', 'The page … has no token'],
  ['Read https://preview.example.com/a. Then go on', 'Read …. Then go on'],
  ['Also in /a/b and /another', 'Also in /a/b and /another'],
])('findings that share a row have no place in their texts: %s', (name, shown) => {
  const places = { name, description: name, where: ['/a'] };
  expect(groupEqualFindings(judged(places, places))).toMatchObject([
    { representative: { finding: { name: shown } } },
  ]);
  expect(groupEqualFindings(judged(places))).toMatchObject([{ representative: { finding: { name } } }]);
});
