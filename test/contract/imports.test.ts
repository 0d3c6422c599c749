import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, readText } from './repository.ts';

/** The folders of `src`, first to last. A file imports from its own folder and from the layers before it. */
const order = [
  ...['core', 'runner github', 'settings', 'target service', 'scan', 'gate', 'report', 'publish'],
  ...['dry-run', 'run', 'step', 'main'],
].map((layer) => layer.split(' '));

/** The folder a file of `src` is in: its folder, or its own name if it lies loose. */
function folderOf(path: string): string {
  return (path.split('/')[1] ?? '').replace(/\.ts$/, '');
}

function layerOf(folder: string): number {
  return order.findIndex((folders) => folders.includes(folder));
}

function mayImport(from: string, to: string): boolean {
  return from === to || layerOf(to) < layerOf(from);
}

/** The files that each file of `src` imports. */
async function readGraph(): Promise<ReadonlyMap<string, readonly string[]>> {
  const paths = await filesBelow('src', '.ts');
  const imports = paths.map(async (path) => {
    const source = await readText(path);
    const found = source.matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*(?:\/\*.*?\*\/\s*)?)'(\.[^']*)'/g);
    return [path, [...found].map(([, name = '']) => posix.join(posix.dirname(path), name))] as const;
  });
  return new Map(await Promise.all(imports));
}

/** The files of the project and the packages that are loaded with a file, in order. */
async function loadedBy(start: string) {
  const files = new Set([start]);
  const packages = new Set<string>();
  // A set gives what is added to it meanwhile, too.
  for (const path of files) {
    const imports = (await readText(path)).matchAll(/^import\s+(?!type\b)[^;]*?\bfrom\s+'([^']*)'/gm);
    for (const [, name = ''] of imports) {
      if (name.startsWith('.')) files.add(posix.join(posix.dirname(path), name));
      else if (!name.startsWith('node:')) packages.add(name);
    }
  }
  return { files: [...files], packages: [...packages].toSorted() };
}

const graph = await readGraph();

// That there is no cycle is a rule of the linter.
describe('imports of src', () => {
  test('every folder has its place in the order', () => {
    const folders = [...new Set([...graph.keys()].map(folderOf))];
    expect(folders.toSorted()).toEqual(order.flat().toSorted());
  });

  test('go one way: a folder imports only from the layers before it', () => {
    const wrong = [...graph].flatMap(([path, imports]) =>
      imports
        .filter((target) => !mayImport(folderOf(path), folderOf(target)))
        .map((target) => `${path} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('the start loads neither undici nor YAML', async () => {
    const { files, packages } = await loadedBy('src/main.ts');
    expect(files).toContain('src/gate/judge.ts');
    expect(packages).toEqual(['@actions/core', 'ky', 'zod/mini']);
  });

  test('the gate and the report are pure: they load neither files nor the network', async () => {
    const pure = [...graph.keys()].filter((path) => ['gate', 'report'].includes(folderOf(path)));
    const loaded = await Promise.all(pure.map(loadedBy));
    const paths = [...new Set(loaded.flatMap(({ files }) => files))];
    const effects =
      /from\s+'(?:node:(?!crypto|util|url|zlib\b)[^']+|@actions\/[^']+|ky)'|\bfetch\(|\bprocess\./;
    const sources = await Promise.all(paths.map(async (path) => ({ path, source: await readText(path) })));
    expect(sources.filter(({ source }) => effects.test(source)).map(({ path }) => path)).toEqual([]);
  });
});
