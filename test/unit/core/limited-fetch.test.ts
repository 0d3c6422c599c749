import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { type Fault, faultOfError, RequestError } from '../../../src/core/fault.ts';
import { type LimitedRequest, limitedFetch } from '../../../src/core/limited-fetch.ts';
import { systemTimeLimit } from '../../../src/core/time-limit.ts';
import { abandonedUrl, startEndlessServer, startRawServer } from '../../support/raw-server.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

type Limits = Pick<LimitedRequest, 'silenceMs' | 'maxBytes'>;

const usual = { silenceMs: 2000, maxBytes: 1000 };

/** The response, with the body of an error, and the body that came with status 2xx. */
async function get(
  url: string,
  limits: Limits = usual,
  { signal }: Pick<AbortController, 'signal'> = new AbortController(),
) {
  const accepted: Uint8Array[] = [];
  const send = (given: AbortSignal) => fetch(url, { signal: given });
  const request = { ...limits, name: 'a test', signal, log: createRecordingLog() };
  const response = await limitedFetch(send, request, (chunk) => accepted.push(chunk));
  return { response, body: Buffer.concat(accepted).toString() };
}

async function faultOf(url: string, limits?: Limits): Promise<Fault | null> {
  return get(url, limits).then(
    () => null,
    (error) => faultOfError(error),
  );
}

describe('limitedFetch', () => {
  test('marks the body of any other status as an error, and cuts a long one', async () => {
    await using server = await startRawServer(({ url }, response) => {
      response.writeHead(500).end(url === '/long' ? 'x'.repeat(1_000_000) : '{"detail":"no"}');
    });
    const { response, body } = await get(server.url);
    expect({ status: response.status, body }).toEqual({ status: 500, body: '' });
    expect(await response.json()).toEqual({ detail: 'no' });
    const long = await get(`${server.url}/long`);
    expect((await long.response.text()).length).toBeLessThanOrEqual(65_536);
  });

  test('gives a compressed error in plain text', async () => {
    await using server = await startRawServer((_request, response) => {
      response.writeHead(429, { 'content-encoding': 'gzip' }).end(gzipSync('slow down'));
    });
    expect(await (await get(server.url)).response.text()).toBe('slow down');
  });

  test.each([
    ['breaks off', '/broken'],
    ['stays silent', '/silent'],
  ])('gives the status of an error whose body %s', async (_what, path) => {
    await using server = await startRawServer(({ url, socket }, response) => {
      response.writeHead(502, { 'content-length': '100' }).write('half');
      if (url === '/broken') setTimeout(() => socket.resetAndDestroy(), 20);
    });
    const { response } = await get(`${server.url}${path}`);
    expect(response.status).toBe(502);
    expect(await response.text()).toBe('half');
  });

  test('ends with the reason of its signal while the body of an error is read', async () => {
    const cancel = new AbortController();
    const reason = new Error('cancelled');
    await using server = await startRawServer((_request, response) => {
      response.writeHead(502, { 'content-length': '100' }).write('half');
      setTimeout(() => cancel.abort(reason), 50);
    });
    await expect(get(server.url, usual, cancel)).rejects.toBe(reason);
  });

  test('takes a status that allows no body', async () => {
    await using server = await startRawServer((_request, response) => response.writeHead(204).end());
    expect((await get(server.url)).response.status).toBe(204);
  });

  test.each([
    ['before the headers', '/'],
    ['within the body', '/body'],
  ])('gives up on silence %s', async (_where, path) => {
    await using server = await startRawServer(({ url }, response) => {
      if (url === '/body') response.writeHead(200).write('{');
    });
    const limits = { silenceMs: 80, maxBytes: 1000 };
    expect(await faultOf(`${server.url}${path}`, limits)).toEqual({ kind: 'timeout', afterMs: 80 });
  });

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\n', 'x: y\r\n'],
    ['interim answers', '', 'HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n'],
  ])('gives up on %s without end', async (_what, start, more) => {
    await using server = await startRawServer(({ socket }) => {
      socket.write(start);
      const timer = setInterval(() => socket.write(more), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const fault = { kind: 'timeout', afterMs: 300 };
    expect(await faultOf(server.url, { ...usual, silenceMs: 300 })).toEqual(fault);
  });

  test('does not give up on a slow body that keeps coming', async () => {
    await using server = await startRawServer((_request, response) => {
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        response.write('.');
        if (sent === 8) {
          clearInterval(timer);
          response.end();
        }
      }, 300);
    });
    expect((await get(server.url)).body).toBe('........');
  });

  test('accepts a body up to the limit and none beyond it', async () => {
    await using server = await startRawServer(({ url }, response) =>
      response.end('x'.repeat(Number(url?.slice(1)))),
    );
    const { response, body } = await get(`${server.url}/1000`);
    expect({ status: response.status, body }).toEqual({ status: 200, body: 'x'.repeat(1000) });
    expect(await faultOf(`${server.url}/1001`)).toEqual({ kind: 'too-large', limitMib: 1000 / 1024 / 1024 });
  });

  test('counts the bytes of a compressed body after decompression', async () => {
    await using server = await startRawServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)));
    });
    expect(await faultOf(server.url)).toEqual({ kind: 'too-large', limitMib: 1000 / 1024 / 1024 });
  });

  test('stops reading an endless body', async () => {
    await using server = await startEndlessServer();
    expect(await faultOf(server.url)).toEqual({ kind: 'too-large', limitMib: 1000 / 1024 / 1024 });
  });

  test('distinguishes a broken connection from a refused one', async () => {
    await using server = await startRawServer((request, response) => {
      if (request.url === '/body') response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    });
    const code = expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/);
    expect(await faultOf(server.url)).toEqual({ kind: 'network', code });
    expect(await faultOf(`${server.url}/body`)).toMatchObject({ kind: 'network' });
    expect(await faultOf(await abandonedUrl())).toEqual({ kind: 'network', code: 'ECONNREFUSED' });
  });

  test('passes on the reason of the signal that aborts it', async () => {
    await using server = await startRawServer(() => {});
    const controller = new AbortController();
    const reason = new Error('cancelled');
    setTimeout(() => controller.abort(reason), 20);
    await expect(get(server.url, usual, controller)).rejects.toBe(reason);
  });
});

/** Sends a byte every 30 ms for ever. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 30);
  response.on('close', () => clearInterval(timer));
}

describe('an answer byte by byte', () => {
  test('is given up after the time of the whole request', async () => {
    await using server = await startRawServer((_request, response) => drip(response));
    using limit = systemTimeLimit(null, 600, () => new RequestError({ kind: 'too-slow', limitMs: 600 }));
    const slow = get(server.url, usual, { signal: limit.signal });
    expect(await slow.then(() => null, faultOfError)).toEqual({ kind: 'too-slow', limitMs: 600 });
  });

  test('of an error gives its status after the time of a silence', async () => {
    await using server = await startRawServer((_request, response) => drip(response.writeHead(502)));
    expect((await get(server.url)).response.status).toBe(502);
  });
});
