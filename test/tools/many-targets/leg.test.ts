import { expect, test } from '@jest/globals';
import { countsOf, formatLeg, type Leg, readLeg } from '../../../.github/actions/many-targets/leg.ts';

const counts = { blocking: 2, total: 9, critical: 1, high: 1, medium: 0, low: 7, warning: 0 };
const noCounts = countsOf(() => null);
const leg: Leg = { index: 3, attempt: 2, verdict: 'fail', stepFailed: true, job: '51725241954', counts };

test('what is written is read', () => {
  expect(readLeg(formatLeg(leg))).toEqual(leg);
});

test.each([
  ['no JSON', 'pass'],
  ['nothing', ''],
  ['a file that was cut off', formatLeg(leg).slice(0, -1)],
  ['null', 'null'],
  ['a list', '[]'],
  ...[
    { index: -1 },
    { index: 0.5 },
    { index: '3' },
    { index: null },
    { attempt: null },
    { attempt: '2' },
    { verdict: 'passed' },
    { verdict: ['pass'] },
    { verdict: null },
    { stepFailed: 'false' },
    { stepFailed: null },
  ].map((wrong) => [JSON.stringify(wrong), JSON.stringify({ ...leg, ...wrong })]),
])('%s is no verdict', (_name, text) => {
  expect(readLeg(text)).toBeUndefined();
});

test('counts and the id of the job may be missing or malformed, since they decide nothing', () => {
  const { counts: _counts, ...rest } = leg;
  const odd = { blocking: '', total: -1, critical: 1.5, high: {}, medium: '4', low: 'x', warning: '1e3' };
  const text = JSON.stringify({ ...rest, ...odd, job: '1/../../evil' });
  expect(readLeg(text)).toEqual({ ...rest, job: '', counts: { ...noCounts, medium: 4 } });
});
