/** A worker of `build.ts`: minifies the scripts whose paths it is sent, in place, and answers each by its path. */
import { readFile, writeFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { type MinifyOptions, minify } from 'terser';

const options: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { passes: 1 },
  // Errors are told apart by the names of their classes.
  keep_classnames: true,
  format: { comments: 'some' },
};

// A rejection ends the worker with an error, which the build waits for.
parentPort?.on('message', async (path: string) => {
  const { code } = await minify(await readFile(path, 'utf8'), options);
  if (code === undefined) throw new Error(`terser gave nothing for ${path}`);
  await writeFile(path, `${code}\n`);
  parentPort?.postMessage(path);
});
