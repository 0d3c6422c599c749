/** All targets → one verdict, and the table of the summary. */
import type { Outcome } from '../../../src/core/choices.ts';
import { parseTarget } from '../../../src/inputs/target-url.ts';
import { type Counts, countsOf, isOutcome, type Leg, worseOutcome } from './leg.ts';

interface Answers {
  /** The targets, in the order of the list. */
  readonly urls: readonly string[];
  /** Of this attempt and of earlier ones. `undefined` without an artifact service. */
  readonly legs: readonly Leg[] | undefined;
  /** Of the workflow run. A file that claims a later one is ignored. */
  readonly attempt: number;
  /** The result of all jobs that scan: `success` if every one was green, in this attempt or an earlier one. */
  readonly scanResult: string;
  /** Address of the workflow run. */
  readonly runUrl: string;
  /** True if the jobs only checked the settings: then no target has passed, whatever they say. */
  readonly isDry: boolean;
}

interface Row extends Counts {
  readonly index: number;
  /** Without user info, query and fragment. */
  readonly url: string;
  readonly verdict: Outcome | 'missing';
  readonly link: string;
}

export interface Sum {
  readonly verdict: Outcome;
  /** Whether the last job is green: everything passed, or is only warned about. */
  readonly isGreen: boolean;
  readonly isDry: boolean;
  /** One line: how many passed, and what the others lack. */
  readonly sentence: string;
  /** In the order of the list. */
  readonly rows: readonly Row[];
  /** What the table says of each row. */
  readonly marks: readonly Mark[];
}

/** From bad to good. */
const marks = [
  '❌ fail',
  '❌ no verdict',
  '❌ wrong',
  '⚠️ inconclusive',
  '✅ nothing wrong',
  '✅ pass',
] as const;
type Mark = (typeof marks)[number];
const markOf: Readonly<Record<Row['verdict'], Mark>> = {
  fail: '❌ fail',
  missing: '❌ no verdict',
  inconclusive: '⚠️ inconclusive',
  pass: '✅ pass',
};

/**
 * The worst of the results of the jobs and the newest file of each target. A target without a file has not passed: its
 * verdict is `missing`, which counts as `fail`.
 */
export function sumUp(answers: Answers): Sum {
  const { urls, legs, scanResult, isDry } = answers;
  const newest = urls.map((_url, index) => newestOf(answers, index));
  const isSuccess = scanResult === 'success';
  // Without artifacts the job of a target is green only if the target passed: see the step `leg`.
  const best = isDry ? 'inconclusive' : 'pass';
  const other = legs === undefined && isSuccess ? best : 'missing';
  const rows = newest.map((leg, index) => rowOf(answers, { index, leg, other }));
  const worst = rows.map(({ verdict }) => (isOutcome(verdict) ? verdict : 'fail')).reduce(worseOutcome, best);
  const red = newest.flatMap((leg) => (leg?.stepFailed === true ? leg.verdict : []));
  // The results of the jobs and the files must agree: a red job that no file explains may hide anything.
  const isExplained =
    red.length === 0 ? isSuccess : scanResult === 'failure' && red.every((verdict) => verdict !== 'pass');
  const verdict = isExplained && rows.length > 0 ? worst : 'fail';
  // A failed target in a green job is only warned about. One without a verdict never is.
  const isGreen = isSuccess && isExplained && rows.length > 0 && !rows.some(isMissing);
  const shown = newest.map((leg, index) => rowMark(rows[index], leg, isDry));
  const given = { scanResult, isExplained, isGreen };
  const sentence =
    legs === undefined && !isSuccess
      ? 'Not every target passed. Without artifacts only the jobs themselves say which.'
      : isDry
        ? drySentence(shown)
        : sentenceOf(rows, given);
  return { verdict, isGreen, isDry, rows, sentence, marks: shown };
}

function isMissing({ verdict }: Row): boolean {
  return verdict === 'missing';
}

function rowMark(row: Row | undefined, leg: Leg | undefined, isDry: boolean): Mark {
  const mark = markOf[row?.verdict ?? 'missing'];
  if (!isDry || row?.verdict !== 'inconclusive') return mark;
  return leg?.stepFailed === true ? '❌ wrong' : '✅ nothing wrong';
}

function drySentence(shown: readonly Mark[]): string {
  const wrong = shown.filter((mark) => mark !== '✅ nothing wrong').length;
  const found =
    wrong === 0
      ? 'nothing is wrong'
      : `something is wrong for ${wrong} of ${shown.length} targets, and their jobs say what`;
  return `Dry run: ${found}. Nothing was scanned.`;
}

/**
 * The file of the latest attempt. Two files of one attempt should not exist: then the worse one counts. A job that
 * failed in an earlier attempt runs again, so without a file of this attempt its runner was lost.
 */
function newestOf({ legs = [], attempt }: Answers, index: number): Leg | undefined {
  const own = legs.filter((leg) => leg.index === index && leg.attempt <= attempt);
  const newest = own.reduce<Leg | undefined>((best, leg) => {
    if (best === undefined || leg.attempt > best.attempt) return leg;
    const isWorse = leg.attempt === best.attempt && worseOutcome(leg.verdict, best.verdict) !== best.verdict;
    return isWorse ? leg : best;
  }, undefined);
  return newest?.stepFailed === true && newest.attempt < attempt ? undefined : newest;
}

function rowOf(
  { urls, runUrl }: Answers,
  { index, leg, other }: { index: number; leg: Leg | undefined; other: Row['verdict'] },
): Row {
  return {
    index,
    url: parseTarget(urls[index] ?? '')?.shownAddress ?? '',
    verdict: leg?.verdict ?? other,
    ...(leg?.counts ?? countsOf(() => null)),
    link: leg === undefined || leg.job === '' ? runUrl : `${runUrl}/job/${leg.job}`,
  };
}

function sentenceOf(
  rows: readonly Row[],
  { scanResult, isExplained, isGreen }: { scanResult: string; isExplained: boolean; isGreen: boolean },
): string {
  const count = (verdict: Row['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const warned = isGreen ? ', which is only a warning' : '';
  const parts = [
    [count('fail'), `failed${warned}`],
    [count('inconclusive'), `inconclusive${warned}`],
    [count('missing'), 'without a verdict, which counts as failed'],
  ] as const;
  const others = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const passed = `${count('pass')} of ${rows.length} targets passed`;
  const cause = isExplained ? '' : ` The jobs that scan ended as \`${scanResult}\`.`;
  return `${[passed, ...others].join('; ')}.${cause}`;
}

/** Markdown for the summary of the job: one row per target, the worst first. */
export function formatSummary({ verdict, isGreen, isDry, sentence, rows, marks: shown }: Sum): string {
  const placeOf = ({ index }: Row) => marks.indexOf(shown[index] ?? '❌ no verdict');
  const sorted = rows.toSorted((a, b) => placeOf(a) - placeOf(b));
  const lines = sorted.map((row) => {
    const counts = [row.blocking, row.critical, row.high, row.medium, row.low, row.warning];
    // An address that was accepted holds no backtick and no `|`, so it cannot leave its cell.
    const cells = [`\`${row.url}\``, shown[row.index], ...counts.map((each) => each ?? '')];
    return `| ${[...cells, `[job](${row.link})`].join(' | ')} |`;
  });
  return [
    `## Scan Gate: ${isDry ? `${isGreen ? '✅' : '❌'} dry run` : markOf[verdict]}`,
    '',
    sentence,
    '',
    '| Target | Verdict | Blocking | Critical | High | Medium | Low | Warning | Log |',
    '|---|---|--:|--:|--:|--:|--:|--:|---|',
    ...lines,
    '',
  ].join('\n');
}
