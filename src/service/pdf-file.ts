/** Writes a PDF report to a file, and refuses a body that is no PDF or holds a secret. */

import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Redactor } from '../core/ports.ts';
import { RequestError } from '../core/request-fault.ts';
import type { BodyConsumer } from './request.ts';

const header = Buffer.from('%PDF-');
const trailer = '%%EOF';
/** Readers look for header and trailer in the first and last kilobyte (PDF 1.7, appendix H.3.4). */
const edgeBytes = 1024;

/**
 * Writes a body to a new file at `path`. Refuses a body without header and trailer of a PDF, and a body in which a
 * secret can be read, because a secret in a PDF cannot be replaced. A discarded body leaves no file.
 */
export function pdfFileConsumer(path: string, redact: Redactor['redact']): BodyConsumer<void> {
  writeFileSync(path, '', { mode: 0o600 });
  return {
    // Each chunk is written at once: a body without end fills the disk up to the size limit, and not the memory.
    write: (chunk) => appendFileSync(path, chunk),
    end: () => {
      const bytes = readFileSync(path);
      const hasHeader = bytes.subarray(0, edgeBytes + header.length).includes(header);
      if (!hasHeader || !bytes.subarray(-edgeBytes).includes(trailer))
        throw new RequestError({ kind: 'not-pdf' });
      const text = bytes.toString();
      if (redact(text) !== text) throw new RequestError({ kind: 'holds-secret' });
    },
    discard: () => rmSync(path, { force: true }),
  };
}
