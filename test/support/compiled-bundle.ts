/** The bundle, compiled once for all runs of it. */
import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const BUNDLE = fileURLToPath(new URL('../../dist', import.meta.url));
const COMPILER = fileURLToPath(new URL('compile-bundle.js', import.meta.url));
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/scan-gate-compiled', import.meta.url));

/** Differs between builds, versions of Node.js and users. */
async function buildId(): Promise<string> {
  const names = (await readdir(BUNDLE)).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(BUNDLE, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
  return [process.version, process.arch, process.getuid?.(), runsPerProcess, BUNDLE, ...files].join('\n');
}

/** Runs of the bundle that one process plays. Each run leaves its modules in the memory. */
export const runsPerProcess = 40;

let ready: Promise<Readonly<Record<string, string>>> | undefined;

/**
 * The environment in which the bundle starts without being compiled. Test files that ask at the same time may each fill
 * the cache; they put the same there, a whole file at a time.
 */
export function compiledBundle(): Promise<Readonly<Record<string, string>>> {
  ready ??= compileBundle();
  return ready;
}

async function compileBundle(): Promise<Readonly<Record<string, string>>> {
  const env = { NODE_COMPILE_CACHE: CACHE };
  const done = join(CACHE, 'build-id');
  const id = await buildId();
  if ((await readFile(done, 'utf8').catch(() => '')) !== id) {
    const compile = ['--experimental-vm-modules', COMPILER, BUNDLE, String(runsPerProcess)];
    await promisify(execFile)(process.execPath, compile, { env });
    await writeFile(done, id);
  }
  return env;
}
