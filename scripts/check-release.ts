/**
 * Says what is wrong with a release of the commit that is checked out, before it is made.
 *
 * `node scripts/check-release.ts TAG BRANCH`, such as `v1.2.3 origin/main`. Needs no packages. Exit code 1 if anything
 * is wrong.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeholder } from './owner.ts';
import { trackedFiles } from './tracked-files.ts';

interface Release {
  readonly folder: string;
  readonly tag: string;
  /** What the tag has to be on. */
  readonly branch: string;
}

/** Everything that is wrong with a release, each as a sentence that says what to do. */
export async function mistakesOf({ folder, tag, branch }: Release): Promise<string[]> {
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const { version }: { version: string } = JSON.parse(await read('package.json'));
  const heading = (await read('CHANGELOG.md')).split('\n').find((line) => line.startsWith('## '));
  const mistakes: string[] = [];
  if (tag !== `v${version}`) mistakes.push(`package.json has the version ${version}: tag v${version}.`);
  if (!new RegExp(`^## \\[${RegExp.escape(version)}\\] - \\d{4}-\\d\\d-\\d\\d$`).test(heading ?? ''))
    mistakes.push(`The first heading of CHANGELOG.md is not \`## [${version}] - <date>\`: write it so.`);
  for (const path of trackedFiles(folder))
    if ((await read(path)).includes(placeholder))
      mistakes.push(`${path} has the placeholder ${placeholder}: run \`npm run owner -- ACCOUNT\`.`);
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
  if (spawnSync('git', ['merge-base', '--is-ancestor', head, branch], { cwd: folder }).status !== 0)
    mistakes.push(`The commit ${head} is not on ${branch}: merge it first, and tag the merge commit.`);
  return mistakes;
}

if (import.meta.main) {
  const [tag = '', branch = ''] = process.argv.slice(2);
  const mistakes = await mistakesOf({ folder: process.cwd(), tag, branch });
  for (const mistake of mistakes) console.log(`::error::${mistake}`);
  if (mistakes.length > 0) process.exitCode = 1;
}
