import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_PIXELS_PER_SIDE = 2000;
/** Samples for each pixel by colour type: PNG specification, section 11.2.1. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const HIGHEST_FILTER = 4;

interface Chunk {
  type: string;
  data: Buffer;
}

/** Null when a chunk reaches past the end or the last chunk is missing. */
function readChunks(png: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let position = SIGNATURE.length;
  while (position + 12 <= png.length) {
    const length = png.readUInt32BE(position);
    const type = png.toString('latin1', position + 4, position + 8);
    const end = position + 8 + length;
    if (end + 4 > png.length) return null;
    chunks.push({ type, data: png.subarray(position + 8, end) });
    if (type === 'IEND') return chunks;
    position = end + 4;
  }
  return null;
}

function unpack(data: Buffer, bytes: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: bytes });
  } catch {
    return null;
  }
}

/**
 * Whether a PNG is whole, of a moderate size, not interlaced, and unpacks to exactly its pixels. pdfkit unpacks
 * pictures on its own time and throws where nobody can catch it, so broken ones must not reach it.
 */
export function isSoundPng(png: Buffer): boolean {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  const chunks = readChunks(png);
  const header = chunks?.[0];
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13) return false;
  const width = header.data.readUInt32BE(0);
  const height = header.data.readUInt32BE(4);
  const [depth = 0, colorType = 0, , , interlace = 1] = header.data.subarray(8);
  const channels = CHANNELS[colorType];
  if (!channels || ![1, 2, 4, 8, 16].includes(depth) || interlace !== 0) return false;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_PIXELS_PER_SIDE) return false;
  if (colorType === 3 && !chunks.some(({ type }) => type === 'PLTE')) return false;

  const rowBytes = 1 + Math.ceil((width * channels * depth) / 8);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const pixels = unpack(packed, rowBytes * height);
  if (pixels?.length !== rowBytes * height) return false;
  for (let row = 0; row < height; row += 1) {
    if ((pixels[row * rowBytes] ?? 0) > HIGHEST_FILTER) return false;
  }
  return true;
}
