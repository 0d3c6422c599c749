import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { Redactor } from '../core/ports.ts';
import { RequestError } from '../core/request-fault.ts';
import type { BodyReader } from './request.ts';

const header = Buffer.from('%PDF-');
const trailer = '%%EOF';
/** Readers look for the trailer in the last kilobyte (PDF 1.7, appendix H.3.4). */
const trailerBytes = 1024;

/**
 * Writes a body to a new file at `path`. Refuses one without the header and the trailer of a PDF, and one in which a secret
 * can be read: there it cannot be replaced. Reads as the size in bytes. No file is left of a body that is discarded.
 */
export function pdfFile(path: string, redact: Redactor['redact']): BodyReader<number> & { discard(): void } {
  const file = openSync(path, 'w', 0o600);
  let isOpen = true;
  let bytes = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  const close = () => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  return {
    write: (chunk) => {
      if (head.length < header.length) head = Buffer.concat([head, chunk]).subarray(0, header.length);
      if (head.length === header.length && !head.equals(header)) throw new RequestError({ kind: 'not-pdf' });
      tail = Buffer.concat([tail, chunk]).subarray(-trailerBytes);
      bytes += chunk.length;
      writeSync(file, chunk);
    },
    end: () => {
      close();
      if (!head.equals(header) || !tail.includes(trailer)) throw new RequestError({ kind: 'not-pdf' });
      const text = readFileSync(path, 'utf8');
      if (redact(text) !== text) throw new RequestError({ kind: 'holds-secret' });
      return bytes;
    },
    discard: () => {
      close();
      rmSync(path, { force: true });
    },
  };
}
