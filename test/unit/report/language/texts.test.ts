// The texts of every file in en/ and pt/. A new one is checked without being named here.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { issueGroups } from '../../../../sandbox/scan/wire.ts';
import type { BlockingRule, HostViolation, Reason } from '../../../../src/gate/verdict.ts';
import { type Advice, type ReasonScope, textFor } from '../../../../src/report/language/advice.ts';
import { en, pt, type Texts, textsIn } from '../../../../src/report/language/texts.ts';
import { escapeKeepingCode } from '../../../../src/report/markdown/escape.ts';
import { blockingRulePhrases } from '../../../../src/report/sentences/finding-sentences.ts';
import { describeScopedReasons } from '../../../../src/report/sentences/verdict-sentences.ts';
import { finding } from '../sample-findings.ts';
import { expectSame, placeholders } from './languages.ts';

/** What blocks, in number one and more. */
const blockers = [1, 7].map((count) => [{ what: '8', count }]);

/** What a text is given that cannot say something of `7, 8`. */
const given: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  joinWords: [[['7', '8', '9']]],
  plural: [[7, '8', '9']],
  'title.block': blockers,
  'title.wouldBlock': blockers,
  'hostFacts.certificateEnd': [-1, 0, 1, 12].map((days) => [days, '2026-11-21']),
  'phrase.severityCount': [['warning', 7]],
  'whatToDo.ofBudget': [[{ severity: 'low', toFix: 7, onlyByBudget: 8 }]],
  'phrase.budget': [2, 0].map((toFix) => [{ severity: 'low', count: 9, allowed: 7, toFix }]),
  'baseline.alreadyIn': [['a9'], ['previous'], [null]],
  'phrase.askedAndGot': ['8', null].map((each) => [each, each]),
  'baseline.compared': [['c2', { new: 2, known: 14, fixed: 3 }]],
  'policy.byPolicies': [[{ repository: '1', organization: '2', name: '3', commit: '4' }]],
  'policy.fromSeverity': [['high']],
  'policy.blocksFrom': [[['7']], [['7', '8']]],
  'ignoreRules.forbiddenRules': [[null], ['medium']],
  'ignoreRules.moreRules': [[1], [7]],
  'lastReport.changed': [[{ new: 3, fixed: 8 }], [{ new: 0, fixed: 0 }]],
  'trackingIssue.onlyKnown': [1, 7].map((count) => [count, 'a9']),
  'trackingIssue.reopened': [['x']],
  'whatToDo.withheld': ['setting', 'public', 'unknown'].map((because) => [because, 'x1']),
  'dryRun.someFailed': [1, 7].map((count) => [count, '8']),
  'dryRun.refused': [[{ kind: 'status', status: 403 }, '8']],
  'sarif.foundOn': [['https://shop.example'], ['']],
};

/** Those with a text for each kind of a member, which are tested with members. */
const byKind = /^(?:problem|fault\.(?:brief|status|remedy)|reason|hostRules\.violation)\./;
/** Forms of numbers, which may be the same in both languages. */
const forms = ['number', 'plural', 'decimal', 'percent', 'group'];

/** The texts in `value` by their path. */
function textsBelow(value: object, prefix = ''): [path: string, text: unknown][] {
  return Object.entries(value).flatMap(([key, each]): [string, unknown][] =>
    typeof each === 'object' && each !== null
      ? textsBelow(each, `${prefix}${key}.`)
      : [[`${prefix}${key}`, each]],
  );
}

/** Everything that a text says of its samples. */
function saidBy(path: string, text: unknown): string[] {
  if (typeof text !== 'function') return [String(text)];
  const samples = given[path] ?? [[7, 8]];
  return samples.flatMap((sample) => {
    const said: unknown = Reflect.apply(text, undefined, sample);
    return typeof said === 'object' && said !== null ? Object.values(said).map(String) : [String(said)];
  });
}

describe('both languages', () => {
  const portuguese = new Map(textsBelow(pt));
  const all = textsBelow(en).filter(([path]) => !byKind.test(path));

  test('have the same texts, and the samples are of such', () => {
    const paths = (texts: Texts) => textsBelow(texts).map(([path, text]) => `${path}: ${typeof text}`);
    expect(paths(pt)).toEqual(paths(en));
    expect(Object.keys(given).filter((path) => !portuguese.has(path))).toEqual([]);
  });

  test('say the same numbers and names, in other words, and something', () => {
    for (const [path, text] of all) {
      const [english, other] = [saidBy(path, text), saidBy(path, portuguese.get(path))];
      expect({ path, held: other.map(placeholders) }).toEqual({ path, held: english.map(placeholders) });
      const wrong = [...english, ...other].filter((each) => /^\s*$|undefined|NaN|\[object/u.test(each));
      expect({ path, wrong }).toEqual({ path, wrong: [] });
      // A short label may be the same word.
      const mayBeSame = forms.includes(path) || (typeof text === 'string' && text.length < 15);
      const same = mayBeSame ? [] : english.filter((each) => other.includes(each));
      expect({ path, same }).toEqual({ path, same: [] });
    }
  });

  test('are Markdown as they are, so that pages need not escape them', () => {
    for (const [path, text] of [...textsBelow(en), ...textsBelow(pt)]) {
      const isGivenText = forms.includes(path) || byKind.test(path) || path === 'sarif.foundOn';
      const said = isGivenText ? [] : saidBy(path, text);
      const escaped = said.map((each) => escapeKeepingCode(each, 4000));
      expect({ path, said: escaped }).toEqual({ path, said });
    }
  });

  test('have a singular and a plural', () => {
    expect(en.trackingIssue.onlyKnown(1, 'x')).toBe('nothing new blocks on x, 1 earlier finding is open');
    expect(en.trackingIssue.onlyKnown(2, 'x')).toBe('nothing new blocks on x, 2 earlier findings are open');
    expect(pt.lastReport.changed({ new: 1, fixed: 1 })).toBe('1 novo, 1 corrigido');
    expect(pt.lastReport.changed({ new: 2, fixed: 2 })).toBe('2 novos, 2 corrigidos');
  });

  test('have their own thousands separator, and each is that of its name', () => {
    expect(en.number(1_234_567)).toBe('1,234,567');
    expect(pt.number(1_234_567)).toBe('1.234.567');
    for (const { number } of [en, pt]) expect(number(999)).toBe('999');
    expect(textsIn.en.title.passed).toBe('passed');
    expect(textsIn.pt.title.passed).toBe('aprovado');
  });

  test('have a name of their own for each group', () => {
    for (const group of issueGroups) {
      expect(en.group(group)).toBe(group);
      expect(pt.group(group)).not.toBe(group);
    }
  });

  test('leave out what is fixed if it is not known', () => {
    const counts = { new: 1, known: 2, fixed: null };
    expect(en.baseline.compared('x', counts)).toBe('Compared with x: 1 new, 2 already there.');
    expect(pt.baseline.compared('x', counts)).toBe('Em comparação com x: 1 novo, 2 já existentes.');
  });
});

const severity = 'high';
const blocks = true;
const days = [-1, 0, 1, 12, null].map(
  (daysLeft): HostViolation => ({
    kind: 'certificate',
    commonName: '`a`',
    daysLeft,
    minDays: 21,
    severity,
    blocks,
  }),
);
const violations: readonly HostViolation[] = [
  { kind: 'port', port: 8080, service: '`ssh`', severity, blocks },
  { kind: 'port', port: null, service: '', severity, blocks },
  ...days,
  { kind: 'certificate', commonName: '', daysLeft: null, minDays: 30, severity, blocks },
  { kind: 'no-certificate', minDays: 1, severity, blocks },
  { kind: 'no-waf', severity, blocks },
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
  isOnlyNew: fc.boolean(),
  hasIgnored: fc.boolean(),
  failOnCvss: fc.constantFrom(null, 7.5),
});

describe('the texts for each kind, in both languages', () => {
  test('say the same of every violation, whatever is allowed, and of every rule, with a score and without', () => {
    for (const violation of violations) {
      for (const allowed of ['', '80, 443']) {
        const advice = (texts: Texts): Advice => textFor(texts.hostRules.violation, violation, allowed);
        expectSame((texts) => advice(texts).what);
        expectSame((texts) => advice(texts).remedy);
        expect(advice(en).what).not.toBe(advice(pt).what);
        expect(advice(en).what).not.toMatch(/\b1 days/u);
      }
    }
    for (const shown of [finding('low', 0), finding('low', 0, { cvss: null })])
      expectSame((texts) => blockingRulePhrases({ finding: shown, blockedBy: rules }, texts).join(' '));
  });

  test('say the same of every reason, whatever the rules looked at', () => {
    fc.assert(
      fc.property(scopes, fc.constantFrom(...reasons), (scope, reason) => {
        const words = (texts: Texts) =>
          describeScopedReasons([reason], texts, scope)
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
});
