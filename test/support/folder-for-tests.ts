import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** The path of a new folder, which is removed after the last test of the file or of the `describe`. */
export function folderForTests(): string {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'scan-gate-test-'));
  afterAll(() => folder.remove());
  return folder.path;
}
