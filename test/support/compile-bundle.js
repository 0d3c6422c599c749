/**
 * `node --experimental-vm-modules compile-bundle.js <folder of scripts>`, with `NODE_COMPILE_CACHE`: compiles every
 * function of the scripts, and puts the result where Node.js looks for it when it is run with the same variable.
 *
 * What Node.js itself puts there are the functions of the first level; it compiles the others each time they are called
 * first, which is a fifth of what a run of the action costs. Entries that it cannot use, it passes over: they are checked
 * by version, flags and checksums.
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { SourceTextModule } from 'node:vm';
import { crc32 } from 'node:zlib';

/** `CompileCacheHandler` and `CachedCodeType::kESM` in `src/compile_cache.cc` of Node.js. */
const MAGIC = 0x8adf_dbb2;
const ES_MODULE = 1;

/** The flag must not stand while the data is made, since it would then be part of what the data is valid for. */
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

const [scripts = ''] = process.argv.slice(2);
const cache = getCompileCacheDir();
if (cache === undefined)
  throw new Error('Node.js keeps no compile cache: set NODE_COMPILE_CACHE to a folder.');
for (const name of (await readdir(scripts)).filter((file) => file.endsWith('.js'))) {
  const path = resolve(scripts, name);
  const { href } = pathToFileURL(path);
  const source = await readFile(path);
  const key = crc32(href, crc32(Uint8Array.of(ES_MODULE)));
  const whole = join(cache, key.toString(16).padStart(8, '0'));
  await writeFile(`${whole}.${process.pid}`, entry(source, compile(source.toString(), href)));
  await rename(`${whole}.${process.pid}`, whole);
}
