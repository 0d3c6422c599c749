import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { RequestError } from '../core/request-fault.ts';
import type { BodyReader } from './exchange.ts';

const header = Buffer.from('%PDF-');
const trailer = '%%EOF';
/** Readers look for the trailer within the last kilobyte (PDF 1.7, appendix H.3.4). */
const trailerBytes = 1024;

/** Streams a body to the file at `path` and refuses one that is not a PDF from its header to its trailer. */
export function pdfFile(path: string): BodyReader & { start(): void; bytes(): number; discard(): void } {
  let file: number | null = null;
  let bytes = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const close = () => {
    if (file !== null) closeSync(file);
    file = null;
  };
  return {
    start: () => {
      close();
      file = openSync(path, 'w', 0o600);
      bytes = 0;
      head = Buffer.alloc(0);
      tail = Buffer.alloc(0);
    },
    write: (chunk) => {
      if (head.length < header.length) head = Buffer.concat([head, chunk]).subarray(0, header.length);
      if (head.length === header.length && !head.equals(header)) throw new RequestError({ kind: 'not-pdf' });
      tail = Buffer.concat([tail, chunk]).subarray(-trailerBytes);
      bytes += chunk.length;
      if (file !== null) writeSync(file, chunk);
    },
    end: () => {
      close();
      if (!head.equals(header) || !tail.includes(trailer)) throw new RequestError({ kind: 'not-pdf' });
    },
    bytes: () => bytes,
    discard: () => {
      close();
      rmSync(path, { force: true });
    },
  };
}
