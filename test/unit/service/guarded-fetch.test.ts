import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { RequestFault } from '../../../src/core/problem.ts';
import { RequestError } from '../../../src/core/request-fault.ts';
import { guardedFetch } from '../../../src/service/guarded-fetch.ts';
import { startRawServer } from './raw-server.ts';

const bounds = { silenceMs: 2000, maxBytes: 1000 };

/** What `request` came to: the answer and the body that the sink was given. */
async function ask(request: Request, limits = bounds) {
  const chunks: Uint8Array[] = [];
  const response = await guardedFetch(request, limits, (chunk) => chunks.push(chunk));
  return { response, body: Buffer.concat(chunks).toString() };
}

async function faultOf(request: Request, limits = bounds): Promise<RequestFault | null> {
  try {
    await ask(request, limits);
  } catch (error) {
    if (error instanceof RequestError) return error.fault;
    throw error;
  }
  return null;
}

/** An address where nobody listens any more. */
async function abandonedUrl(): Promise<string> {
  await using server = await startRawServer(() => {});
  return server.url;
}

describe('guardedFetch', () => {
  test('hands the body of a 200 to the sink', async () => {
    await using server = await startRawServer((_request, response) => response.end('hello'));
    const { response, body } = await ask(new Request(server.url));
    expect(response.status).toBe(200);
    expect(body).toBe('hello');
  });

  test('keeps the body of any other status for the error, and cuts a long one', async () => {
    await using server = await startRawServer(({ url }, response) => {
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(url === '/long' ? 'x'.repeat(1_000_000) : '{"detail":"no"}');
    });
    const { response, body } = await ask(new Request(server.url));
    expect([response.status, body, await response.json()]).toEqual([500, '', { detail: 'no' }]);
    const long = await ask(new Request(`${server.url}/long`));
    expect((await long.response.text()).length).toBeLessThanOrEqual(65_536);
  });

  test('takes a compressed error for what it says', async () => {
    await using server = await startRawServer((_request, response) => {
      response
        .writeHead(429, { 'content-encoding': 'gzip', 'content-type': 'application/json' })
        .end(gzipSync('{"detail":"slow down"}'));
    });
    const { response } = await ask(new Request(server.url));
    expect(await response.json()).toEqual({ detail: 'slow down' });
  });

  test('gives up on silence before the headers, and within the body', async () => {
    await using server = await startRawServer(({ url }, response) => {
      if (url === '/body') response.writeHead(200).write('{');
    });
    const limits = { silenceMs: 80, maxBytes: 1000 };
    expect(await faultOf(new Request(server.url), limits)).toEqual({ kind: 'timeout', afterMs: 80 });
    expect(await faultOf(new Request(`${server.url}/body`), limits)).toEqual({
      kind: 'timeout',
      afterMs: 80,
    });
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
      }, 40);
    });
    expect((await ask(new Request(server.url), { silenceMs: 200, maxBytes: 1000 })).body).toBe('........');
  });

  test('takes a body up to the limit and none beyond it', async () => {
    await using server = await startRawServer(({ url }, response) =>
      response.end('x'.repeat(Number(url?.slice(1)))),
    );
    expect((await ask(new Request(`${server.url}/1000`))).body).toHaveLength(1000);
    expect(await faultOf(new Request(`${server.url}/1001`))).toEqual({ kind: 'too-large', limitBytes: 1000 });
  });

  test('counts what a compressed body unpacks to', async () => {
    await using server = await startRawServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)));
    });
    expect(await faultOf(new Request(server.url))).toEqual({ kind: 'too-large', limitBytes: 1000 });
  });

  test('reads no endless body to its end', async () => {
    await using server = await startRawServer((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', more);
      more();
    });
    expect(await faultOf(new Request(server.url))).toEqual({ kind: 'too-large', limitBytes: 1000 });
  });

  test('tells a broken connection from a refused one', async () => {
    await using server = await startRawServer((request, response) => {
      if (request.url === '/body') response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    });
    expect(await faultOf(new Request(server.url))).toEqual({
      kind: 'network',
      code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/),
    });
    expect(await faultOf(new Request(`${server.url}/body`))).toMatchObject({ kind: 'network' });
    expect(await faultOf(new Request(await abandonedUrl()))).toEqual({
      kind: 'network',
      code: 'ECONNREFUSED',
    });
  });

  test('passes on the reason of the signal that aborts it', async () => {
    await using server = await startRawServer(() => {});
    const controller = new AbortController();
    const reason = new Error('cancelled');
    setTimeout(() => controller.abort(reason), 20);
    await expect(ask(new Request(server.url, { signal: controller.signal }))).rejects.toBe(reason);
  });
});

describe('redirects', () => {
  test('are followed for GET within the origin', async () => {
    await using server = await startRawServer(({ url }, response) => {
      if (url === '/old') response.writeHead(302, { location: '/new' }).end();
      else response.end(url);
    });
    const { body } = await ask(
      new Request(`${server.url}/old`, { headers: { authorization: 'Bearer key' } }),
    );
    expect(body).toBe('/new');
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer key', 'Bearer key']);
  });

  test('never take the API key to another origin', async () => {
    await using other = await startRawServer((_request, response) => response.end('stolen'));
    await using server = await startRawServer((_request, response) => {
      response.writeHead(307, { location: `${other.url}/path?x=1` }).end();
    });
    const request = new Request(server.url, { headers: { authorization: 'Bearer key' } });
    expect(await faultOf(request)).toEqual({ kind: 'redirect', location: other.url });
    expect(other.requests).toHaveLength(0);
  });

  test('are not followed for POST, whose body would be sent twice', async () => {
    await using server = await startRawServer((_request, response) =>
      response.writeHead(308, { location: '/new' }).end(),
    );
    const request = new Request(server.url, { method: 'POST', body: '{}' });
    expect(await faultOf(request)).toEqual({ kind: 'redirect', location: server.url });
    expect(server.requests).toHaveLength(1);
  });

  test('end when they go round in circles', async () => {
    await using server = await startRawServer((_request, response) =>
      response.writeHead(302, { location: '/' }).end(),
    );
    expect(await faultOf(new Request(server.url))).toMatchObject({ kind: 'redirect' });
    expect(server.requests).toHaveLength(4);
  });
});
