/**
 * Puts the version of `package.json` wherever else it stands: in the source, and in what pages and examples show. npm
 * runs it as part of `npm version`.
 */

import { rewriteTracked } from './tracked-files.ts';

/** A use of this action, an address of one of its files, or the constant of the source. */
const shown = /(\/scan-gate@v|\/scan-gate\/v|^export const actionVersion = ')\d+\.\d+\.\d+/gm;

/** Returns the files that it changed. */
export async function setVersion(folder: string, version: string): Promise<string[]> {
  return await rewriteTracked(folder, (text) => text.replaceAll(shown, `$1${version}`));
}

if (import.meta.main) {
  const version = process.env['npm_package_version'];
  if (version === undefined) throw new Error('Run it by `npm version --no-git-tag-version 1.2.3`.');
  console.log((await setVersion(process.cwd(), version)).join('\n'));
}
