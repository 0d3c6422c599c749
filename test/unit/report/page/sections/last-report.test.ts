// In the comment and in the summary.
import { describe, expect, test } from '@jest/globals';
import { type LastReport, noEarlierPost, readOwnPost } from '../../../../../src/report/hidden-line.ts';
import { en, pt } from '../../../../../src/report/language/texts.ts';
import { fixedSection, withLastReport } from '../../../../../src/report/page/sections/last-report.ts';
import { fingerprintsOf, reportToNote } from '../../../../../src/report/since-last-report.ts';
import { hiddenLineOf } from '../../../../support/hidden-line.ts';
import { hostileTexts } from '../../../../support/hostile/corpus.ts';
import { additions, readPage } from '../../../../support/hostile/page.ts';
import { countsDisclosure, plainModel } from '../../models.ts';
import { comment, foldText, summary } from '../../rendered-reports.ts';
import { finding, findings } from '../../sample-findings.ts';

const sha = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const now = plainModel([...findings({ critical: 1, low: 2 }), finding('low', 1)]);
const clean = plainModel();
const before = plainModel([finding('low', 1), ...findings({ high: 2 })]);
const state: LastReport = { ...reportToNote(before), sha };
/** Without a list. */
const bare: LastReport = { ...state, fingerprints: null, names: [] };

describe('what the comment says about the last report', () => {
  test('is what changed, with a link to its commit', () => {
    expect(comment({ ...now, lastReport: state })).toContain(
      `**Since the last report: 3 new, 2 fixed** (failed, commit [\`2fd4e1c\`](https://github.com/example/shop/commit/${sha}))`,
    );
    expect(summary({ ...now, lastReport: state })).toContain('3 new, 2 fixed');
    expect(comment({ ...now, lastReport: state, language: 'pt' })).toContain(
      '**Desde o último relatório: 3 novos, 2 corrigidos** (reprovado, commit',
    );
  });

  const nothing = '**Since the last report: the same findings** (failed,';

  test.each<[what: string, changes: Partial<LastReport>, words: string]>([
    ['that nothing changed', { fingerprints: fingerprintsOf(now) }, nothing],
    [
      'its verdict alone, without a list',
      { ...bare, outcome: 'pass', sha: null },
      '\nPrevious report: passed\n',
    ],
  ])('is %s', (_what, changes, words) => {
    expect(comment({ ...now, lastReport: { ...state, ...changes } })).toContain(words);
  });

  test('is nothing if there was no last report', () => {
    expect(comment(now)).not.toMatch(/(?:last|previous) report/iu);
  });

  test('makes no markup of an invalid commit', () => {
    const hostile: LastReport = { ...bare, sha: '](x)<b>@octocat' };
    expect(comment({ ...now, lastReport: hostile })).not.toMatch(/\]\(x\)|<b>@|@octocat/u);
  });
});

describe('what is new and what is fixed', () => {
  test('is marked in the rows, and named in a fold', () => {
    const old = plainModel([finding('critical'), ...findings({ high: 2 })]);
    const fresh = plainModel([finding('critical'), finding('critical', 7)]);
    const shown = comment({ ...fresh, lastReport: { ...reportToNote(old), sha } });
    const marked = shown.split('\n').filter((line) => line.includes('<kbd>new</kbd>'));
    expect(marked).toEqual([expect.stringContaining('(7)')]);
    const fold = foldText(shown, 'Fixed since the last report (2)');
    for (const { name } of findings({ high: 2 })) expect(fold).toContain(name);
  });

  test('says how many are not named, also if everything passes', () => {
    const { fingerprints } = reportToNote(plainModel(findings({ high: 5 })));
    const lastReport = { ...bare, fingerprints, names: ['twin', 'twin', ''] };
    const fold = foldText(comment({ ...clean, lastReport }), 'Fixed since the last report (5)');
    expect(fold.split('\n').filter((line) => line.trim() !== '')).toEqual([
      'Fixed since the last report (5)',
      'twin',
      'twin',
      '(no name)',
      'and 2 more',
    ]);
  });

  test('is only a number if no name was kept, and nothing if findings are withheld', () => {
    const unnamed = { ...clean, lastReport: { ...state, names: [] } };
    expect(comment(unnamed)).toContain('0 new, 3 fixed');
    expect(fixedSection(unnamed, en)).toBe('');
    expect(fixedSection({ ...clean, lastReport: state, disclosure: countsDisclosure }, en)).toBe('');
  });

  test('forms nothing from a name that somebody wrote into the hidden line', () => {
    const page = (name: string) => {
      const lastReport = { ...bare, fingerprints: ['0123456789'], names: [name] };
      return readPage(fixedSection({ ...clean, lastReport }, en));
    };
    const plain = page('a name');
    for (const { name, text } of hostileTexts) {
      expect({ name, added: additions(page(text), plain) }).toEqual({ name, added: [] });
    }
  });
});

describe('the last report below a text without a verdict', () => {
  const report = '## Failed\n\n| a |\n|---|\n| b |\n\n<details><summary>More</summary>\n\nmore\n\n</details>';
  const last: LastReport = { ...bare, sha, blocking: 3 };
  const head = hiddenLineOf({ key: '0'.repeat(16), runId: 1, attempt: 1 }, last);

  test('is folded under its verdict, and read back as it was', () => {
    const text = withLastReport(`${head}\ntext`, { report: last, reportMarkdown: report }, en);
    expect(text.startsWith(`${head}\ntext\n\n<details><summary>`)).toBe(true);
    expect(foldText(text, 'Previous report: failed, 3 findings block (2fd4e1c)')).toContain('more');
    const again = readOwnPost(text) ?? noEarlierPost;
    expect(again.reportMarkdown).toBe(report);
    // A second run with nothing in between nests nothing.
    const twice = withLastReport(`${head}\nother`, again, en);
    expect(twice.split('Previous report')).toHaveLength(2);
    expect(readOwnPost(twice)?.reportMarkdown).toBe(report);
  });

  test('is only named if it is not known or does not fit, and is not taken for the text later', () => {
    const unknown = withLastReport(`${head}\ntext`, { report: last, reportMarkdown: null }, en);
    expect(unknown).toContain('\n\nPrevious report: failed, 3 findings block (<code>2fd4e1c</code>)\n\n');
    const long = withLastReport(`${head}\ntext`, { report: last, reportMarkdown: 'x'.repeat(64_900) }, en);
    expect(long).toContain('The report itself is too long to be kept here.');
    expect(long.length).toBeLessThan(1000);
    for (const text of [unknown, long])
      expect(readOwnPost(text)).toMatchObject({ report: { ...last, sha: '2fd4e1c' }, reportMarkdown: null });
  });

  test('is nothing if there was none, and is in Portuguese too', () => {
    expect(withLastReport('text', { report: null, reportMarkdown: null }, en)).toBe('text');
    expect(withLastReport('text', { report: last, reportMarkdown: report }, pt)).toContain(
      'Relatório anterior: reprovado',
    );
  });
});
