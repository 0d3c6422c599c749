/**
 * Builds `dist/`, which the runner runs: tsc, then ncc, then a pass of terser over the entry and every chunk, then the
 * licence file. The same sources give the same bytes, whatever the path of the checkout, so that a test can tell a
 * stale `dist/`.
 *
 * `node scripts/build.ts [--out <folder>]`; with `--out`, `dist/` is left alone.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type MinifyOptions, minify } from 'terser';
import { licenceTexts } from './licenses.ts';

const run = promisify(execFile);
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const tsc = new URL('bin/tsc', import.meta.resolve('typescript/package.json'));
const ncc = new URL('dist/ncc/cli.js', import.meta.resolve('@vercel/ncc/package.json'));

const minifyOptions: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { passes: 1 },
  // Errors are told apart by the names of their classes.
  keep_classnames: true,
  format: { comments: 'some' },
};

interface Folders {
  /** Where tsc writes. Two levels below the root, since the modules' paths relative to it are part of the output. */
  readonly work: string;
  readonly out: string;
}

async function bundle({ work, out }: Folders): Promise<void> {
  const compiled = join(work, 'js');
  await runNode(tsc, ['-p', 'tsconfig.build.json', '--outDir', compiled], root);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const stats = join(work, 'stats.json');
  const options = ['--target', 'es2022', '--no-cache', '--stats-out', stats, '--out', out];
  await runNode(ncc, ['build', 'main.js', ...options], compiled);
  await minifyAll(out);
  await writeFile(join(out, 'licenses.txt'), await licenceTexts(stats));
  await refuseLocalPaths(out);
}

/** Runs a tool's script. @throws {Error} with what the tool printed */
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

/** `ncc -m` minifies the entry only, so every script gets its own pass here. */
async function minifyAll(out: string): Promise<void> {
  const scripts = (await readdir(out)).filter((name) => name.endsWith('.js'));
  for (const name of scripts) {
    const path = join(out, name);
    const { code } = await minify(await readFile(path, 'utf8'), minifyOptions);
    if (code === undefined) throw new Error(`terser gave nothing for ${name}`);
    await writeFile(path, `${code}\n`);
  }
}

/** A path of this machine in the output would give other bytes elsewhere. */
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
