/** Reads a ZIP archive through its central directory (PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16), without ZIP64. */
import { crc32, inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly compressedBytes: number;
  readonly bytes: number;
  readonly headerAt: number;
}

/**
 * Every file of the archive by its name; folders are left out.
 *
 * @throws {Error} where the archive is broken, a checksum is wrong or the method is neither stored nor deflated
 */
export function readZip(archive: Uint8Array): Record<string, Uint8Array> {
  const zip = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const files: Record<string, Uint8Array> = {};
  for (const entry of readDirectory(zip)) {
    if (!entry.name.endsWith('/')) files[entry.name] = readEntry(zip, entry);
  }
  return files;
}

function readDirectory(zip: Buffer): Entry[] {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error(`no directory entry at byte ${at}`);
    const nameBytes = zip.readUInt16LE(at + 28);
    entries.push({
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      compressedBytes: zip.readUInt32LE(at + 20),
      bytes: zip.readUInt32LE(at + 24),
      headerAt: zip.readUInt32LE(at + 42),
      name: zip.toString('utf8', at + 46, at + 46 + nameBytes),
    });
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** The end record is last but for a comment of up to 65,535 bytes. */
function findEnd(zip: Buffer): number {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 22 - 0xffff); at -= 1) {
    if (zip.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw new Error('not a ZIP archive: it has no end of the central directory');
}

function readEntry(zip: Buffer, entry: Entry): Uint8Array {
  const at = entry.headerAt;
  if (zip.readUInt32LE(at) !== LOCAL_HEADER) throw new Error(`${entry.name}: no local header at byte ${at}`);
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const packed = zip.subarray(start, start + entry.compressedBytes);
  const content = unpack(packed, entry);
  if (content.length !== entry.bytes)
    throw new Error(`${entry.name}: ${content.length} bytes, not ${entry.bytes}`);
  if (crc32(content) !== entry.crc) throw new Error(`${entry.name}: wrong checksum`);
  return content;
}

function unpack(packed: Buffer, entry: Entry): Uint8Array {
  if (entry.method === STORED) return packed;
  if (entry.method === DEFLATED) return inflateRawSync(packed);
  throw new Error(`${entry.name}: compression method ${entry.method} is not known here`);
}
