import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { faultOfError } from '../../../src/core/fault.ts';
import { limitedFetch } from '../../../src/core/limited-fetch.ts';
import { refusingUrl, startRawServer } from '../../support/raw-server.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

type Send = (signal: AbortSignal) => Promise<Response>;

/** The response, with the body of an error, and the body that came with status 2xx. */
async function get(send: Send, { signal } = new AbortController()) {
  const accepted: Uint8Array[] = [];
  const request = { silenceMs: 2000, maxBytes: 1000, name: 'a test', signal, log: createRecordingLog() };
  const response = await limitedFetch(send, request, (chunk) => accepted.push(chunk));
  return { response, body: Buffer.concat(accepted).toString() };
}

const faultOf = (send: Send) => get(send).then(() => null, faultOfError);
const from =
  (url: string): Send =>
  (signal) =>
    fetch(url, { signal });

/** Answers at once with `status` and a body that `write` writes, until the signal aborts. */
function streaming(status: number, write: (body: ReadableStreamDefaultController) => void): Send {
  return async (signal) => {
    const start = (body: ReadableStreamDefaultController) => {
      signal.addEventListener('abort', () => body.error(signal.reason));
      write(body);
    };
    return new Response(new ReadableStream({ start }), { status });
  };
}

const byte = Buffer.from('.');
/** A byte each second, `count` times. */
const dripping = (status: number, count: number) =>
  streaming(status, (body) => {
    for (let sent = 1; sent <= count; sent += 1) setTimeout(() => body.enqueue(byte), sent * 1000);
    setTimeout(() => body.close(), count * 1000);
  });
const silent: Send = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const silentAfterByte = (status: number) => streaming(status, (body) => body.enqueue(byte));

describe('with a clock that is moved', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  test.each([
    ['before the headers', silent],
    ['within the body', silentAfterByte(200)],
  ])('it gives up on silence %s', async (_where, send) => {
    const fault = faultOf(send);
    await jest.advanceTimersByTimeAsync(2000);
    expect(await fault).toEqual({ kind: 'timeout', afterMs: 2000 });
  });

  test('it does not give up on a slow body that keeps coming', async () => {
    const got = get(dripping(200, 8));
    await jest.advanceTimersByTimeAsync(10_000);
    expect((await got).body).toBe('........');
  });

  test.each([
    ['breaks off', streaming(502, (body) => void setTimeout(() => body.error(new Error('reset')), 20))],
    ['stays silent', silentAfterByte(502)],
    ['comes byte by byte', dripping(502, 100)],
  ])('it gives the status of an error whose body %s, after a silence', async (_what, send) => {
    const got = get(send);
    await jest.advanceTimersByTimeAsync(2000);
    expect((await got).response.status).toBe(502);
  });
});

test.each([
  ['the headers', silent],
  ['a body', silentAfterByte(200)],
  ['the body of an error', silentAfterByte(502)],
])('it ends with the reason of its signal while it waits for %s', async (_what, send) => {
  const cancel = new AbortController();
  const got = get(send, cancel);
  setImmediate(() => cancel.abort('cancelled'));
  await expect(got).rejects.toBe('cancelled');
});

test('it marks the body of any other status as an error, and cuts a long one', async () => {
  const refused = (text: string) => get(async () => new Response(text, { status: 500 }));
  const { response, body } = await refused('{"detail":"no"}');
  expect([response.status, body, await response.json()]).toEqual([500, '', { detail: 'no' }]);
  const long = await get(
    streaming(500, (stream) => {
      for (let part = 0; part < 3; part += 1) stream.enqueue(Buffer.alloc(70_000, 'x'));
    }),
  );
  expect(await long.response.text()).toBe('x'.repeat(70_000));
});

test('it takes a status that allows no body', async () => {
  expect((await get(async () => new Response(null, { status: 204 }))).response.status).toBe(204);
});

const tooLarge = { kind: 'too-large', limitMib: 1000 / 1024 / 1024 };

test('it accepts a body up to the limit and none beyond it, not even one without end', async () => {
  const sized = (length: number) => async () => new Response('x'.repeat(length));
  expect((await get(sized(1000))).body).toHaveLength(1000);
  expect(await faultOf(sized(1001))).toEqual(tooLarge);
  const endless = new ReadableStream({ pull: (body) => body.enqueue(byte) });
  expect(await faultOf(async () => new Response(endless))).toEqual(tooLarge);
});

test('it counts the bytes of a compressed body after decompression, and gives an error in plain text', async () => {
  await using server = await startRawServer(({ url }, response) => {
    const [status, body] = url === '/error' ? [429, 'slow down'] : [200, Buffer.alloc(5_000_000)];
    response.writeHead(status, { 'content-encoding': 'gzip' }).end(gzipSync(body));
  });
  expect(await faultOf(from(server.url))).toEqual(tooLarge);
  expect(await (await get(from(`${server.url}/error`))).response.text()).toBe('slow down');
});

test('it distinguishes a broken connection from a refused one', async () => {
  await using server = await startRawServer(({ url, socket }, response) => {
    if (url === '/body') response.writeHead(200, { 'content-length': '100' }).write('half');
    setTimeout(() => socket.resetAndDestroy(), 20);
  });
  const code = expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/);
  expect(await faultOf(from(server.url))).toEqual({ kind: 'network', code });
  expect(await faultOf(from(`${server.url}/body`))).toMatchObject({ kind: 'network' });
  expect(await faultOf(from(refusingUrl))).toEqual({ kind: 'network', code: 'ECONNREFUSED' });
});
