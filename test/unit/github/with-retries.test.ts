import { describe, expect, test } from '@jest/globals';
import { withRetries } from '../../../src/github/with-retries.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

const now = 1_800_000_000_000;

function refused(status: number, headers: object | null = {}, message = 'refused') {
  return Object.assign(new Error(message), { status, ...(headers !== null && { response: { headers } }) });
}

function startStage() {
  return { clock: createFakeClock(now), log: createRecordingLog(), signal: new AbortController().signal };
}

/** Tries that fail in turn with `errors`, and then succeed. */
async function play(errors: readonly Error[]) {
  const stage = startStage();
  let tries = 0;
  const operation = async () => {
    const error = errors[tries];
    tries += 1;
    if (error !== undefined) throw error;
    return 'written';
  };
  const result = await withRetries(operation, stage).catch((error: unknown) => error);
  return { result, tries, slept: stage.clock.sleptMs };
}

test('a read within an operation is tried three times in all, and the operation not again', async () => {
  const stage = startStage();
  let reads = 0;
  const read = async () => {
    reads += 1;
    throw refused(503);
  };
  await expect(withRetries(() => withRetries(read, stage), stage)).rejects.toThrow('refused');
  expect({ reads, sleptMs: stage.clock.sleptMs }).toEqual({ reads: 3, sleptMs: [1_000, 4_000] });
});

describe('withRetries', () => {
  const limit = (headers: object) => refused(403, headers, 'You have exceeded a secondary rate limit');
  const reset = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 20) };

  test.each<[what: string, error: Error, slept: number]>([
    ['no answer', refused(500, null), 1_000],
    ['a failure of GitHub', refused(502), 1_000],
    ['a rate limit that says how long', limit({ 'retry-after': '40' }), 40_000],
    ['one that says until when', limit(reset), 21_000],
    ['one that says nothing', limit({}), 60_000],
    ['a node that is not stored yet', refused(422, {}, 'Could not resolve to a node with the id'), 1_000],
  ])('does all of it again after %s', async (_what, error, slept) => {
    expect(await play([error])).toEqual({ result: 'written', tries: 2, slept: [slept] });
  });

  test.each<[what: string, error: Error]>([
    ['a refusal', refused(403)],
    ['content that is not valid', refused(422, {}, 'Validation Failed')],
    ['a rate limit that lasts', limit({ 'retry-after': '61' })],
    ['one that is used up until nobody knows when', limit({ 'x-ratelimit-remaining': '0' })],
    ['an error of our own', new TypeError('broken')],
  ])('does nothing again after %s', async (_what, error) => {
    expect(await play([error])).toEqual({ result: error, tries: 1, slept: [] });
  });

  test('gives up after three tries', async () => {
    const errors = [1, 2, 3].map((index) => refused(500 + index));
    const { result, slept } = await play(errors);
    expect({ result, slept }).toEqual({ result: errors[2], slept: [1_000, 4_000] });
  });
});
