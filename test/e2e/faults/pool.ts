/** Runs jobs side by side, `width` at a time, in the order they were given. @returns a promise for each */
export function runPool<Job, Result>(
  jobs: readonly Job[],
  width: number,
  work: (job: Job) => Promise<Result>,
): ReadonlyMap<Job, Promise<Result>> {
  const slots = new Map(jobs.map((job) => [job, Promise.withResolvers<Result>()] as const));
  const waiting = [...slots];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [job, { resolve, promise }] = next;
      // Who awaits a result hears of its failure; until then it is nobody's unhandled rejection.
      promise.catch(() => undefined);
      const result = work(job);
      resolve(result);
      await result.catch(() => undefined);
    }
  };
  for (let index = 0; index < width; index += 1) void worker();
  return new Map([...slots].map(([job, { promise }]) => [job, promise]));
}
