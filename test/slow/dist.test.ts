import { execFile } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readText, root } from '../contract/repository.ts';
import { folderForTests } from '../support/folder-for-tests.ts';
import { actionMain } from '../support/runner-environment.ts';

/** A build takes about eight seconds on two idle cores. */
const buildTimeoutMs = 300_000;

const fresh = folderForTests();

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build.ts'), '--out', fresh], {
    cwd: root,
  });
}, buildTimeoutMs);

describe('dist', () => {
  test('is byte for byte what a build of the sources gives; if not, run `npm run build`', async () => {
    const names = (await readdir(fresh)).sort();
    expect((await readdir(join(root, 'dist'))).sort()).toEqual(names);
    const contentsIn = (folder: string) => Promise.all(names.map((name) => readFile(join(folder, name))));
    const [committed, built] = await Promise.all([join(root, 'dist'), fresh].map(contentsIn));
    expect(names.filter((_, index) => !committed?.[index]?.equals(built?.[index] ?? Buffer.of()))).toEqual(
      [],
    );
  });

  test('holds what action.yml runs, as ESM', async () => {
    await expect(access(join(root, actionMain))).resolves.toBeUndefined();
    expect(JSON.parse(await readText('dist/package.json'))).toEqual({ type: 'module' });
  });

  test('names every dependency in its licence file', async () => {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      await readText('package.json'),
    );
    const entries = new Set((await readText('dist/licenses.txt')).split('\n'));
    const missing = Object.entries(dependencies).filter(
      ([name, version]) => !entries.has(`${name} ${version}`),
    );
    expect(missing).toEqual([]);
  });

  test('has the licence text of each package whole', async () => {
    const parts: Readonly<Record<string, string>> = {
      'Apache-2.0': 'copyright license to reproduce, prepare Derivative Works of',
      ISC: 'provided that the above copyright notice and this permission notice appear in all copies',
      MIT: 'The above copyright notice and this permission notice',
    };
    const text = await readFile(join(fresh, 'licenses.txt'), 'utf8');
    const sections = text.split(/^-{80}$/m).map((section) => section.replace(/\s+/g, ' '));
    const met = new Set<string>();
    const damaged = sections.flatMap((section) =>
      [...section.matchAll(/(\S+ \S+) Licence: (\S+)/g)].flatMap(([, name, licence = '']) => {
        const part = parts[licence];
        if (part === undefined || section.includes('The package ships no licence text.')) return [];
        met.add(licence);
        return section.includes(part) ? [] : [`${name}: ${licence}`];
      }),
    );
    expect(damaged).toEqual([]);
    expect([...met].sort()).toEqual(['Apache-2.0', 'ISC', 'MIT']);
  });

  test('has no source maps', async () => {
    const scripts = (await readdir(fresh)).filter((name) => name.endsWith('.js'));
    const sources = await Promise.all(scripts.map((name) => readFile(join(fresh, name), 'utf8')));
    expect(sources.filter((source) => /^\/\/# sourceMappingURL=/m.test(source))).toEqual([]);
  });
});
