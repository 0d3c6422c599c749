import { basename } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { filesBelow, readText } from './repository.ts';

/** The folders, other than `src`, whose files have unit tests in a folder of the same name. */
const parents: Readonly<Record<string, string>> = {
  sandbox: '.',
  scripts: '.',
  support: 'test',
  'many-targets': '.github/actions',
};

/** The source that a unit test is named after: `src/gate/host.ts` for `test/unit/gate/host.test.ts`. */
function sourceOf(test: string): string {
  const path = test.replace(/^test\/unit\//, '').replace(/\.test\.ts$/, '.ts');
  const parent = parents[path.split('/')[0] ?? ''] ?? 'src';
  return parent === '.' ? path : `${parent}/${path}`;
}

async function startsWithComment(path: string): Promise<boolean> {
  return /^\/[/*]/.test(await readText(path));
}

describe('tests', () => {
  test('are named after their source, or say why not in the first line', async () => {
    const tests = await filesBelow('test/unit', '.test.ts');
    const folders = ['src', 'sandbox', 'scripts', 'test/support', '.github/actions'];
    const sources = new Set((await Promise.all(folders.map((name) => filesBelow(name, '.ts')))).flat());
    const orphans = tests.filter((path) => !sources.has(sourceOf(path)));
    const excused = await Promise.all(orphans.map(startsWithComment));
    expect(tests.length).toBeGreaterThan(0);
    expect(orphans.filter((_, index) => !excused[index])).toEqual([]);
  });

  test('have different names', async () => {
    const byName = Map.groupBy(await filesBelow('test', '.test.ts'), (path) => basename(path));
    expect([...byName.values()].filter(({ length }) => length > 1)).toEqual([]);
  });
});
