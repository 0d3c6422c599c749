/**
 * `node --experimental-vm-modules compile-bundle.js <folder of scripts> <folder of the cache>`: compiles every function
 * of the scripts, and puts the result where Node.js looks for it when it is run with `NODE_COMPILE_CACHE`.
 *
 * What Node.js itself puts there are the functions of the first level; it compiles the others each time they are called
 * first, which is a fifth of what a run of the action costs. Entries that it cannot use, it passes over: they are checked
 * by version, flags and checksums.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { SourceTextModule } from 'node:vm';
import { crc32 } from 'node:zlib';

/** `CompileCacheHandler` and `CachedCodeType::kESM` in `src/compile_cache.cc` of Node.js. */
const MAGIC = 0x8adf_dbb2;
const ES_MODULE = 1;

const hex = (number) => number.toString(16).padStart(8, '0');

/** The flag must not stand while the data is made, since it would then be part of what the data is valid for. */
function compile(source, url) {
  setFlagsFromString('--no-lazy');
  try {
    const compiled = new SourceTextModule(source, { identifier: url });
    setFlagsFromString('--lazy');
    return compiled.createCachedData();
  } finally {
    setFlagsFromString('--lazy');
  }
}

function entry(source, data) {
  const header = [MAGIC, source.length, data.length, crc32(source), crc32(data)];
  return Buffer.concat([Buffer.from(Uint32Array.from(header).buffer), data]);
}

const [scripts = '', cache = ''] = process.argv.slice(2);
const tag = [process.version, process.arch, hex(cachedDataVersionTag()), process.getuid?.() ?? 0];
const folder = join(cache, tag.join('-'));
await mkdir(folder, { recursive: true });
for (const name of (await readdir(scripts)).filter((file) => file.endsWith('.js'))) {
  const path = resolve(scripts, name);
  const { href } = pathToFileURL(path);
  const source = await readFile(path);
  const key = crc32(href, crc32(Uint8Array.of(ES_MODULE)));
  const whole = join(folder, hex(key));
  await writeFile(`${whole}.${process.pid}`, entry(source, compile(source.toString(), href)));
  await rename(`${whole}.${process.pid}`, whole);
}
