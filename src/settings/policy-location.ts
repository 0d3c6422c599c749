/** Where the policy file is: how the input `config` is read. */

import * as z from 'zod/mini';
import { parsedText } from './value-schemas.ts';

/** Where the policy file is, as the input `config` says it. */
export interface PolicyLocation {
  /** As it is given: `PATH`, or `OWNER/REPO/PATH@REF`. */
  readonly name: string;
  /** Path in its repository. */
  readonly path: string;
  /** The other repository that holds the file, and a branch, tag or commit of it; `null` for this repository. */
  readonly elsewhere: { readonly owner: string; readonly repo: string; readonly ref: string } | null;
}

/** This file alone may be missing. */
export const defaultPolicyLocation: PolicyLocation = {
  name: '.github/scan-gate.yml',
  path: '.github/scan-gate.yml',
  elsewhere: null,
};

const expectedLocation = 'a path in this repository, `OWNER/REPO/PATH@REF`, or `none`';

/** `null` for `none`. A file of that name is given as `./none`. */
export const policyLocation = z.union(
  [
    z.pipe(
      z.literal('none'),
      z.transform(() => null),
    ),
    parsedText(expectedLocation, (text) =>
      elsewherePattern.test(text) ? locationElsewhere(text) : locationHere(text),
    ),
  ],
  expectedLocation,
);

function locationHere(text: string): PolicyLocation | null {
  const path = text.replace(/^\.\//, '');
  return isInsideRepository(path) ? { name: path, path, elsewhere: null } : null;
}

/** Split at the last `@`, because a path may contain an `@`. */
const elsewherePattern = /^([A-Za-z0-9-]{1,39})\/([\w.-]{1,100})\/(.+)@([^@]+)$/s;

function locationElsewhere(text: string): PolicyLocation | null {
  const [, owner = '', repo = '', path = '', ref = ''] = elsewherePattern.exec(text) ?? [];
  const isRepository = repo !== '.' && repo !== '..';
  const isRef = /^(?![/.-])[^\0-\x20\x7f~^:?*[\\]{1,250}$/.test(ref) && !ref.includes('..');
  if (!isRepository || !isRef || !isInsideRepository(path)) return null;
  return { name: text, path, elsewhere: { owner, repo, ref } };
}

/** True for a path that does not leave the repository. */
function isInsideRepository(path: string): boolean {
  return /^[^\0-\x1f\\]{1,500}$/.test(path) && !/^\/|:\/\//.test(path) && !path.split('/').includes('..');
}
