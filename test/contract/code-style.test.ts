import { describe, expect, test } from '@jest/globals';
import { codeFiles, filesBelow, readText } from './repository.ts';

const files = await Promise.all(
  (await codeFiles()).map(async (path) => ({ path, text: await readText(path) })),
);

function pathsWhere(wrong: (file: { path: string; text: string }) => boolean): string[] {
  return files.filter(wrong).map(({ path }) => path);
}

describe('source files', () => {
  test('are named in kebab-case', () => {
    expect(files.length).toBeGreaterThan(0);
    const kebab =
      /^(?:\.github\/)?(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test|\.d)?\.ts$/;
    expect(pathsWhere(({ path }) => !kebab.test(path))).toEqual([]);
  });

  test('have comments of at most 120 columns', () => {
    const wide = /^(?=.{121})\s*(?:\/\/|\/\*\*|\*)/m;
    expect(pathsWhere(({ path, text }) => !path.startsWith('test/') && wide.test(text))).toEqual([]);
  });

  test('silence neither the compiler nor the linter', () => {
    // Put together, so that this file does not find itself.
    const escapes = new RegExp(
      ['@ts-(?:ignore|expect-error|nocheck)', 'biome-' + 'ignore', '\\bas ' + 'any\\b'].join('|'),
    );
    const own = 'test/contract/code-style.test.ts';
    expect(pathsWhere(({ path, text }) => path !== own && escapes.test(text))).toEqual([]);
  });
});

test('src keeps nothing between two steps of a process, in which tests play many', () => {
  const state =
    /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Map|Set|WeakMap|WeakSet|AbortController)(?:<[^>]*>)?\(\))/m;
  const isLibrary = ({ path }: { path: string }) => path.startsWith('src/') && path !== 'src/main.ts';
  expect(pathsWhere((file) => isLibrary(file) && state.test(file.text))).toEqual([]);
});

describe('tests', () => {
  test('all run: none is skipped, and none is the only one', async () => {
    const tests = new Set(await filesBelow('test', '.test.ts'));
    expect(tests.size).toBeGreaterThan(0);
    const partial =
      /\b(?:test|it|describe)\.(?:only|skip|todo|failing)\b|(?<!\.)\b[xf](?:it|test|describe)\(/;
    expect(pathsWhere(({ path, text }) => tests.has(path) && partial.test(text))).toEqual([]);
  });

  test('all expect something', async () => {
    const tests = new Set(await filesBelow('test', '.test.ts'));
    expect(pathsWhere(({ path, text }) => tests.has(path) && !/\bexpect\(|\bassert\(/.test(text))).toEqual(
      [],
    );
  });
});
