/** Writes a PDF report to a file, if it is one and holds no secret. */

import { writeFileSync } from 'node:fs';
import { RequestError } from '../core/fault.ts';
import type { Redactor } from '../core/ports.ts';

const header = Buffer.from('%PDF-');
const trailer = '%%EOF';
/** Readers look for header and trailer in the first and last kilobyte (PDF 1.7, appendix H.3.4). */
const edgeBytes = 1024;

/**
 * Writes `body` to a file at `path`. Refuses a body without header and trailer of a PDF, and a body in which a secret
 * can be read, because a secret in a PDF cannot be replaced.
 *
 * @throws RequestError of kind `not-pdf` or `holds-secret`
 */
export function writePdf(path: string, body: ArrayBuffer, redact: Redactor['redact']): void {
  const bytes = Buffer.from(body);
  const hasHeader = bytes.subarray(0, edgeBytes + header.length).includes(header);
  if (!hasHeader || !bytes.subarray(-edgeBytes).includes(trailer))
    throw new RequestError({ kind: 'not-pdf' });
  const text = bytes.toString();
  if (redact(text) !== text) throw new RequestError({ kind: 'holds-secret' });
  writeFileSync(path, bytes, { mode: 0o600 });
}
