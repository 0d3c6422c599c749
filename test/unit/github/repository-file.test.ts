import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { gitHubFaultOf } from '../../../src/github/api-error.ts';
import { readRepositoryFile } from '../../../src/github/repository-file.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { blobOf } from '../../support/github/views.ts';
import { connectTo } from './connect-to.ts';

const [owner, repo, path] = ['acme', 'storefront', '.github/scan-gate.yml'];
const sha = '2'.repeat(40);

interface Wanted {
  readonly path?: string;
  readonly commit?: string;
}

/** Reads the file of the default branch from a GitHub with `options`. Every request must follow GitHub's API description. */
async function read(options: GitHubOptions, wanted: Wanted = {}) {
  await using github = await startGitHub(options);
  const file = { owner, repo, path, commit: null, setting: 'config', ...wanted } as const;
  const outcome = await readRepositoryFile(await connectTo(github), file).catch((error: unknown) => error);
  expect(github.violations).toEqual([]);
  const asked = github.requests.map(({ path: at, query }) => {
    const [kind, name] = at.split('/').slice(4);
    return kind === 'contents' ? [kind, query.get('ref')] : [kind, name];
  });
  return { outcome, asked };
}

const ofDefaultBranch = ['contents', null];
const existence = ['commits', 'HEAD'];

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

  test('reads the file of the default branch, with one request and without a reference', async () => {
    const contents = { [sha]: { [path]: '' }, main: { [path]: text } };
    const { outcome, asked } = await read({ contents });
    expect(outcome).toEqual({ text, blob: blobOf(text) });
    expect(asked).toEqual([ofDefaultBranch]);
  });

  test('reads the file at the given commit', async () => {
    const contents = { [sha]: { [path]: text }, main: { [path]: '' } };
    const { outcome, asked } = await read({ contents }, { commit: sha });
    expect(outcome).toEqual({ text, blob: blobOf(text) });
    expect(asked).toEqual([['contents', sha]]);
  });

  test('reads an empty file', async () => {
    const { outcome } = await read({ contents: { main: { [path]: '' } } });
    expect(outcome).toEqual({ text: '', blob: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' });
  });

  test('says that there is no such file once the default branch has shown a commit', async () => {
    const { outcome, asked } = await read({ contents: { main: { 'README.md': '' } } });
    expect(outcome).toBeNull();
    expect(asked).toEqual([ofDefaultBranch, existence]);
  });

  test('says so of a commit once GitHub has shown it', async () => {
    const contents = { [sha]: { 'README.md': '' } };
    const { outcome, asked } = await read({ contents }, { commit: sha });
    expect(outcome).toBeNull();
    expect(asked).toEqual([
      ['contents', sha],
      ['commits', sha],
    ]);
  });

  test('does not take it for a missing file of a commit that GitHub hides the repository', async () => {
    const hidden = refusing(/contents|commits/, 404);
    expect((await read(hidden, { commit: sha })).outcome).toMatchObject({ status: 404 });
  });

  test.each<[what: string, status: number, options: GitHubOptions]>([
    ['the token may not read', 403, { permissions: { contents: 'none' } }],
    ['GitHub hides the repository from the token', 404, refusing(/contents|commits/, 404)],
    ['the repository is empty', 409, refusing(/commits/, 409, 'Git Repository is empty.')],
    ['GitHub cannot say which commits there are', 451, refusing(/commits/, 451)],
    ['there is no such commit', 422, refusing(/commits/, 422, 'No commit found for SHA: HEAD')],
    ['the branch has no commit', 404, refusing(/contents/, 404, 'No commit found for the ref main')],
  ])('does not take it for a missing file that %s', async (_what, status, options) => {
    expect((await read(options)).outcome).toMatchObject({ status });
  });

  test('does not take it for a missing file that the answer about the commit is not understood', async () => {
    const effect = { kind: 'status', status: 200, json: { message: 'hello' } } as const;
    const { outcome } = await read({ faults: [{ path: /commits/, effect }] });
    expect(gitHubFaultOf(outcome)).toEqual({ kind: 'malformed' });
  });

  test('refuses folders, and files that are too large for the API', async () => {
    const contents = { main: { 'policies/a.yml': '', big: 'x'.repeat(1024 * 1024 + 1) } };
    for (const wrong of ['policies', 'big'])
      expect((await read({ contents }, { path: wrong })).outcome).toBeInstanceOf(SettingsError);
  });

  test.each(['symlink', 'submodule', 'dir'])('refuses a %s', async (type) => {
    const { outcome, asked } = await read(answering({ type, size: 0, sha }));
    expect(outcome).toBeInstanceOf(SettingsError);
    expect(asked).toEqual([ofDefaultBranch]);
  });

  const whole = { type: 'file', encoding: 'base64', content: 'ZmFpbC1vbjogbG93Cg==', size: 13, sha };
  test.each<[what: string, json: unknown]>([
    ['nothing', null],
    ['a text', 'fail-on: low'],
    ['no content', { ...whole, content: undefined }],
    ['content that is cut', { ...whole, content: 'ZmFpbC1v' }],
    ['content that is no base64', { ...whole, content: 'fail-on: low!' }],
    ['no size', { ...whole, size: undefined }],
    ['another size', { ...whole, size: 14 }],
    ['another encoding', { ...whole, encoding: 'utf-8' }],
    ['another type', { ...whole, type: 'commit' }],
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
