import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { withOriginalTexts } from '../../../src/core/classified-text.ts';
import { compareSeverity, reaches, type Severity, severities } from '../../../src/core/severity.ts';
import {
  type BaselineFindings,
  compareWithBaseline,
  readBaselineFindings,
} from '../../../src/gate/baseline-findings.ts';
import { fingerprinter } from '../../../src/gate/fingerprint.ts';
import { asResult, severity } from './arbitraries.ts';
import { findingsOf, ignoring, issue } from './assessments.ts';

/** The scan of a baseline, as it was read. */
const scanOf = (issues: unknown, target: string | null = null) =>
  ({ kind: 'scan', scanId: 's', result: asResult({ issues }), target, olderScans: [] }) as const;

describe('readBaselineFindings', () => {
  test('keeps a baseline that is none or has no finished scan', () => {
    expect(readBaselineFindings({ kind: 'none' })).toEqual({ kind: 'none' });
    expect(readBaselineFindings({ kind: 'first' })).toEqual({ kind: 'first' });
  });

  test.each([
    ['https://shop.example:8443/x', 'shop.example:8443'],
    [null, null],
  ])('reads the baseline of the target %j with the host %j', (target, host) => {
    const issues = [{ name: 'Cookie of shop.example:8443', severity: 'high' }];
    const fingerprints = findingsOf(issues).map(fingerprinter(host));
    const findings = [{ fingerprint: fingerprints[0], severity: 'high' }];
    expect(readBaselineFindings(scanOf(issues, target))).toMatchObject({ scans: [{ findings }] });
  });

  test.each([
    ['no issues', undefined],
    ['issues that are a text', 'text'],
    ['an issue that is a text', ['text']],
    ['a type without issues', { headers: {} }],
  ])('reports a baseline with %s as a problem, since any finding could be known', (_what, issues) => {
    const problem = { kind: 'baseline', baseline: 's', problem: { kind: 'unreadable' } };
    expect(withOriginalTexts(readBaselineFindings(scanOf(issues)))).toMatchObject({ problem });
  });

  test('leaves out older scans that are not whole or cannot be read', () => {
    const { result } = scanOf([{ name: 'a', severity: 'low' }]);
    const unreadable = { scanId: 'odd', result: scanOf('text').result };
    const olderScans = [{ scanId: 'good', result }, { scanId: 'gone', result: null }, unreadable];
    const read = readBaselineFindings({ ...scanOf([]), olderScans });
    const leftOutScanIds = ['gone', 'odd'];
    expect(read).toMatchObject({
      problem: null,
      scans: [{ scanId: 's' }, { scanId: 'good' }],
      leftOutScanIds,
    });
  });
});

/** What counts of a finding of the scan. */
interface CurrentOccurrence {
  readonly fingerprint: string;
  readonly severity: Severity;
  readonly score: number;
  readonly isIgnored: boolean;
}

const one = (severity: Severity, fields: Partial<CurrentOccurrence> = {}): CurrentOccurrence => ({
  fingerprint: 'a',
  severity,
  score: 5,
  isIgnored: false,
  ...fields,
});

type Occurrence = Pick<CurrentOccurrence, 'fingerprint' | 'severity'>;

/** Compares findings that are like these. */
const compareAll = (findings: readonly CurrentOccurrence[], scans: readonly (readonly Occurrence[])[]) => {
  const [any] = findingsOf([issue('any', 'low')]);
  if (any === undefined) throw new Error('there is no finding');
  const current = findings.map(({ fingerprint, severity, score, isIgnored }) => ({
    fingerprint,
    finding: { ...any, severity, cvss: { score, vector: '' } },
    ignoredBy: isIgnored ? ignoring() : null,
  }));
  const { knownFrom, fixed } = compareWithBaseline(current, baselineOf(scans));
  return { known: knownFrom.map((scanId) => scanId !== null), knownFrom, fixed };
};

/** A baseline of several scans, newest first. */
function baselineOf([newest = [], ...older]: readonly (readonly Occurrence[])[]): BaselineFindings {
  return {
    kind: 'scan',
    scans: [
      { scanId: 'newest', findings: newest },
      ...older.map((findings, index) => ({ scanId: `older-${index}`, findings })),
    ],
    leftOutScanIds: [],
    problem: null,
  };
}

const compareFindings = (findings: readonly CurrentOccurrence[], twins: readonly Occurrence[]) =>
  compareAll(findings, [twins]);

describe('compareWithBaseline', () => {
  test('knows what the baseline has, and counts what is gone as fixed', () => {
    const current = [one('high'), one('low', { fingerprint: 'b' })];
    expect(compareFindings(current, [one('high'), one('low')])).toMatchObject({
      known: [true, false],
      fixed: 1,
    });
  });

  test('treats a finding as new if it is more severe than before', () => {
    expect(compareFindings([one('high')], [one('medium')])).toMatchObject({ known: [false], fixed: 1 });
  });

  test('treats a finding as known if it is less severe than before', () => {
    expect(compareFindings([one('medium')], [one('high')])).toMatchObject({ known: [true], fixed: 0 });
  });

  test('pairs each finding so that as many as possible are known', () => {
    const twins = [one('critical'), one('medium')];
    expect(compareFindings([one('medium'), one('high')], twins)).toMatchObject({
      known: [true, true],
      fixed: 0,
    });
    const withIgnored = [one('high', { isIgnored: true }), one('medium')];
    expect(compareFindings(withIgnored, twins)).toMatchObject({ known: [true, true] });
  });

  test('prefers a finding that counts to one that is ignored', () => {
    const current = [one('high', { isIgnored: true }), one('high')];
    expect(compareFindings(current, [one('high')]).known).toEqual([false, true]);
  });

  test('keeps the one with the higher score new among equally severe ones', () => {
    const current = [one('high', { score: 7.1 }), one('high', { score: 8.8 })];
    expect(compareFindings(current, [one('high')]).known).toEqual([true, false]);
    expect(compareFindings(current.toReversed(), [one('high')]).known).toEqual([false, true]);
  });
});

const fingerprint = fc.constantFrom('a', 'b');
const baseline: fc.Arbitrary<Occurrence[]> = fc.array(fc.record({ fingerprint, severity }), { maxLength: 5 });
const current: fc.Arbitrary<CurrentOccurrence[]> = fc.array(
  fc.record({ fingerprint, severity, score: fc.constantFrom(3, 8), isIgnored: fc.boolean() }),
  { maxLength: 5 },
);

/** The most findings that can be paired, found by trying everything. */
function mostKnown(findings: readonly Occurrence[], twins: readonly Occurrence[]): number {
  const [first, ...rest] = findings;
  if (first === undefined) return 0;
  const without = mostKnown(rest, twins);
  const withTwin = twins.flatMap((twin, index) =>
    twin.fingerprint === first.fingerprint && compareSeverity(twin.severity, first.severity) <= 0
      ? [1 + mostKnown(rest, twins.toSpliced(index, 1))]
      : [],
  );
  return Math.max(without, ...withTwin);
}

describe('the laws of the comparison', () => {
  test('as many findings as possible are known', () => {
    fc.assert(
      fc.property(current, baseline, (findings, twins) => {
        const { known, fixed } = compareFindings(findings, twins);
        const count = known.filter(Boolean).length;
        const counting = findings.filter(({ isIgnored: ignored }) => !ignored);
        expect(count).toBe(mostKnown(findings, twins));
        expect(findings.filter(({ isIgnored: ignored }, index) => !ignored && known[index])).toHaveLength(
          mostKnown(counting, twins),
        );
        expect(fixed).toBe(twins.length - count);
      }),
    );
  });

  test('the order of either side does not matter', () => {
    const say = (findings: readonly CurrentOccurrence[], twins: readonly Occurrence[]) => {
      const { known, fixed } = compareFindings(findings, twins);
      return [findings.map((finding, index) => JSON.stringify([finding, known[index]])).sort(), fixed];
    };
    fc.assert(
      fc.property(current, baseline, (findings, twins) => {
        expect(say(findings.toReversed(), twins)).toEqual(say(findings, twins));
        expect(say(findings, twins.toReversed())).toEqual(say(findings, twins));
      }),
    );
  });
});

describe('several scans that count together', () => {
  const scans = fc.array(baseline, { minLength: 1, maxLength: 4 });
  const atLeast = (list: readonly Occurrence[], wanted: string, threshold: Severity) =>
    list.filter(({ fingerprint: name, severity: each }) => name === wanted && reaches(each, threshold))
      .length;

  test('hold for each fingerprint and severity the highest number, of any one scan, that is at least that severe', () => {
    fc.assert(
      fc.property(scans, (list) => {
        for (const wanted of ['a', 'b'])
          for (const threshold of severities) {
            const many = new Array(6).fill(one(threshold, { fingerprint: wanted }));
            const { known } = compareAll(many, list);
            expect(known.filter(Boolean)).toHaveLength(
              Math.max(...list.map((scan) => atLeast(scan, wanted, threshold))),
            );
          }
      }),
    );
  });

  test('each known finding that counts is in one of them, and what is fixed is compared with the newest', () => {
    fc.assert(
      fc.property(current, scans, (findings, list) => {
        const { known, fixed, knownFrom } = compareAll(findings, list);
        const newest = compareFindings(findings, list[0] ?? []);
        expect(fixed).toBe(newest.fixed);
        for (const [index, { isIgnored: ignored }] of findings.entries())
          if (!ignored && known[index])
            expect(newest.known[index] || knownFrom[index] !== 'newest').toBe(true);
        if (list.length === 1) expect(known).toEqual(newest.known);
      }),
    );
  });

  test('name the newest scan that has a finding', () => {
    const findings = [one('high'), one('low', { fingerprint: 'b' }), one('low', { fingerprint: 'c' })];
    const list = [[one('high')], [one('high'), one('medium', { fingerprint: 'b' })]];
    expect(compareAll(findings, list).knownFrom).toEqual(['newest', 'older-0', null]);
  });
});
