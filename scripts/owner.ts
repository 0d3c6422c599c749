/**
 * Puts the account that publishes this action in place of the placeholder, in every file, and takes out the lines that
 * are for readers before that.
 *
 * `npm run owner -- ACCOUNT`
 */

import { rewriteTracked } from './tracked-files.ts';

/** Written in two parts, so that it does not find itself. */
export const placeholder = ['OWNER', 'scan-gate'].join('/');
const untilPublished = '<!-- until published -->';
const account = /^[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}$/;

/** Returns the files that it changed. */
export async function setOwner(folder: string, owner: string): Promise<string[]> {
  if (!account.test(owner)) throw new Error(`\`${owner}\` is not the name of a GitHub account.`);
  return await rewriteTracked(folder, (text) =>
    text
      .split(/(?<=\n)/)
      .filter((line) => !line.trimEnd().endsWith(untilPublished))
      .join('')
      .replaceAll(placeholder, `${owner}/scan-gate`),
  );
}

if (import.meta.main) {
  const changed = await setOwner(process.cwd(), process.argv[2] ?? '');
  console.log(changed.length === 0 ? 'Nothing to replace.' : changed.join('\n'));
}
