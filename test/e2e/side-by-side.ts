import pLimit from 'p-limit';

/** Starts `work` for every job in the given order, at most `width` at a time. @returns job → its result */
export function runSideBySide<Job, Result>(
  jobs: readonly Job[],
  width: number,
  work: (job: Job) => Promise<Result>,
): ReadonlyMap<Job, Promise<Result>> {
  const limit = pLimit(width);
  const results = jobs.map((job) => [job, limit(work, job)] as const);
  // A test that awaits a result sees its failure; before that, it is not an unhandled rejection.
  for (const [, result] of results) result.catch(() => undefined);
  return new Map(results);
}
