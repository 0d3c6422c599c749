import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { readZip } from '../../support/zip.ts';

interface File {
  readonly name: string;
  readonly content: string;
  readonly method?: number;
  readonly crc?: number;
}

/** A small archive, written as the specification says. */
function zip(files: readonly File[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, method = 8, crc = crc32(content) } of files) {
    const raw = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(raw) : raw;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(raw.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name)]),
    );
    locals.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, ...directory, end, Buffer.from(comment)]);
}

test('reads stored and deflated files and leaves folders out', () => {
  const archive = zip(
    [
      { name: 'folder/', content: '', method: 0 },
      { name: 'folder/ä.txt', content: 'x'.repeat(1000) },
      { name: 'plain', content: 'as it is', method: 0 },
    ],
    'a comment at the end',
  );
  const files = readZip(archive);
  expect(Object.keys(files)).toEqual(['folder/ä.txt', 'plain']);
  expect(Buffer.from(files['folder/ä.txt'] ?? []).toString()).toBe('x'.repeat(1000));
  expect(Buffer.from(files['plain'] ?? []).toString()).toBe('as it is');
});

test('refuses a wrong checksum, an unknown method and what is no archive', () => {
  expect(() => readZip(zip([{ name: 'a', content: 'a', crc: 1 }]))).toThrow('a: wrong checksum');
  expect(() => readZip(zip([{ name: 'a', content: 'a', method: 12 }]))).toThrow('method 12');
  expect(() => readZip(Buffer.from('hello, I am no archive at all'))).toThrow('not a ZIP archive');
});
