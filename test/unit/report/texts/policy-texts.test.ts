// The texts of the policy and of the reasons, in both languages: en/ and pt/, policy.ts and reasons.ts.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { HostViolation } from '../../../../src/gate/host-rules.ts';
import type { BlockingRule, Reason } from '../../../../src/gate/verdict.ts';
import { type Advice, type ReasonScope, say } from '../../../../src/report/texts/by-kind.ts';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import type { Texts } from '../../../../src/report/texts/texts.ts';
import { describeReasons } from '../../../../src/report/wording.ts';
import { expectSame, expectTranslated } from './languages.ts';

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
  hasHostRules: fc.boolean(),
  hostKept: fc.boolean(),
});

describe('the texts of the policy, in both languages', () => {
  test('say the same of every violation, whatever is allowed', () => {
    for (const violation of violations) {
      for (const allowed of ['', '80, 443']) {
        const advice = (texts: Texts): Advice => say(texts.policy.violation, violation, allowed);
        expectSame((texts) => advice(texts).what);
        expectSame((texts) => advice(texts).remedy);
      }
    }
  });

  test('say the same of every rule, with a score and without', () => {
    for (const rule of rules) {
      expectSame((texts) => say(texts.policy.rule, rule, null));
      expectSame((texts) => say(texts.policy.rule, rule, 6.9));
    }
  });

  test('say the same of every reason, whatever the rules looked at', () => {
    fc.assert(
      fc.property(scopes, fc.constantFrom(...reasons), (scope, reason) => {
        const words = (texts: Texts) =>
          describeReasons({ outcome: 'fail', reasons: [reason] }, texts, scope)
            .map(({ what, remedy }) => `${what} ${remedy}`)
            .join(' ');
        // Portuguese names a severity in its own word and in the word of the setting.
        expectSame(words);
        expect(words(en)).toMatch(/^[^ ].*\. ?/u);
        expect(words(en)).not.toMatch(/\.\.|undefined|NaN| {2}/u);
        expect(words(pt)).not.toMatch(/\.\.|undefined|NaN| {2}|finding(?!s`)/u);
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
    const samples = ({ policy: { phrase } }: Texts): Record<keyof typeof phrase, string[]> => ({
      partial: [phrase.partial(42.5)],
      compared: [phrase.compared('c2', { new: 2, known: 14, fixed: 3 })],
      byOrganization: [phrase.byOrganization('8')],
      blocksByOrganization: [phrase.blocksByOrganization('8')],
      ruleOfOrganization: [phrase.ruleOfOrganization('8')],
      byPolicies: [phrase.byPolicies({ own: '1', organization: '2', name: '3', commit: '4' })],
      olderScans: [phrase.olderScans(7)],
      seenIn: [phrase.seenIn('8')],
      whatBlocks: [
        phrase.whatBlocks('high', { score: null, onlyNew: true }),
        phrase.whatBlocks('never', { score: 7, onlyNew: false }),
        phrase.whatBlocks('never', { score: null, onlyNew: false }),
      ],
      nothingToCompare: [phrase.nothingToCompare('a.example')],
      acceptedStatuses: [phrase.acceptedStatuses('404')],
      ignoredCount: [phrase.ignoredCount(7)],
      knownFindings: [phrase.knownFindings(7, '8')],
      ignoredFindings: [phrase.ignoredFindings(7, '8')],
      hostViolations: [phrase.hostViolations(7)],
      harmlessViolations: [phrase.harmlessViolations(7)],
      fixHost: [phrase.fixHost()],
      fixHostCounted: [phrase.fixHostCounted('x8')],
      changeHostRule: [phrase.changeHostRule()],
      organizationHostRule: [phrase.organizationHostRule('x8')],
      onlyDefaults: [phrase.onlyDefaults()],
      ruleNotices: [phrase.ruleNotices(7)],
      line: [phrase.line(7)],
      until: [phrase.until('2026-12-31')],
      owner: [phrase.owner('8')],
      ruleCount: [phrase.ruleCount(7)],
      copyRule: [phrase.copyRule()],
      editFile: [true, false].map((exists) => phrase.editFile('p.yml', exists)),
      listExists: [phrase.listExists()],
      ruleLimits: [phrase.ruleLimits()],
      ruleIsMerged: [phrase.ruleIsMerged()],
      mergeOfRule: [true, false].map(phrase.mergeOfRule),
      judgedAgain: [phrase.judgedAgain()],
      refusedRules: [phrase.refusedRules(null), phrase.refusedRules('medium')],
      moreRules: [1, 7].map(phrase.moreRules),
    });
    expectTranslated(samples);
  });

  test('have no empty label', () => {
    for (const { policy } of [en, pt]) {
      expect(Object.values(policy.label).filter((label) => label.trim() === '')).toEqual([]);
    }
  });

  test('leave out what is fixed where it is not known', () => {
    const counts = { new: 1, known: 2, fixed: null };
    expect(en.policy.phrase.compared('x', counts)).toBe('Compared with x: 1 new, 2 known.');
    expect(pt.policy.phrase.compared('x', counts)).toBe('Em comparação com x: 1 novo, 2 conhecidos.');
  });
});
