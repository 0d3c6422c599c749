import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countsOf, type Leg } from '../../../.github/actions/many-targets/leg.ts';
import { statusText } from '../../../.github/actions/many-targets/status.ts';
import { formatSummary, sumUp } from '../../../.github/actions/many-targets/sum-up.ts';
import type { Outcome } from '../../../src/core/choices.ts';

const runUrl = 'https://github.com/acme/shop/actions/runs/1';
const counts = countsOf(() => null);

/** What a job leaves. By default it is red only if its target failed. */
function leg(index: number, verdict: Outcome, more: Partial<Leg> = {}): Leg {
  return { index, attempt: 1, verdict, stepFailed: verdict === 'fail', job: '7', counts, ...more };
}

function sum(
  legs: readonly Leg[] | undefined,
  { count = 2, scanResult = 'success', attempt = 1, isDry = false } = {},
) {
  const urls = Array.from({ length: count }, (_each, index) => `https://site-${index}.example.com/a?token=x`);
  return sumUp({ urls, legs, attempt, scanResult, runUrl, isDry });
}

const [passed, warned, failed] = [leg(0, 'pass'), leg(1, 'inconclusive'), leg(1, 'fail')];
const dryLeg = leg(0, 'inconclusive');
const inconclusive = { ...warned, stepFailed: true };
const red = { scanResult: 'failure' };
const dry = { isDry: true };

describe('the verdict', () => {
  test.each([
    ['pass', 'green', 'all passed', [passed, leg(1, 'pass')], {}],
    ['inconclusive', 'green', 'one is only warned about', [passed, warned], {}],
    ['inconclusive', 'red', 'one is inconclusive', [passed, inconclusive], red],
    ['fail', 'red', 'one failed', [passed, failed], red],
    [
      'fail',
      'green',
      'one failed, which is only warned about',
      [passed, { ...failed, stepFailed: false }],
      {},
    ],
    ['fail', 'red', 'a file is missing', [passed], {}],
    ['fail', 'red', 'no file explains a red job', [passed, leg(1, 'pass')], red],
    ['fail', 'red', 'a job is red after a pass', [passed, leg(1, 'pass', { stepFailed: true })], red],
    ['fail', 'red', 'a job is red beside one that is only warned about', [passed, warned], red],
    ['fail', 'red', 'a job is red among green results', [passed, inconclusive], {}],
    ['fail', 'red', 'jobs were cancelled', [passed, inconclusive], { scanResult: 'cancelled' }],
    ['fail', 'red', 'jobs were skipped', [passed, leg(1, 'pass')], { scanResult: 'skipped' }],
    ['fail', 'red', 'the jobs have no result', [passed, leg(1, 'pass')], { scanResult: '' }],
    ['fail', 'red', 'there is no target', [], { count: 0 }],
    ['fail', 'red', 'a file is of another list', [passed, leg(2, 'pass')], {}],
    ['pass', 'green', 'there are no artifacts, and jobs are green', undefined, {}],
    ['fail', 'red', 'there are no artifacts, and a job is red', undefined, red],
    ['inconclusive', 'green', 'a dry run finds nothing wrong', [dryLeg, warned], dry],
    ['inconclusive', 'red', 'a dry run finds something wrong', [dryLeg, inconclusive], { ...dry, ...red }],
    ['inconclusive', 'green', 'a dry run claims a pass', [passed, leg(1, 'pass')], dry],
    ['inconclusive', 'green', 'a dry run has no artifacts, and jobs are green', undefined, dry],
    ['fail', 'red', 'a dry run has no artifacts, and a job is red', undefined, { ...dry, ...red }],
  ] as const)('is %s, and the job %s, if %s', (verdict, color, _when, legs, more) => {
    expect(sum(legs, more)).toMatchObject({ verdict, isGreen: color === 'green' });
  });

  test('the newest attempt of each target counts', () => {
    const again = leg(1, 'pass', { attempt: 2 });
    for (const legs of [
      [passed, failed, again],
      [again, failed, passed],
    ])
      expect(sum(legs, { attempt: 2 })).toMatchObject({ verdict: 'pass', isGreen: true });
    const worse = leg(0, 'fail', { attempt: 3 });
    expect(sum([passed, again, worse], { attempt: 3, ...red }).verdict).toBe('fail');
  });

  test('a job that failed before and left no file in this attempt has no verdict', () => {
    const { rows, verdict } = sum([passed, failed], { attempt: 2, ...red });
    expect(rows.map((row) => row.verdict)).toEqual(['pass', 'missing']);
    expect(verdict).toBe('fail');
  });

  test('a file that claims a later attempt is ignored', () => {
    expect(sum([passed, failed, leg(1, 'pass', { attempt: 2 })], red).verdict).toBe('fail');
  });

  test('of two files of one attempt, the worse one counts', () => {
    const twice = [passed, leg(1, 'pass'), warned];
    for (const legs of [twice, twice.toReversed()]) expect(sum(legs).verdict).toBe('inconclusive');
  });

  test('is pass only if every job is green and every newest file says pass', () => {
    const anyLeg: fc.Arbitrary<Leg> = fc.record({
      index: fc.nat(3),
      attempt: fc.integer({ min: 1, max: 3 }),
      verdict: fc.constantFrom('pass', 'pass', 'pass', 'inconclusive', 'fail'),
      stepFailed: fc.constantFrom(false, false, true),
      job: fc.constant(''),
      counts: fc.constant(counts),
    });
    const legs = fc.uniqueArray(anyLeg, { selector: ({ index, attempt }) => `${index}-${attempt}` });
    const results = fc.constantFrom('success', 'success', 'failure', 'cancelled', 'skipped', '');
    fc.assert(
      fc.property(legs, results, fc.boolean(), (all, scanResult, isDry) => {
        const { verdict, isGreen, rows, sentence } = sum(all, { count: 3, attempt: 2, scanResult, isDry });
        const newest = [0, 1, 2].map((index) => {
          const [last] = all
            .filter((each) => each.index === index && each.attempt <= 2)
            .sort((x, y) => y.attempt - x.attempt);
          return last?.attempt === 1 && last.stepFailed ? undefined : last;
        });
        const allPassed = newest.every((each) => each?.verdict === 'pass' && !each.stepFailed);
        expect(verdict === 'pass').toBe(allPassed && scanResult === 'success' && !isDry);
        const isBad = newest.some((each) => each === undefined || each.verdict === 'fail');
        if (isBad) expect(verdict).toBe('fail');
        const isWhole = newest.every((each) => each !== undefined && !each.stepFailed);
        expect(isGreen).toBe(isWhole && scanResult === 'success');
        const { state } = statusText({ verdict, isGreen, isDry, rows, sentence, marks: [] });
        if (state === 'success') expect(isGreen && verdict !== 'fail').toBe(true);
        expect(state === 'failure').toBe(newest.some((each) => each?.verdict === 'fail'));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the table', () => {
  test('links to the jobs, hides query values, and has the worst first', () => {
    const blocked = leg(1, 'fail', { job: '8', counts: { ...counts, blocking: 3, high: 3 } });
    const summed = sum([passed, blocked], { count: 3, ...red });
    expect(summed.rows.map(({ link }) => link)).toEqual([`${runUrl}/job/7`, `${runUrl}/job/8`, runUrl]);
    expect(formatSummary(summed).split('\n')).toEqual([
      '## Scan Gate: ❌ fail',
      '',
      '1 of 3 targets passed; 1 failed; 1 without a verdict, which counts as failed.',
      '',
      '| Target | Verdict | Blocking | Critical | High | Medium | Low | Warning | Log |',
      '|---|---|--:|--:|--:|--:|--:|--:|---|',
      `| \`https://site-1.example.com/a\` | ❌ fail | 3 |  | 3 |  |  |  | [job](${runUrl}/job/8) |`,
      `| \`https://site-2.example.com/a\` | ❌ no verdict |  |  |  |  |  |  | [job](${runUrl}) |`,
      `| \`https://site-0.example.com/a\` | ✅ pass |  |  |  |  |  |  | [job](${runUrl}/job/7) |`,
      '',
    ]);
  });

  test('of a dry run says for which targets something is wrong', () => {
    const summed = sum([warned, leg(0, 'inconclusive', { stepFailed: true })], { ...dry, ...red });
    expect(summed.sentence).toBe(
      'Dry run: something is wrong for 1 of 2 targets, and their jobs say what. Nothing was scanned.',
    );
    const [title, ...lines] = formatSummary(summed).split('\n');
    expect(title).toBe('## Scan Gate: ❌ dry run');
    expect(lines.filter((line) => line.startsWith('| `')).map((line) => line.split(' | ')[1])).toEqual([
      '❌ wrong',
      '✅ nothing wrong',
    ]);
    const fine = sum([leg(0, 'inconclusive'), warned], dry);
    expect(fine.sentence).toBe('Dry run: nothing is wrong. Nothing was scanned.');
    expect(formatSummary(fine)).toContain('## Scan Gate: ✅ dry run');
  });

  test('of the longest list stays far below the limit of 1 MiB', () => {
    const urls = Array.from(
      { length: 256 },
      (_each, index) => `https://${index}.example.com/${'x'.repeat(360)}`,
    );
    const summary = formatSummary(
      sumUp({ urls, legs: [], attempt: 1, scanResult: 'failure', runUrl, isDry: false }),
    );
    expect(summary.split('\n')).toHaveLength(256 + 7);
    expect(Buffer.byteLength(summary)).toBeLessThan(200_000);
  });
});
