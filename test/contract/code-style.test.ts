import { describe, expect, test } from '@jest/globals';
import { codeFiles } from './repository.ts';

const files = await codeFiles();
const paths = new Set(files.map(({ path }) => path));
const tests = files.filter(({ path }) => path.endsWith('.test.ts'));

function pathsWhere(wrong: (file: { path: string; text: string }) => boolean, among = files): string[] {
  expect(among.length).toBeGreaterThan(0);
  return among.filter(wrong).map(({ path }) => path);
}

describe('source files', () => {
  test('are named in kebab-case', () => {
    const kebab = /^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test|\.d)?\.ts$/;
    expect(pathsWhere(({ path }) => !kebab.test(path))).toEqual([]);
  });

  test('have at most 250 lines, and comments of at most 120 columns', () => {
    const own = files.filter(({ path }) => !path.startsWith('test/'));
    expect(pathsWhere(({ text }) => text.split('\n').length > 251, own)).toEqual([]);
    const wide = /^(?=.{121})\s*(?:\/\/|\/\*\*|\*)/m;
    expect(pathsWhere(({ text }) => wide.test(text), own)).toEqual([]);
  });

  test('silence neither the compiler nor the linter', () => {
    // Put together, so that this file does not find itself.
    const escapes = new RegExp(`@ts-(?:ignore|expect-error|nocheck)|biome-${'ignore'}|\\bas ${'any'}\\b`);
    const own = 'test/contract/code-style.test.ts';
    expect(pathsWhere(({ path, text }) => path !== own && escapes.test(text))).toEqual([]);
  });

  test('of src keep nothing between two steps of a process, in which tests play many', () => {
    const state =
      /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Map|Set|WeakMap|WeakSet|AbortController)(?:<[^>]*>)?\(\))/m;
    const isLibrary = (path: string) => path.startsWith('src/') && path !== 'src/main.ts';
    expect(pathsWhere(({ path, text }) => isLibrary(path) && state.test(text))).toEqual([]);
  });
});

describe('tests', () => {
  test('all run, and all expect something', () => {
    const partial =
      /\b(?:test|it|describe)\.(?:only|skip|todo|failing)\b|(?<!\.)\b[xf](?:it|test|describe)\(/;
    expect(pathsWhere(({ text }) => partial.test(text), tests)).toEqual([]);
    expect(pathsWhere(({ text }) => !/\bexpect\(|\bassert\(/.test(text), tests)).toEqual([]);
  });

  test('of units and tools are named after their source, or say why not in the first line', () => {
    const sourceOf = (path: string) =>
      path
        .replace(/^test\/unit\//, 'src/')
        .replace(/^test\/tools\/(?=support\/)/, 'test/')
        .replace(/^test\/tools\//, '')
        .replace(/\.test\.ts$/, '.ts');
    const own = tests.filter(({ path }) => /^test\/(?:unit|tools)\//.test(path));
    expect(pathsWhere(({ path, text }) => !paths.has(sourceOf(path)) && !/^\/[/*]/.test(text), own)).toEqual(
      [],
    );
  });
});
