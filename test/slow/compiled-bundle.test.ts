import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { root } from '../contract/repository.ts';
import { compiledBundle } from '../support/compiled-bundle.ts';

/** What Node.js itself puts there is about as long as the script. All functions together are several times that. */
test('Node.js takes the compiled bundle, with all its functions', async () => {
  const bundle = join(root, 'dist/index.js');
  const env = { ...(await compiledBundle()), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
  const ended = promisify(execFile)(process.execPath, [bundle], { env });
  const { stdout, stderr } = await ended.catch((error) => error);
  const [, found] = /dist\/index\.js\.\.\..*success, size=(\d+)/.exec(`${stdout}${stderr}`) ?? [];
  expect(Number(found)).toBeGreaterThan(3 * (await stat(bundle)).size);
  expect(`${stdout}${stderr}`).toMatch(/code cache for ESM file:\S+dist\/index\.js was accepted/);
});
