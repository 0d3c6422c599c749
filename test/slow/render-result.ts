/** What the real stages say about a result to people, except for the summary, without network or files. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import type { PublicModel } from '../../src/report/public-model.ts';

export interface Said {
  readonly comment: string;
  readonly reason: string;
  /** The lines that the process would print, as the runner splits them: the log, then the annotations. */
  readonly printed: readonly string[];
}

export interface ThreadData {
  readonly models: readonly PublicModel[];
  /** A line that no text of a model can be. */
  readonly boundary: string;
}

/** What is said about each of `models`, by a thread, because a thread has a standard output of its own. */
export async function sayAbout(models: readonly PublicModel[]): Promise<Said[]> {
  const workerData: ThreadData = { models, boundary: randomUUID() };
  const thread = new Worker(new URL('./say-in-thread.ts', import.meta.url), { workerData, stdout: true });
  const [[said], output] = await Promise.all([once(thread, 'message'), text(thread.stdout)]);
  const printed = output
    .split(`${workerData.boundary}\n`)
    .map((each) => each.split(/\r\n|\n|\r/).slice(0, -1));
  return said.map((each: Omit<Said, 'printed'>, index: number) => ({
    ...each,
    printed: printed[index] ?? [],
  }));
}
