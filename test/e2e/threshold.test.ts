import { expect, test } from '@jest/globals';
import { startScene } from './scene.ts';

const severities = ['critical', 'high', 'medium', 'low', 'warning'] as const;

/** Blocking findings and exit code for each threshold, on one scan of the weak site without the `fixed` areas. */
async function judgeByEach(fixed: readonly ('headers' | 'exposures')[]) {
  await using scene = await startScene({ weak: { fixed } });
  const scanId = await scene.scanned(scene.weak.url);
  const results = await Promise.all(
    [...severities, 'never'].map((threshold) =>
      scene.run({
        inputs: {
          'scan-id': scanId,
          'fail-on': threshold,
          'artifact-name': threshold,
          reports: 'none',
          comment: 'never',
        },
      }),
    ),
  );
  const counts = severities.map((severity) => Number(results[0]?.outputs[severity]));
  const verdicts = results.map(({ exitCode, outputs }) => ({
    exitCode,
    verdict: outputs['verdict'],
    blocking: Number(outputs['blocking']),
  }));
  return { counts, verdicts };
}

/** How many findings are at least as severe as each severity, most severe first; for `never` none. */
function cumulated(counts: readonly number[]): number[] {
  return [...counts.map((_, index) => counts.slice(0, index + 1).reduce((sum, count) => sum + count, 0)), 0];
}

function expectedVerdict(blocking: number) {
  return blocking > 0
    ? { exitCode: 1, verdict: 'fail', blocking }
    : { exitCode: 0, verdict: 'pass', blocking };
}

test('each threshold blocks findings that are as severe or worse, and `never` blocks none', async () => {
  const { counts, verdicts } = await judgeByEach([]);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(verdicts).toEqual(cumulated(counts).map(expectedVerdict));
});

test('findings below the threshold do not block', async () => {
  const { counts, verdicts } = await judgeByEach(['headers', 'exposures']);
  expect(counts.slice(0, 2)).toEqual([0, 0]);
  expect(verdicts).toEqual(cumulated(counts).map(expectedVerdict));
  expect(verdicts.map(({ exitCode }) => exitCode)).toEqual([0, 0, 1, 1, 1, 0]);
});
