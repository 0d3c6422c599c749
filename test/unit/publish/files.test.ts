import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { claimKey } from '../../../src/inputs/comment-key.ts';
import { createReportFolder, writeReportFile } from '../../../src/publish/files.ts';
import { pdfFileName } from '../../../src/publish/pdf-reports.ts';
import { anyText } from '../../support/any-text.ts';

const temp = mkdtempSync(join(tmpdir(), 'publish-'));
afterAll(() => rmSync(temp, { recursive: true }));

describe('createReportFolder', () => {
  test('makes a new folder each time', () => {
    const folders = [1, 2].map(() => createReportFolder([temp]));
    expect(folders[0]).not.toBe(folders[1]);
    expect(folders.map((folder) => [dirname(folder), statSync(folder).isDirectory()])).toEqual([
      [temp, true],
      [temp, true],
    ]);
  });

  test('makes a parent that is missing, and passes over one that takes no folder', () => {
    expect(dirname(createReportFolder([join(temp, 'new', 'deep')]))).toBe(join(temp, 'new', 'deep'));
    const file = join(temp, 'a-file');
    writeFileSync(file, '');
    expect(dirname(createReportFolder([file, temp]))).toBe(temp);
    expect(() => createReportFolder([file])).toThrow('EEXIST');
  });
});

test('writeReportFile writes a file that its owner alone can read', () => {
  const path = writeReportFile(temp, 'result.json', '{"ü": 1}\n');
  expect(path).toBe(join(temp, 'result.json'));
  expect(readFileSync(path, 'utf8')).toBe('{"ü": 1}\n');
  expect(statSync(path).mode & 0o077).toBe(0);
});

describe('pdfFileName', () => {
  const date = Date.UTC(2026, 10, 20, 23, 59);

  test('names target, type and day', () => {
    expect(pdfFileName('https://shop.example.com:8080/a/b', 'ACTION_REPORT', date)).toBe(
      'shop.example.com-8080-a-b-ACTION_REPORT-2026-11-20.pdf',
    );
    expect(pdfFileName(null, 'ACTION_REPORT', date)).toBe('scan-ACTION_REPORT-2026-11-20.pdf');
  });

  test('is a plain file name, whatever the target', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), anyText(), fc.constantFrom('..', '../../x', 'https://', '/', 'a\\b', 'CON:')),
        (target) => {
          const name = pdfFileName(target, 'ACTION_REPORT', date);
          expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9.-]{0,79}-ACTION_REPORT-2026-11-20\.pdf$/);
          expect(basename(name)).toBe(name);
          expect(name).not.toContain('..');
        },
      ),
    );
  });
});

describe('claimKey', () => {
  test('gives a key to the first step, and to that step again', () => {
    expect(claimKey(temp, 'k1', 'scan')).toBe(true);
    expect(claimKey(temp, 'k1', 'scan')).toBe(true);
    expect(claimKey(temp, 'k1', 'scan2')).toBe(false);
    expect(claimKey(temp, 'k2', 'scan2')).toBe(true);
  });
});
