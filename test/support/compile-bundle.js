/**
 * `node --experimental-vm-modules compile-bundle.js <folder of scripts> <runs per process>`, with `NODE_COMPILE_CACHE`:
 * compiles every function of the scripts, and puts the result where Node.js looks for it when it is run with the same
 * variable. `index.js` is found under each of the addresses that `play-runs.js` imports, too.
 *
 * Node.js itself only puts the functions of the first level there. It compiles the others when they are first called, which
 * is a fifth of the cost of a run. It ignores entries that it cannot use: they are checked by version, flags and
 * checksums.
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { SourceTextModule } from 'node:vm';
import { crc32 } from 'node:zlib';
import { addressesOfRuns } from './addresses-of-runs.js';

/** `CompileCacheHandler` and `CachedCodeType::kESM` in `src/compile_cache.cc` of Node.js. */
const MAGIC = 0x8adf_dbb2;
const ES_MODULE = 1;

/** The flag is reset before the data is made: with it, the data would only be valid for processes with the flag. */
function compile(source, url) {
  setFlagsFromString('--no-lazy');
  const compiled = new SourceTextModule(source, { identifier: url });
  setFlagsFromString('--lazy');
  return compiled.createCachedData();
}

function entry(source, data) {
  const header = [MAGIC, source.length, data.length, crc32(source), crc32(data)];
  return Buffer.concat([Buffer.from(Uint32Array.from(header).buffer), data]);
}

const [scripts = '', runsPerProcess = '1'] = process.argv.slice(2);
const cache = getCompileCacheDir();
if (cache === undefined)
  throw new Error('Node.js keeps no compile cache: set NODE_COMPILE_CACHE to a folder.');
for (const name of (await readdir(scripts)).filter((file) => file.endsWith('.js'))) {
  const path = resolve(scripts, name);
  const { href } = pathToFileURL(path);
  const source = await readFile(path);
  const compiled = entry(source, compile(source.toString(), href));
  const runs = name === 'index.js' ? Number(runsPerProcess) : 1;
  for (const address of addressesOfRuns(href).take(runs)) {
    const key = crc32(address, crc32(Uint8Array.of(ES_MODULE)));
    const whole = join(cache, key.toString(16).padStart(8, '0'));
    await writeFile(`${whole}.${process.pid}`, compiled);
    await rename(`${whole}.${process.pid}`, whole);
  }
}
