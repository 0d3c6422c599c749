import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { pdfFileConsumer } from '../../../src/service/pdf-file.ts';
import { folderForTests } from '../../support/folder-for-tests.ts';

const folder = folderForTests();

const secret = 'k3y-(Abc)/Def+5678';
const redactor = createRedactor();
redactor.add(secret);
const { redact } = redactor;

const pdf = Buffer.from(`%PDF-1.7\n${'body '.repeat(600)}\nstartxref\n5\n%%EOF\n`);

/** Writes `bytes` in pieces that end at `cuts`. @returns the file */
function write(path: string, bytes: Uint8Array, cuts: readonly number[] = []) {
  const file = pdfFileConsumer(path, redact);
  const ends = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort((a, b) => a - b);
  let begin = 0;
  for (const end of [...ends, bytes.length]) {
    file.write(bytes.subarray(begin, end));
    begin = end;
  }
  file.end(null);
  return file;
}

describe('pdfFileWriter', () => {
  test('writes a PDF byte for byte, however it is cut into pieces', () => {
    const path = join(folder, 'pieces.pdf');
    fc.assert(
      fc.property(
        fc.array(fc.nat(pdf.length), { maxLength: 8 }),
        fc.array(fc.nat(6), { maxLength: 3 }),
        (cuts, early) => {
          write(path, pdf, [...cuts, ...early]);
          expect(readFileSync(path).equals(pdf)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });

  test.each([
    ['an HTML page', '<!DOCTYPE html><title>Login</title>%%EOF'],
    ['nothing', ''],
    ['less than the header', '%PD'],
    ['a header after more than a kilobyte', `${' '.repeat(1025)}%PDF-1.7 %%EOF`],
    ['a PDF that was cut off', pdf.subarray(0, 2000)],
    ['a trailer too far from the end', `%PDF-1.7 %%EOF${' '.repeat(1100)}`],
  ])('refuses %s', (_what, bytes) => {
    expect(() => write(join(folder, 'refused.pdf'), Buffer.from(bytes))).toThrow(
      expect.objectContaining({ fault: { kind: 'not-pdf' } }),
    );
  });

  test.each([
    ['as it is', Buffer.from(secret)],
    ['in a URL', Buffer.from(encodeURIComponent(secret))],
    ['in base64', Buffer.from(Buffer.from(`user:${secret}`).toString('base64'))],
  ])('refuses a PDF with a secret %s', (_how, written) => {
    const path = join(folder, 'secret.pdf');
    const bytes = Buffer.concat([pdf.subarray(0, 1000), written, pdf.subarray(1000)]);
    expect(() => write(path, bytes, [1005])).toThrow(
      expect.objectContaining({ fault: { kind: 'holds-secret' } }),
    );
  });

  test('replaces what an earlier attempt wrote, by a file that only its owner can read', () => {
    const path = join(folder, 'again.pdf');
    const first = pdfFileConsumer(path, redact);
    first.write(pdf.subarray(0, 1500));
    first.discard?.();
    write(path, pdf);
    expect(readFileSync(path).equals(pdf)).toBe(true);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test('discards a finished file, and may be called twice', () => {
    const path = join(folder, 'gone.pdf');
    const file = write(path, pdf);
    file.discard?.();
    file.discard?.();
    expect(existsSync(path)).toBe(false);
  });
});
