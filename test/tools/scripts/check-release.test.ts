import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { mistakesOf } from '../../../scripts/check-release.ts';
import { placeholder, setOwner } from '../../../scripts/owner.ts';
import { setVersion } from '../../../scripts/set-version.ts';
import { folderForTests } from '../../support/folder-for-tests.ts';

const folders = folderForTests();
let folder = '';

function git(...command: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...identity, ...command], { cwd: folder, stdio: 'pipe' });
}

const write = (path: string, text: string) => writeFile(join(folder, path), text);
const read = (path: string) => readFile(join(folder, path), 'utf8');

/** A repository that can be released as v1.0.0. */
beforeEach(async () => {
  folder = await mkdtemp(join(folders, 'release-'));
  git('init', '--quiet', '--initial-branch=main');
  await write('package.json', '{ "version": "1.0.0" }');
  await write('CHANGELOG.md', '# Changelog\n\n## [1.0.0] - 2026-12-01\n\n## [0.9.0] - 2026-11-01\n');
  await write('README.md', 'uses: acme/scan-gate@v1.0.0\n');
  await mkdir(join(folder, 'dist'));
  await write('dist/index.js', placeholder);
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
});

test.each<[what: string, spoil: () => Promise<void>, expected: RegExp]>([
  ['another version', () => write('package.json', '{ "version": "1.0.1" }'), /tag v1\.0\.1/],
  ['a changelog without a date', () => write('CHANGELOG.md', '## [1.0.0] - not released\n'), /first heading/],
  [
    'entries above the version',
    () => write('CHANGELOG.md', '## [Unreleased]\n\n## [1.0.0] - 2026-12-01\n'),
    /first heading/,
  ],
  [
    'a placeholder',
    () => write('README.md', `uses: ${placeholder}@v1.0.0\n`),
    /^README\.md has the placeholder/,
  ],
  [
    'a commit that is not on the branch',
    async () => {
      git('checkout', '--quiet', '-b', 'other');
      git('commit', '--quiet', '--allow-empty', '--message', 'two');
    },
    /is not on main/,
  ],
])('check-release names %s', async (_what, spoil, expected) => {
  const mistakes = () => mistakesOf({ folder, tag: 'v1.0.0', branch: 'main' });
  expect(await mistakes()).toEqual([]);
  await spoil();
  expect((await mistakes()).some((each) => expected.test(each))).toBe(true);
});

test('owner replaces the placeholder, and takes out what is for readers before that', async () => {
  await write(
    'README.md',
    `uses: ${placeholder}@v1.0.0\nNot yet. <!-- until published -->\nOWNER/REPO/PATH@REF\n`,
  );
  expect(await setOwner(folder, 'my-org')).toEqual(['README.md']);
  expect(await read('README.md')).toBe('uses: my-org/scan-gate@v1.0.0\nOWNER/REPO/PATH@REF\n');
  await expect(setOwner(folder, 'my/org')).rejects.toThrow('`my/org` is not the name of a GitHub account.');
});

test('set-version changes the version of this action, and of no other', async () => {
  const lines = (version: string) =>
    [
      `uses: acme/scan-gate@v${version}`,
      `# $schema=https://raw.githubusercontent.com/acme/scan-gate/v${version}/docs/scan-gate.schema.json`,
      `export const actionVersion = '${version}';`,
      'uses: actions/checkout@v7.0.1',
    ].join('\n');
  await write('README.md', lines('1.0.0'));
  expect(await setVersion(folder, '1.2.3')).toEqual(['README.md']);
  expect(await read('README.md')).toBe(lines('1.2.3'));
});
