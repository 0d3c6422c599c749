import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { gitHubFaultOf } from '../../../src/github/api-error.ts';
import { findPolicyByOtherName, readRepositoryFile } from '../../../src/github/repository-file.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { blobOf } from '../../support/github/state.ts';
import { connectTo } from './connect-to.ts';

const [owner, repo, path] = ['acme', 'storefront', '.github/scan-gate.yml'];
const sha = '2'.repeat(40);

/** Reads the file of the default branch from a GitHub with `options`. Every request must follow GitHub's API description. */
async function read(options: GitHubOptions, wanted: { path?: string; commit?: string | null } = {}) {
  await using github = await startGitHub(options);
  const file = { owner, repo, path, commit: null, ...wanted } as const;
  const outcome = await readRepositoryFile(await connectTo(github), file).catch((error: unknown) => error);
  expect(github.violations).toEqual([]);
  return { outcome, asked: github.requests.map(({ query }) => query.get('ref')) };
}

/** GitHub answers so, with a message of its own. */
function refusing(at: RegExp, status: number, message = 'Not Found'): GitHubOptions {
  return { faults: [{ path: at, effect: { kind: 'status', status, json: { message } } }] };
}

/** GitHub answers `json` instead of the file. */
function answering(json: unknown): GitHubOptions {
  return { faults: [{ path: /contents/, effect: { kind: 'status', status: 200, json } }] };
}

describe('readRepositoryFile', () => {
  const text = `# ção ${'x'.repeat(200)}\nfail-on: low\n`;

  test.each<[which: string, commit: string | null, held: string]>([
    ['of the default branch, without a reference', null, 'main'],
    ['at the given commit', sha, sha],
  ])('reads the file %s, with one request', async (_which, commit, held) => {
    const contents = { [sha]: { [path]: '' }, main: { [path]: '' }, [held]: { [path]: text } };
    const { outcome, asked } = await read({ contents }, { commit });
    expect(outcome).toEqual({ text, blob: blobOf(text) });
    expect(asked).toEqual([commit]);
  });

  test('reads an empty file', async () => {
    const { outcome } = await read({ contents: { main: { [path]: '' } } });
    expect(outcome).toEqual({ text: '', blob: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' });
  });

  test.each<[what: string, options: GitHubOptions]>([
    ['there is none', { contents: { main: { 'README.md': '' } } }],
    ['GitHub hides the repository from the token', refusing(/contents/, 404)],
  ])('finds no file if %s', async (_what, options) => {
    expect(await read(options)).toEqual({ outcome: null, asked: [null] });
  });

  test('is refused if the token may not read', async () => {
    const { outcome } = await read({ permissions: { contents: 'none' } });
    expect(outcome).toMatchObject({ status: 403 });
  });

  test('refuses folders, and files that are too large for the API', async () => {
    const contents = { main: { 'policies/a.yml': '', big: 'x'.repeat(1024 * 1024 + 1) } };
    for (const wrong of ['policies', 'big'])
      expect((await read({ contents }, { path: wrong })).outcome).toBeInstanceOf(SettingsError);
  });

  const whole = { type: 'file', encoding: 'base64', content: 'ZmFpbC1vbjogbG93Cg==', size: 13, sha };
  const others = ['symlink', 'submodule', 'dir', 'commit'].map((type) => ({ ...whole, type }));
  test.each([null, 'fail-on: low', { ...whole, encoding: 'utf-8' }, ...others])(
    'refuses %j, which is no text file',
    async (answer) => {
      const { outcome, asked } = await read(answering(answer));
      expect(outcome).toBeInstanceOf(SettingsError);
      expect(asked).toEqual([null]);
    },
  );

  test.each<[what: string, json: unknown]>([
    ['no content', { ...whole, content: undefined }],
    ['content that is cut', { ...whole, content: 'ZmFpbC1v' }],
    ['content that is no base64', { ...whole, content: 'fail-on: low!' }],
    ['no size', { ...whole, size: undefined }],
    ['another size', { ...whole, size: 14 }],
    ['no hash', { ...whole, sha: undefined }],
    ['a hash that is none', { ...whole, sha: 'main' }],
  ])('does not understand an answer with %s', async (_what, json) => {
    const { outcome } = await read(answering(json));
    expect(outcome).not.toBeInstanceOf(SettingsError);
    expect(gitHubFaultOf(outcome)).toEqual({ kind: 'malformed' });
  });

  test('understands the answer that these differ from', async () => {
    expect((await read(answering(whole))).outcome).toEqual({ text: 'fail-on: low\n', blob: sha });
  });
});

describe('findPolicyByOtherName', () => {
  // What it finds: `read-policy.test.ts`.
  async function look(options: GitHubOptions) {
    await using github = await startGitHub(options);
    const found = findPolicyByOtherName(await connectTo(github), { owner, repo, path });
    const outcome = await found.catch((error: unknown) => error);
    expect(github.violations).toEqual([]);
    return outcome;
  }

  test.each<[what: string, status: number, options: GitHubOptions]>([
    ['the token may not read', 403, { permissions: { contents: 'none' } }],
    ['GitHub hides the repository from the token', 404, refusing(/contents|commits/, 404)],
    ['the repository is empty', 409, refusing(/commits/, 409, 'Git Repository is empty.')],
    ['GitHub cannot say which commits there are', 451, refusing(/commits/, 451)],
    ['there is no such commit', 422, refusing(/commits/, 422, 'No commit found for SHA: HEAD')],
  ])('does not take it for none that %s', async (_what, status, options) => {
    expect(await look(options)).toMatchObject({ status });
  });

  test.each([/contents/, /commits/])(
    'does not take it for none that an answer of %s is not understood',
    async (at) => {
      const effect = { kind: 'status', status: 200, json: { message: 'hello' } } as const;
      const outcome = await look({ faults: [{ path: at, effect }] });
      expect(gitHubFaultOf(outcome)).toEqual({ kind: 'malformed' });
    },
  );
});
