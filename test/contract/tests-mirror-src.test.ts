import { expect, test } from '@jest/globals';
import { filesBelow, readText } from './repository.ts';

/** The folders beside `src`, whose unit tests are in a folder of the same name in `test/tools`. */
const parents: Readonly<Record<string, string>> = {
  sandbox: '.',
  scripts: '.',
  support: 'test',
  'many-targets': '.github/actions',
};

/** The source that a unit test is named after: `src/gate/host.ts` for `test/unit/gate/host.test.ts`. */
function sourceOf(test: string): string {
  const path = test.replace(/^test\/(?:unit|tools)\//, '').replace(/\.test\.ts$/, '.ts');
  const parent = test.startsWith('test/unit/') ? 'src' : parents[path.split('/')[0] ?? ''];
  return parent === '.' ? path : `${parent}/${path}`;
}

async function startsWithComment(path: string): Promise<boolean> {
  return /^\/[/*]/.test(await readText(path));
}

test('tests are named after their source, or say why not in the first line', async () => {
  const folders = ['test/unit', 'test/tools'];
  const tests = (await Promise.all(folders.map((folder) => filesBelow(folder, '.test.ts')))).flat();
  const roots = ['src', 'sandbox', 'scripts', 'test/support', '.github/actions'];
  const sources = new Set((await Promise.all(roots.map((name) => filesBelow(name, '.ts')))).flat());
  const orphans = tests.filter((path) => !sources.has(sourceOf(path)));
  const excused = await Promise.all(orphans.map(startsWithComment));
  expect(tests.length).toBeGreaterThan(0);
  expect(orphans.filter((_, index) => !excused[index])).toEqual([]);
});
