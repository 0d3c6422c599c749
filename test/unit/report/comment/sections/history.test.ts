// In the comment and in the summary.
import { describe, expect, test } from '@jest/globals';
import { renderSummary } from '../../../../../src/report/comment/summary.ts';
import { type PreviousState, printsOf, stateOf } from '../../../../../src/report/previous-state.ts';
import { en } from '../../../../../src/report/texts/en/texts.ts';
import { assess, finding, findings, model } from '../../models.ts';
import { comment } from '../../scenes.ts';

const sha = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const now = model(assess([...findings({ critical: 1, low: 2 }), finding('low', 1)]));
const before = model(assess([finding('low', 1), ...findings({ high: 2 })]));
const state: PreviousState = { ...stateOf(before), sha };
/** Without a list. */
const bare: PreviousState = { ...state, prints: null, names: [] };

describe('what the comment says about the last report', () => {
  test('is what changed, with a link to its commit', () => {
    const shown = comment({ ...now, previous: state });
    expect(shown).toContain(
      `**Since the last report: 3 new, 2 fixed** (failed, commit [\`2fd4e1c\`](https://github.com/example/shop/commit/${sha}))`,
    );
    expect(renderSummary({ ...now, previous: state }, en)).toContain('3 new, 2 fixed');
    expect(comment({ ...now, previous: state, language: 'pt' })).toContain(
      '**Desde o último relatório: 3 novos, 2 corrigidos** (reprovado, commit',
    );
  });

  test('is that nothing changed', () => {
    expect(comment({ ...now, previous: { ...state, prints: printsOf(now) } })).toContain(
      '**Since the last report: the same findings** (failed,',
    );
  });

  test('is its verdict alone, where there is nothing to compare', () => {
    const passed: PreviousState = { ...bare, outcome: 'pass', sha: null };
    expect(comment({ ...now, previous: passed })).toContain('\nPrevious report: passed\n');
  });

  test('is nothing where there was no last report', () => {
    expect(comment(now)).not.toMatch(/(?:last|previous) report/iu);
  });

  test('makes no markup of an invalid commit', () => {
    const hostile: PreviousState = { ...bare, sha: '](x)<b>@octocat' };
    expect(comment({ ...now, previous: hostile })).not.toMatch(/\]\(x\)|<b>@|@octocat/u);
  });
});
