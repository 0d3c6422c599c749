import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { severities, zeroCounts } from '../../../../src/core/severity.ts';
import type { BaselineComparison, Objection } from '../../../../src/gate/judgement.ts';
import type { PublishedModel } from '../../../../src/report/published-model.ts';
import { describeObjections } from '../../../../src/report/sentences/objection-sentences.ts';
import { expectSame } from '../languages.ts';
import { judgedModel, plainModel, settingsWith } from '../models.ts';
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
          ignored: { ...zeroCounts, low: ignored },
        };
        const judgement = { ...plain.judgement, objections, baseline: compare, countsByStatus };
        const model = { ...plain, judgement, settings: settingsWith({ 'fail-on': limit }) };
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
    ['fail-on: high\n', 'Nothing blocks: the limit is severity `high` or worse.'],
    ['fail-on: critical\n', 'Nothing blocks: the limit is severity `critical`.'],
    ['fail-on: never\n', 'Nothing blocks: `fail-on` is `never`.'],
  ])('are true of %j', (policy, words) => {
    const model = judgedModel({ policy, findings: findings({ low: 2 }) });
    expect(model.judgement.verdict).toBe('pass');
    expect(what(model)).toEqual([words]);
  });

  test.each([
    [1, 'No findings in 1 check.', 'Nenhum achado em 1 verificação.'],
    [1_482, 'No findings in 1,482 checks.', 'Nenhum achado em 1.482 verificações.'],
    [null, 'No findings.', 'Nenhum achado.'],
  ])('without findings say how many checks were made, if that is known: %j', (checkCount, en, pt) => {
    const { judgement, ...rest } = plainModel();
    const model = { ...rest, judgement: { ...judgement, checkCount } } as PublishedModel;
    expect(what(model)).toEqual([en]);
    expect(what({ ...model, language: 'pt' })).toEqual([pt]);
  });
});

describe('what blocks', () => {
  const model = judgedModel({ policy: 'fail-on: medium\n', findings: findings({ high: 1, medium: 2 }) });

  test('is told by its number and the limit, with what to do', () => {
    expect(describeObjections(model)).toEqual([
      {
        what: '3 findings have severity `medium` or worse.',
        remedy: 'Fix what blocks and deploy the fix: the next run scans it.',
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
    expect(what(undecided)).toEqual([
      'The scan made 0 checks, fewer than `min-checks` (1), so it says too little about the target.',
    ]);
  });
});
