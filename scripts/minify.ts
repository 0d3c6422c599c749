/** Minifies the scripts of the bundle, and keeps their licence comments. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsMinifyOptions, minify } from '@swc/core';

const options: JsMinifyOptions = {
  module: true,
  ecma: 2022,
  compress: { passes: 3 },
  mangle: true,
  // The code checks the class names of errors.
  keep_classnames: true,
  // The minifier loses comments of statements that it removes; see `notices`.
  format: { comments: false },
};

/** Minifies every script of a folder: `ncc -m` only does the entry. */
export async function minifyAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  await Promise.all(names.map((name) => minifyFile(join(folder, name))));
}

async function minifyFile(path: string): Promise<void> {
  const source = await readFile(path, 'utf8');
  const { code } = await minify(source, options);
  await writeFile(path, [code, ...notices(source)].map((part) => `${part}\n`).join(''));
}

/** The comments that ask to be kept, such as the copyright of code that a package has copied. */
function notices(source: string): Set<string> {
  const comments = source.match(/\/\*.*?\*\//gs) ?? [];
  return new Set(comments.filter((comment) => comment.startsWith('/*!') || comment.includes('@license')));
}
