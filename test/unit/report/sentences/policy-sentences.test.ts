import { expect, test } from '@jest/globals';
import type { RuleNotice } from '../../../../src/gate/judgement.ts';
import { describeNotice, ruleLocation } from '../../../../src/report/sentences/policy-sentences.ts';
import { expectSame } from '../languages.ts';
import { judgedModel, plainModel } from '../models.ts';

const policy = 'ignore:\n  - name: x\n    reason: y\n    expires: 2026-12-01\n';
const model = judgedModel({ policy, findings: [] });
const [rule] = model.settings.policy.ignore;
if (rule === undefined) throw new Error('no rule');

test.each<RuleNotice['kind']>(['expired', 'expires-soon', 'matches-nothing'])(
  'a notice says what is wrong with a rule and what to do, in both languages: %s',
  (kind) => {
    expectSame((language) => Object.values(describeNotice({ rule, kind }, language)).join(' '));
    const { what } = describeNotice({ rule, kind }, 'en');
    expect(what.includes('2026-12-01')).toBe(kind !== 'matches-nothing');
  },
);

test('a rule is found by its file and line', () => {
  expect(ruleLocation(rule, model)).toBe('.github/scan-gate.yml, line 2');
  expect(ruleLocation(rule, { ...model, language: 'pt' })).toBe('.github/scan-gate.yml, linha 2');
  expect(ruleLocation(rule, plainModel())).toBe('line 2');
});
