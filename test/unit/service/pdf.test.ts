import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createRedactor } from '../../../src/runner/redactor.ts';
import { writePdf } from '../../../src/service/pdf.ts';
import { folderForTests } from '../../support/folder-for-tests.ts';

const folder = folderForTests();

const secret = 'k3y-(Abc)/Def+5678';
const redactor = createRedactor();
redactor.add(secret);
const { redact } = redactor;

const pdf = Buffer.from(`%PDF-1.7\n${'body '.repeat(600)}\nstartxref\n5\n%%EOF\n`);

const write = (path: string, bytes: Uint8Array) => writePdf(path, new Uint8Array(bytes).buffer, redact);

describe('writePdf', () => {
  test('writes a PDF byte for byte, into a file that only its owner can read', () => {
    const path = join(folder, 'report.pdf');
    write(path, pdf);
    expect(readFileSync(path).equals(pdf)).toBe(true);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test.each([
    ['an HTML page', '<!DOCTYPE html><title>Login</title>%%EOF'],
    ['nothing', ''],
    ['less than the header', '%PD'],
    ['a header after more than a kilobyte', `${' '.repeat(1025)}%PDF-1.7 %%EOF`],
    ['a PDF that was cut off', pdf.subarray(0, 2000)],
    ['a trailer too far from the end', `%PDF-1.7 %%EOF${' '.repeat(1100)}`],
    ['a PDF with a secret', `%PDF-1.7 ${secret} %%EOF`, 'holds-secret'],
    ['a PDF with a secret in a URL', `%PDF-1.7 ${encodeURIComponent(secret)} %%EOF`, 'holds-secret'],
  ])('refuses %s', (_what, bytes, kind = 'not-pdf') => {
    const path = join(folder, 'refused.pdf');
    expect(() => write(path, Buffer.from(bytes))).toThrow(expect.objectContaining({ fault: { kind } }));
    expect(existsSync(path)).toBe(false);
  });
});
