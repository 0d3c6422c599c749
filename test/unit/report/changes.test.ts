import { describe, expect, test } from '@jest/globals';
import { renderComment } from '../../../src/report/comment/comment.ts';
import { renderSummary } from '../../../src/report/comment/summary.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { changesSince, type PreviousState, printsOf } from '../../../src/report/previous-state.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { pt } from '../../../src/report/texts/pt/texts.ts';
import { assess, finding, findings, model } from './models.ts';

const sha = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const now = model(assess([...findings({ critical: 1, low: 2 }), finding('low', 1)]));
const before = model(assess([finding('low', 1), ...findings({ high: 2 })]));

function state(of: ReportModel | null): PreviousState {
  return { outcome: 'fail', sha, scanId: 'scan-a', prints: of === null ? null : printsOf(of) };
}

function comment(shown: ReportModel, texts = en): string {
  return renderComment(shown, texts, { marker: '<!-- scan-gate -->' });
}

describe('changesSince', () => {
  test('counts what came and what went, each of several twins', () => {
    expect(changesSince(state(before), now)).toEqual({ new: 3, fixed: 2 });
    expect(changesSince(state(now), before)).toEqual({ new: 2, fixed: 3 });
    expect(changesSince(state(now), now)).toEqual({ new: 0, fixed: 0 });
  });

  test('takes whole fingerprints too', () => {
    const prints = before.assessment.findings.map(({ fingerprint }) => fingerprint);
    expect(changesSince({ ...state(null), prints }, now)).toEqual({ new: 3, fixed: 2 });
  });

  test('knows nothing without a report before, or without its list', () => {
    expect([changesSince(null, now), changesSince(state(null), now)]).toEqual([null, null]);
  });

  test('knows nothing where the list is not complete: what is not in it may still be there', () => {
    const timeout = model(assess(findings({ low: 1 }), { kind: 'timeout', afterMs: 1, percentage: 50 }));
    const partial = model({ ...assess(findings({ critical: 1 })), partial: true });
    for (const each of [timeout, partial]) expect(changesSince(state(before), each)).toBeNull();
  });

  test('tells nothing where findings are only counted', () => {
    const counted: ReportModel = { ...now, disclosure: { mode: 'counts', because: 'setting' } };
    expect([printsOf(counted), changesSince(state(before), counted)]).toEqual([null, null]);
  });
});

describe('what the comment says of the report before', () => {
  test('is what changed, with a link to the commit it was about', () => {
    const shown = comment({ ...now, previous: state(before) });
    expect(shown).toContain(
      `**Since the last report: 3 new, 2 fixed** (failed, commit [\`2fd4e1c\`](https://github.com/example/shop/commit/${sha}))`,
    );
    expect(renderSummary({ ...now, previous: state(before) }, en)).toContain('3 new, 2 fixed');
    expect(comment({ ...now, previous: state(before) }, pt)).toContain(
      '**Desde o último relatório: 3 novos, 2 corrigidos** (reprovado, commit',
    );
  });

  test('is that nothing changed', () => {
    expect(comment({ ...now, previous: state(now) })).toContain(
      '**Since the last report: the same findings** (failed,',
    );
  });

  test('is its verdict alone, where there is nothing to compare', () => {
    const passed: PreviousState = { outcome: 'pass', sha: null, scanId: null, prints: null };
    expect(comment({ ...now, previous: passed })).toContain('\nLast report: passed\n');
  });

  test('is nothing where there was none', () => {
    expect(comment(now)).not.toMatch(/last report/iu);
  });

  test('makes no markup of a commit that is none', () => {
    const hostile: PreviousState = { outcome: 'fail', sha: '](x)<b>@octocat', scanId: null, prints: null };
    expect(comment({ ...now, previous: hostile })).not.toMatch(/\]\(x\)|<b>@|@octocat/u);
  });
});
