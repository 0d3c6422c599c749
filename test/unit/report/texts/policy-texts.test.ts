import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { HostViolation } from '../../../../src/gate/host-rules.ts';
import type { BlockingRule, Reason } from '../../../../src/gate/verdict.ts';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import { type ReasonScope, type Texts, wordRule, wordViolation } from '../../../../src/report/texts/texts.ts';
import { describeProblem, describeReasons } from '../../../../src/report/wording.ts';

/** What a text must have in common in both languages: numbers, and names between backticks. */
function placeholders(text: string): string[] {
  return (text.match(/`[^`]*`|\d+/gu) ?? []).toSorted();
}

/** Other words, but the same numbers and names. */
function expectSame(say: (texts: Texts) => string): void {
  const [english, portuguese] = [say(en), say(pt)];
  expect(english).not.toBe('');
  expect(placeholders(portuguese)).toEqual(placeholders(english));
}

const severity = 'high';
const days = [-1, 0, 1, 12, null].map(
  (daysLeft): HostViolation => ({
    kind: 'certificate',
    commonName: 'a.example',
    daysLeft,
    minDays: 21,
    severity,
  }),
);
const violations: readonly HostViolation[] = [
  { kind: 'port', port: 8080, service: 'http-proxy', severity },
  { kind: 'port', port: null, service: '', severity },
  ...days,
  { kind: 'no-certificate', minDays: 1, severity },
  { kind: 'no-waf', severity },
];

const rules: readonly BlockingRule[] = [
  { kind: 'fail-on', threshold: 'medium' },
  { kind: 'fail-on-cvss', score: 7.5 },
  { kind: 'max-findings', severity: 'low', allowed: 3, count: 5 },
];

const reasons: readonly Reason[] = [
  { kind: 'nothing-blocks', threshold: 'critical' },
  { kind: 'nothing-blocks', threshold: 'low' },
  { kind: 'nothing-blocks', threshold: 'never' },
  ...[1, 5].flatMap((count): Reason[] => [
    { kind: 'blocking-findings', threshold: 'medium', count },
    { kind: 'over-cvss', score: 7.5, count },
    { kind: 'over-budget', severity: 'low', allowed: 0, count },
    { kind: 'host-violations', count },
    { kind: 'unlisted-findings', count },
  ]),
];

const scopes: fc.Arbitrary<ReasonScope> = fc.record({
  onlyNew: fc.boolean(),
  someIgnored: fc.boolean(),
  failOnCvss: fc.constantFrom(null, 7.5),
  hasBudgets: fc.boolean(),
  blocking: fc.constantFrom(null, 1, 5),
  hostKept: fc.boolean(),
});

describe('the texts of the policy, in both languages', () => {
  test('say the same of every violation, whatever is allowed', () => {
    for (const violation of violations) {
      for (const allowed of ['', '80, 443']) {
        expectSame((texts) => wordViolation(texts.policy, violation, allowed).what);
        expectSame((texts) => wordViolation(texts.policy, violation, allowed).remedy);
      }
    }
  });

  test('say the same of every rule, with a score and without', () => {
    for (const rule of rules) {
      expectSame((texts) => wordRule(texts.policy, rule, null));
      expectSame((texts) => wordRule(texts.policy, rule, 6.9));
    }
  });

  test('say the same of every reason, whatever the rules looked at', () => {
    fc.assert(
      fc.property(scopes, fc.constantFrom(...reasons), (scope, reason) => {
        const say = (texts: Texts) =>
          describeReasons({ outcome: 'fail', reasons: [reason] }, texts, scope)
            .map(({ what, remedy }) => `${what} ${remedy}`)
            .join(' ');
        // Portuguese names a severity in its own word beside that of the setting.
        expectSame(say);
        expect(say(en)).toMatch(/^[^ ].*\. ?/u);
        expect(say(en)).not.toMatch(/\.\.|undefined|NaN| {2}/u);
        expect(say(pt)).not.toMatch(/\.\.|undefined|NaN| {2}|finding(?!s`)/u);
      }),
      { numRuns: 300 },
    );
  });

  test('say the same of every notice', () => {
    for (const kind of ['expired', 'expires-soon', 'matches-nothing'] as const) {
      expectSame((texts) => texts.policy.notice[kind]('2026-12-31').what);
      expect(pt.policy.notice[kind]('').remedy).not.toBe(en.policy.notice[kind]('').remedy);
    }
  });

  test('have the placeholders of every phrase', () => {
    const samples = ({ policy: { phrase } }: Texts): Record<keyof typeof phrase, string> => ({
      barLegend: phrase.barLegend(),
      partial: phrase.partial(42.5),
      compared: phrase.compared('c2', { new: 2, known: 14, fixed: 3 }),
      nothingToCompare: phrase.nothingToCompare('a.example'),
      ignoredCount: phrase.ignoredCount(7),
      knownFindings: phrase.knownFindings(7, '8'),
      ignoredFindings: phrase.ignoredFindings(7, '8'),
      newInGroup: phrase.newInGroup('8'),
      hostViolations: phrase.hostViolations(7),
      ruleNotices: phrase.ruleNotices(7),
      line: phrase.line(7),
      until: phrase.until('2026-12-31'),
      owner: phrase.owner('8'),
      ruleCount: phrase.ruleCount(7),
      snippetNote: phrase.snippetNote('p.yml'),
    });
    const portuguese = Object.entries(samples(pt));
    for (const [index, [key, english]] of Object.entries(samples(en)).entries()) {
      const [name, other] = portuguese[index] ?? ['', ''];
      expect([name, placeholders(other)]).toEqual([key, placeholders(english)]);
      expect([key, other]).not.toEqual([key, english]);
    }
  });

  test('have no empty label', () => {
    for (const { policy } of [en, pt]) {
      expect(Object.values(policy.label).filter((label) => label.trim() === '')).toEqual([]);
    }
  });

  test('leave out what is fixed where it is not known', () => {
    const counts = { new: 1, known: 2, fixed: null };
    expect(en.policy.phrase.compared('x', counts)).toBe('Compared with scan `x`: 1 new, 2 known.');
    expect(pt.policy.phrase.compared('x', counts)).toBe(
      'Em comparação com o scan `x`: 1 novo, 2 conhecidos.',
    );
  });
});

describe('the problems of baseline and policy file', () => {
  test('name what to do about the baseline, not about the scan', () => {
    const { what, remedy } = describeProblem(
      { kind: 'baseline', baseline: 'www.example.com', problem: { kind: 'ended-early', percentage: 40 } },
      en,
    );
    expect(what).toBe(
      'The baseline `www.example.com` could not be read, so it is not known what is new. Its scan is not finished: it is at 40%.',
    );
    expect(remedy).toContain('set `baseline`');
  });

  test('name the revision in the language of the text', () => {
    const problem = {
      kind: 'policy-unreadable',
      path: 'p.yml',
      ref: 'the default branch',
      status: 403,
    } as const;
    expect(describeProblem(problem, en).what).toContain('at the default branch (HTTP 403)');
    expect(describeProblem(problem, pt).what).toContain('`p.yml` na branch padrão (HTTP 403)');
  });
});
