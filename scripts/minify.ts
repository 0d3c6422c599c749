/** Minifies the scripts of the bundle, and keeps what their authors want kept. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsMinifyOptions, minify } from '@swc/core';

const options: JsMinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { passes: 1 },
  mangle: true,
  // Errors are told apart by the names of their classes.
  keep_classnames: true,
  // The minifier would lose some together with the statements they stand at; see `notices`.
  format: { comments: false },
};

/** `ncc -m` minifies the entry only, so every script of the folder gets its own pass here; swc spreads them over the cores. */
export async function minifyAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  await Promise.all(names.map((name) => minifyFile(join(folder, name))));
}

async function minifyFile(path: string): Promise<void> {
  const source = await readFile(path, 'utf8');
  const { code } = await minify(source, options);
  await writeFile(path, [code, ...notices(source)].map((part) => `${part}\n`).join(''));
}

/** The comments that ask to be kept, such as the copyright of a part that a package took from elsewhere. */
function notices(source: string): Set<string> {
  const comments = source.match(/\/\*.*?\*\//gs) ?? [];
  return new Set(comments.filter((comment) => comment.startsWith('/*!') || comment.includes('@license')));
}
