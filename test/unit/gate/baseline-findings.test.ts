import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { reaches, type Severity } from '../../../src/core/severity.ts';
import { compareWithBaseline, readBaselineFindings } from '../../../src/gate/baseline-findings.ts';
import { severity } from './arbitraries.ts';
import { baselineOf, identified, issueAt } from './judgements.ts';

describe('readBaselineFindings', () => {
  test('keeps a baseline that is none or has no finished scan', () => {
    expect(readBaselineFindings({ kind: 'none' })).toEqual({ kind: 'none' });
    expect(readBaselineFindings({ kind: 'no-scan-yet' })).toEqual({ kind: 'no-scan-yet' });
  });

  test.each([
    ['https://shop.example:8443/x', 'shop.example:8443'],
    [null, null],
  ])('reads the baseline of the target %j with the host %j', (target, host) => {
    const issues = [
      { name: 'Cookie of shop.example:8443', severity: 'high', raw: { url: 'shop.example/a' } },
    ];
    const read = readBaselineFindings({ ...baselineOf(issues), siteAddress: target });
    expect(read).toEqual({ kind: 'scan', scanId: 'base', findings: identified(issues, host), problem: null });
  });

  test('takes the addresses of its own scan out of names', () => {
    const issues = [{ name: 'Port of 192.0.2.1', severity: 'high' }];
    const read = readBaselineFindings(baselineOf(issues, null, { information: { ips: ['192.0.2.1', 7] } }));
    expect(read).toMatchObject({ findings: identified(issues, null, ['192.0.2.1']) });
  });

  test.each([
    ['no issues', undefined],
    ['issues that are a text', 'text'],
    ['an issue that is a text', ['text']],
    ['a type without issues', { headers: {} }],
  ])('reports a baseline with %s as a problem, since any finding could be known', (_what, issues) => {
    const { result } = baselineOf([]);
    const read = readBaselineFindings({ ...baselineOf([]), result: { ...result, issues } });
    const problem = { kind: 'baseline', baseline: 'base', problem: { kind: 'unreadable' } };
    expect(read).toMatchObject({ problem });
  });

  test('leaves out findings without a readable name, and counts an unknown severity as the lowest', () => {
    const issues = [{ severity: 'low' }, { name: 'a', severity: 'odd' }];
    const read = readBaselineFindings(baselineOf(issues));
    expect(read).toMatchObject({ findings: [{ finding: { name: 'a', severity: 'warning' } }] });
  });
});

/** What is compared: a place, one of a few, and a severity. */
interface Occurrence {
  readonly place: string;
  readonly level: Severity;
}
const occurrences: fc.Arbitrary<readonly Occurrence[]> = fc.array(
  fc.record({ place: fc.constantFrom('/a', '/b'), level: severity }),
  { maxLength: 6 },
);

function compareAll(current: readonly Occurrence[], before: readonly Occurrence[]) {
  const issuesOf = (list: readonly Occurrence[]) =>
    list.map(({ place, level }) => issueAt([place], { severity: level }));
  const findings = identified(issuesOf(current), null);
  const { isKnown, fixed } = compareWithBaseline(
    findings,
    readBaselineFindings(baselineOf(issuesOf(before))),
  );
  return { known: findings.map(isKnown), fixed };
}

test('what is known occurs as often, as severe or worse, in the baseline, and what occurs less often is fixed', () => {
  const countOf = (list: readonly Occurrence[], place: string, level: Severity) =>
    list.filter((each) => each.place === place && reaches(each.level, level)).length;
  fc.assert(
    fc.property(occurrences, occurrences, (current, before) => {
      const { known, fixed } = compareAll(current, before);
      const expected = current.map(
        ({ place, level }) => countOf(current, place, level) <= countOf(before, place, level),
      );
      expect(known).toEqual(expected);
      const fewer = ['/a', '/b'].map(
        (place) => countOf(before, place, 'warning') - countOf(current, place, 'warning'),
      );
      expect(fixed).toBe(fewer.reduce((sum, count) => sum + Math.max(0, count), 0));
    }),
  );
});

test.each([
  ['alike', () => 'same'],
  ['different', (index: number) => `Name ${index}`],
])('many findings are compared in a time that grows with their number, if all are %s', (_what, name) => {
  const at = (index: number) => issueAt([`/x${index}`], { name: name(index) });
  const findings = identified(Array.from({ length: 30_000 }, (_, index) => at(index)));
  const started = performance.now();
  const baseline = { kind: 'scan', scanId: 's', findings, problem: null } as const;
  const { isKnown, fixed } = compareWithBaseline(findings, baseline);
  expect(findings.every(isKnown)).toBe(true);
  expect(fixed).toBe(0);
  // Each with each would take minutes.
  expect(performance.now() - started).toBeLessThan(5_000);
});
