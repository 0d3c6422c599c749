import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { languages } from '../../../../src/core/say.ts';
import { noFindings, severities } from '../../../../src/core/severity.ts';
import type { BaselineComparison, Objection } from '../../../../src/gate/judgement.ts';
import { describeObjections } from '../../../../src/report/sentences/objection-sentences.ts';
import { expectSame } from '../languages.ts';
import { exampleBaseline, judgedModel, plainModel, settingsWith } from '../models.ts';
import { findings } from '../sample-findings.ts';

const what = (model: ReturnType<typeof plainModel>) => describeObjections(model).map((one) => one.what);

test('both languages say the same of every objection, whatever was compared and ignored', () => {
  const threshold = fc.constantFrom(...severities);
  const count = fc.constantFrom(1, 2, 1_234);
  const blocking = fc.constant('blocking' as const);
  const objection: fc.Arbitrary<Objection> = fc.oneof(
    fc.record({ weight: blocking, kind: fc.constant('blocking-findings' as const), threshold, count }),
    fc.record({ weight: blocking, kind: fc.constant('unlisted-findings' as const), count }),
  );
  const compared: BaselineComparison = { kind: 'compared', scanId: 'a', new: 1, known: 2, fixed: 3 };
  const baseline = fc.constantFrom<BaselineComparison>({ kind: 'none' }, compared);
  const failOn = fc.constantFrom(...severities, 'never' as const);
  const plain = plainModel(findings({ high: 1 }));
  fc.assert(
    fc.property(
      fc.record({ objections: fc.array(objection, { maxLength: 2 }), baseline, ignored: fc.nat(1), failOn }),
      ({ objections, baseline: compare, ignored, failOn: limit }) => {
        const countsByStatus = {
          ...plain.judgement.countsByStatus,
          ignored: { ...noFindings, low: ignored },
        };
        const judgement = { ...plain.judgement, objections, baseline: compare, countsByStatus };
        const model = { ...plain, judgement, settings: settingsWith({ failOn: limit }) };
        for (const [index] of describeObjections(model).entries())
          expectSame((language) => {
            const advice = describeObjections({ ...model, language })[index];
            return `${advice?.what} ${advice?.remedy}`.replaceAll('1.234', '1,234').trim();
          });
      },
    ),
    { numRuns: 200 },
  );
});

describe('the words of a pass', () => {
  test.each([
    ['fail-on: high\n', 'No finding has severity `high` or worse.'],
    ['fail-on: critical\n', 'No finding has severity `critical`.'],
    ['fail-on: never\n', 'No finding blocks by itself, because `fail-on` is `never`.'],
  ])('are true of %j', (policy, words) => {
    const model = judgedModel({ policy, findings: findings({ low: 2 }) });
    expect(model.judgement.verdict).toBe('pass');
    expect(what(model)).toEqual([words]);
  });

  test('with a baseline are about new findings only', () => {
    const known = findings({ critical: 1 });
    const policy = 'baseline: https://www.example.com\n';
    const model = judgedModel({ policy, findings: known, baseline: exampleBaseline(known) });
    expect(what(model)).toEqual(['No new finding has severity `high` or worse.']);
  });
});

describe('what blocks', () => {
  const model = judgedModel({ policy: 'fail-on: medium\n', findings: findings({ high: 1, medium: 2 }) });

  test('is told by its number and the limit, with what to do', () => {
    expect(describeObjections(model)).toEqual([
      {
        kind: 'blocking-findings',
        what: '3 findings have severity `medium` or worse.',
        remedy: 'Fix what blocks, deploy, and run the job again.',
      },
    ]);
  });

  test('has in Portuguese the word of the setting too', () => {
    expect(what({ ...model, language: 'pt' })).toEqual([
      '3 achados têm severidade média (`medium`) ou superior.',
    ]);
  });

  test('is no reason while nothing is decided: the problem is', () => {
    const undecided = plainModel(findings({ high: 1 }), {
      problem: { kind: 'too-few-checks', checks: 0, minimum: 1 },
    });
    for (const language of languages) {
      const kinds = describeObjections({ ...undecided, language }).map(({ kind }) => kind);
      expect(kinds).toEqual(['problem']);
    }
  });
});
