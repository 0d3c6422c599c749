/**
 * Builds `dist/`, which the runner runs: tsc, ncc, swc for the entry and every chunk, and the licence file. The same
 * sources give the same bytes at any path, so that a test can find a stale `dist/`.
 *
 * `node scripts/build.ts [--out <folder>]`; with `--out`, `dist/` stays as it is.
 */

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type JsMinifyOptions, minify } from '@swc/core';
import { licenceTexts } from './licenses.ts';

const run = promisify(execFile);
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const tsc = new URL('bin/tsc', import.meta.resolve('typescript/package.json'));
const ncc = new URL('dist/ncc/cli.js', import.meta.resolve('@vercel/ncc/package.json'));

const minifying: JsMinifyOptions = {
  module: true,
  ecma: 2022,
  compress: { passes: 3 },
  mangle: true,
  // The code checks the class names of errors.
  keep_classnames: true,
  // The minifier loses comments of statements that it removes; see `notices`.
  format: { comments: false, asciiOnly: true },
};

interface Folders {
  /** Where tsc writes. Always two levels below the root: the output contains paths relative to the root. */
  readonly work: string;
  readonly out: string;
}

async function bundle({ work, out }: Folders): Promise<void> {
  const compiled = join(work, 'js');
  // `npm run check` checks the types; here it would take as long as the rest of the compiler's work.
  await runNode(tsc, ['-p', 'tsconfig.build.json', '--noCheck', '--outDir', compiled], root);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await shadow('@actions/core', compiled);
  const stats = join(work, 'stats.json');
  const options = ['--target', 'es2022', '--no-cache', '--stats-out', stats, '--out', out];
  await runNode(ncc, ['build', 'main.js', ...options], compiled);
  const [licences] = await Promise.all([licenceTexts(stats), minifyAll(out)]);
  await writeFile(join(out, 'licenses.txt'), licences);
  await refuseLocalPaths(out);
}

/**
 * Puts a copy of a package beside our code that declares its modules free of side effects. That is true of
 * `@actions/core`, and lets the bundler leave out what we do not use: its OIDC client alone brings undici, which would
 * be the largest part of a start.
 */
async function shadow(name: string, compiled: string): Promise<void> {
  const source = join(root, 'node_modules', name);
  const copy = join(compiled, 'node_modules', name);
  await cp(await realpath(source), copy, { recursive: true });
  const description: object = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  await writeFile(join(copy, 'package.json'), JSON.stringify({ ...description, sideEffects: false }));
}

/** Minifies every script of a folder: `ncc -m` only does the entry. */
async function minifyAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  await Promise.all(names.map((name) => minifyFile(join(folder, name))));
}

async function minifyFile(path: string): Promise<void> {
  const source = await readFile(path, 'utf8');
  const { code } = await minify(source, minifying);
  await writeFile(path, [code, ...notices(source)].map((part) => `${part}\n`).join(''));
}

/** The comments that ask to be kept, such as the copyright of code that a package has copied. */
function notices(source: string): Set<string> {
  const comments = source.match(/\/\*.*?\*\//gs) ?? [];
  return new Set(comments.filter((comment) => comment.startsWith('/*!') || comment.includes('@license')));
}

/** @throws {Error} with the output of the tool */
async function runNode(tool: URL, args: readonly string[], cwd: string): Promise<void> {
  try {
    await run(process.execPath, [fileURLToPath(tool), ...args], {
      cwd,
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const printed =
      error instanceof Error && 'stdout' in error && 'stderr' in error
        ? `${error.stdout}${error.stderr}`
        : '';
    throw new Error(`${tool.pathname} failed\n${printed}`, { cause: error });
  }
}

/** With a local path in it, the output would differ on other machines. */
async function refuseLocalPaths(out: string): Promise<void> {
  const local = [root, homedir()].filter((path) => path.length > 1 && path !== '/');
  for (const name of await readdir(out)) {
    const text = await readFile(join(out, name), 'utf8');
    const leaked = local.find((path) => text.includes(`${path}/`));
    if (leaked !== undefined) throw new Error(`${name} holds the local path ${leaked}`);
  }
}

const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
const out = resolve(values.out);
await mkdir(join(root, 'build'), { recursive: true });
const work = await mkdtemp(join(root, 'build', 'work-'));
try {
  await bundle({ work, out });
} finally {
  await rm(work, { recursive: true, force: true });
}
const files = (await readdir(out)).sort();
process.stdout.write(`${relative(process.cwd(), out) || '.'}: ${files.join(', ')}\n`);
