import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isLoopbackHost, loopbackLookup } from '../scan/target.ts';
import { isSoundPng } from './png.ts';

const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 3000;
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

function download(url: URL): Promise<Buffer | null> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null>();
  const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    agent: false,
    lookup: loopbackLookup,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  outgoing.on('error', () => resolve(null));
  outgoing.on('response', (message) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > MAX_BYTES) message.destroy();
    });
    message.on('close', () =>
      resolve(message.complete && message.statusCode === 200 ? Buffer.concat(chunks) : null),
    );
    message.on('error', () => resolve(null));
  });
  outgoing.end();
  return promise;
}

/**
 * The logo as PNG or JPEG bytes of at most 512 KiB. Null where it is not on this machine, or no such picture: the
 * report then carries the default drawing.
 */
export async function loadLogo(address: string | null): Promise<Buffer | null> {
  const url = address === null ? null : URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || !isLoopbackHost(url.hostname)) return null;
  const image = await download(url);
  return image && (image.subarray(0, 3).equals(JPEG_SIGNATURE) || isSoundPng(image)) ? image : null;
}
