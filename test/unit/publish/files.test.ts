import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import {
  createReportFolder,
  nameArtifact,
  writeReportFile,
  writeReportPieces,
} from '../../../src/publish/files.ts';
import { resultEnd } from '../../../src/report/result-json/write.ts';

const temp = mkdtempSync(join(tmpdir(), 'publish-'));
afterAll(() => rmSync(temp, { recursive: true }));

describe('createReportFolder', () => {
  test('creates a new folder each time', () => {
    const folders = [1, 2].map(() => createReportFolder([temp]));
    expect(folders[0]).not.toBe(folders[1]);
    expect(folders.map((folder) => [dirname(folder), statSync(folder).isDirectory()])).toEqual([
      [temp, true],
      [temp, true],
    ]);
  });

  test('creates a missing parent, and skips one that cannot have folders', () => {
    expect(dirname(createReportFolder([join(temp, 'new', 'deep')]))).toBe(join(temp, 'new', 'deep'));
    const file = join(temp, 'a-file');
    writeFileSync(file, '');
    expect(dirname(createReportFolder([file, temp]))).toBe(temp);
    expect(() => createReportFolder([file])).toThrow('EEXIST');
  });
});

test('writeReportFile writes a file that only its owner can read', () => {
  const path = writeReportFile(temp, 'result.json', '{"ü": 1}\n');
  expect(path).toBe(join(temp, 'result.json'));
  expect(readFileSync(path, 'utf8')).toBe('{"ü": 1}\n');
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('writeReportPieces writes the pieces in their order, and others have their turn in between', async () => {
  const order: string[] = [];
  function* pieces() {
    yield '{"ü":';
    order.push('second piece');
    yield Buffer.from(' 1}');
  }
  setImmediate(() => order.push('another request'));
  const path = await writeReportPieces(temp, 'pieces.json', pieces());
  expect(order).toEqual(['another request', 'second piece']);
  expect(readFileSync(path, 'utf8')).toBe('{"ü": 1}');
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('nameArtifact puts the address of the artifact into a JSON result that is written', () => {
  const path = writeReportFile(temp, 'named.json', `{"raw":"é"${resultEnd(null)}`);
  nameArtifact(path, 'https://github.com/é');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ raw: 'é', artifactUrl: 'https://github.com/é' });
});
