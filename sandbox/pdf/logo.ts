import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { inflateSync } from 'node:zlib';
import { isLoopbackHost, loopbackLookup } from '../scan/target.ts';

const maxBytes = 512 * 1024;
const timeoutMs = 3_000;
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff]);
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxPixelsPerSide = 2_000;
/** Values of the header that the PNG specification, section 11.2.1, allows. */
const samplesPerPixel = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
const bitDepths = [1, 2, 4, 8, 16];
const paletteColorType = 3;
const maxFilterType = 4;

/**
 * The logo as PNG or JPEG bytes of at most 512 KiB. `null` where it is not on this machine or no such picture; the PDF then
 * has the default drawing.
 */
export async function loadLogo(address: string | null): Promise<Buffer | null> {
  const url = address === null ? null : URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || !isLoopbackHost(url.hostname)) return null;
  const image = await download(url);
  if (image === null) return null;
  const isJpeg = image.subarray(0, jpegSignature.length).equals(jpegSignature);
  return isJpeg || isSoundPng(image) ? image : null;
}

function download(url: URL): Promise<Buffer | null> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null>();
  const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    agent: false,
    lookup: loopbackLookup,
    signal: AbortSignal.timeout(timeoutMs),
  });
  outgoing.on('error', () => resolve(null));
  outgoing.on('response', (message) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    message.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxBytes) message.destroy();
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
 * Whether a PNG is whole, of a moderate size, not interlaced, and unpacks to exactly its pixels. pdfkit unpacks pictures later
 * and throws where nobody can catch it, so it must not get a broken one.
 */
export function isSoundPng(image: Buffer): boolean {
  const chunks = readChunks(image);
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (chunks.at(-1)?.type !== 'IEND' || header?.length !== 13) return false;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bitDepth = 0, colorType = 0, , , interlace = 1] = header.subarray(8);
  const samples = samplesPerPixel.get(colorType);
  if (samples === undefined || !bitDepths.includes(bitDepth) || interlace !== 0) return false;
  if (Math.min(width, height) < 1 || Math.max(width, height) > maxPixelsPerSide) return false;
  if (colorType === paletteColorType && !chunks.some(({ type }) => type === 'PLTE')) return false;

  const rowBytes = 1 + Math.ceil((width * samples * bitDepth) / 8);
  const pixels = unpack(chunks, rowBytes * height);
  if (pixels?.length !== rowBytes * height) return false;
  for (let start = 0; start < pixels.length; start += rowBytes) {
    if ((pixels[start] ?? 0) > maxFilterType) return false;
  }
  return true;
}

interface PngChunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks up to the last one, as far as they are whole. */
function readChunks(image: Buffer): PngChunk[] {
  const chunks: PngChunk[] = [];
  if (!image.subarray(0, pngSignature.length).equals(pngSignature)) return chunks;
  let start = pngSignature.length;
  // A chunk is its length, its type, its data and a checksum, each of 4 bytes apart from the data.
  while (start + 12 <= image.length && chunks.at(-1)?.type !== 'IEND') {
    const end = start + 8 + image.readUInt32BE(start);
    if (end + 4 > image.length) break;
    const type = image.toString('latin1', start + 4, start + 8);
    chunks.push({ type, data: image.subarray(start + 8, end) });
    start = end + 4;
  }
  return chunks;
}

/** `null` where the data is broken or unpacks to more than `maxLength` bytes. */
function unpack(chunks: readonly PngChunk[], maxLength: number): Buffer | null {
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  try {
    return inflateSync(Buffer.concat(packed), { maxOutputLength: maxLength });
  } catch {
    return null;
  }
}
