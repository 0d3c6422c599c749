import { describe, expect, test } from '@jest/globals';
import { fingerprintVersion } from '../../../src/core/fingerprint-version.ts';
import type { LastReport } from '../../../src/report/hidden-line.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import {
  type ChangesSinceLast,
  changesSinceLast,
  fingerprintsOf,
  lastReportToKeep,
  reportToNote,
} from '../../../src/report/since-last-report.ts';
import { failedReport } from '../../support/hidden-line.ts';
import { countsDisclosure, plainAssessment, plainModel } from './models.ts';
import { finding, findings } from './sample-findings.ts';

const sha = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const now = plainModel([...findings({ critical: 1, low: 2 }), finding('low', 1)]);
const before = plainModel([finding('low', 1), ...findings({ high: 2 })]);
const counted: ReportModel = { ...now, disclosure: countsDisclosure };
const cut: ReportModel = { ...now, assessment: { ...now.assessment, complete: false } };
const timeout = { kind: 'timeout', afterMs: 1, percentage: 50 } as const;
const undecided = plainModel(findings({ low: 1 }), { problem: timeout });
const last: LastReport = { ...reportToNote(before), sha };

function changesSince(lastReport: LastReport | null, model: ReportModel): ChangesSinceLast | null {
  return changesSinceLast({ ...model, lastReport });
}

describe('changesSinceLast', () => {
  test('names new and fixed findings, and counts each of several with the same fingerprint', () => {
    const changes = changesSince(last, now);
    expect(changes).toMatchObject({ new: 3, fixed: 2 });
    // Of several with the same fingerprint those beyond the ones before are new.
    expect([...(changes?.newFindings ?? [])].map((judged) => judged.finding.name)).toEqual([
      finding('critical').name,
      finding('low').name,
      finding('low', 1).name,
    ]);
    expect(changes?.fixedNames).toEqual(findings({ high: 2 }).map(({ name }) => name));
    expect(changesSince(reportToNote(now), before)).toMatchObject({ new: 2, fixed: 3 });
    expect(changesSince(reportToNote(now), now)).toMatchObject({ new: 0, fixed: 0, fixedNames: [] });
  });

  test('only counts what is fixed if the names were not kept', () => {
    const changes = changesSince({ ...last, names: last.names.slice(0, 1) }, now);
    expect(changes).toMatchObject({ fixed: 2, fixedNames: [finding('high').name] });
    expect(changesSince({ ...last, names: [] }, now)?.fixedNames).toEqual([]);
  });

  test('is null without a list on either side, because what is missing may still be there', () => {
    const partial = plainModel([], {
      assessment: {
        ...plainAssessment(findings({ critical: 1 })),
        partial: true,
        complete: false,
      },
    });
    for (const lastReport of [null, failedReport]) expect(changesSince(lastReport, now)).toBeNull();
    for (const each of [undecided, partial, counted]) expect(changesSince(last, each)).toBeNull();
    expect(fingerprintsOf(counted)).toBeNull();
  });

  test('is null beside fingerprints of another version, because every finding would be new and fixed', () => {
    expect(changesSince({ ...last, fingerprintVersion: 'v0' }, now)).toBeNull();
  });
});

describe('notedReportOf', () => {
  test('is what the report says', () => {
    const { findings: listed } = now.assessment;
    expect(reportToNote({ ...now, lastReport: last })).toEqual({
      outcome: 'fail',
      sha: now.run.sha,
      blocking: 1,
      fingerprintVersion,
      fingerprints: fingerprintsOf(now),
      names: listed.map(({ finding: { name } }) => name),
    });
  });

  test('has no findings under `counts`, and no findings of an incomplete list', () => {
    expect(reportToNote(counted)).toMatchObject({ blocking: 1, fingerprints: null, names: [] });
    expect(reportToNote(cut)).toMatchObject({ fingerprints: null, names: [] });
  });

  test('stays that of the last report with a verdict if this one has none', () => {
    expect(reportToNote({ ...undecided, lastReport: last })).toEqual(last);
  });

  test('is that of this report if no report before it had a verdict', () => {
    expect(reportToNote(undecided)).toMatchObject({ outcome: 'inconclusive', fingerprints: null });
    const lastReport = { ...reportToNote(undecided), sha: 'abcdef1' };
    expect(reportToNote({ ...undecided, lastReport }).sha).toBe(undecided.run.sha);
  });
});

test.each<[last: string, isKept: boolean, model: ReportModel]>([
  ['with a verdict, below a report without one', true, { ...undecided, lastReport: last }],
  ['with a verdict, below a report with one', false, { ...now, lastReport: last }],
  [
    'without a verdict, below another',
    false,
    { ...undecided, lastReport: { ...last, outcome: 'inconclusive' } },
  ],
  ['that does not exist', false, undecided],
])('the last report %s is kept: %s', (_last, isKept, model) => {
  expect(lastReportToKeep(model) !== null).toBe(isKept);
});
