import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { gitHubFaultOf } from '../../../src/github/api-error.ts';
import { connectGitHub } from '../../../src/github/connect.ts';
import { readRepositoryFile } from '../../../src/github/repository-file.ts';
import type { GitHubOptions } from '../../support/github.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { startGitHub } from '../../support/servers.ts';

const [owner, repo, path] = ['acme', 'storefront', '.github/scan-gate.yml'];
const sha = '2'.repeat(40);

interface Wanted {
  readonly path?: string;
  readonly isCommitKnown?: boolean;
}

/** Reads the file from a GitHub with `options`. Every request must follow GitHub's API description. */
async function read(options: GitHubOptions, wanted: Wanted = {}) {
  await using github = await startGitHub(options);
  const log = createRecordingLog();
  const { signal } = new AbortController();
  const client = await connectGitHub({ token: github.token, apiUrl: github.url, log, signal });
  try {
    return await readRepositoryFile(client, {
      owner,
      repo,
      path,
      sha,
      isCommitKnown: true,
      setting: 'config',
      ...wanted,
    });
  } finally {
    expect(github.violations).toEqual([]);
    const paths = github.requests.map((request) => request.path.split('/')[4]);
    expect(paths).toEqual(wanted.isCommitKnown === false ? ['contents', 'git'] : ['contents']);
  }
}

/** GitHub answers `json` instead of the file. */
function answering(json: unknown): GitHubOptions {
  return { faults: [{ path: /contents/, effect: { kind: 'status', status: 200, json } }] };
}

describe('readRepositoryFile', () => {
  test('reads the file at the given commit', async () => {
    const text = `# ção ${'x'.repeat(200)}\nfail-on: low\n`;
    expect(await read({ contents: { [sha]: { [path]: text }, main: { [path]: '' } } })).toBe(text);
  });

  test('reads an empty file', async () => {
    expect(await read({ contents: { [sha]: { [path]: '' } } })).toBe('');
  });

  test('returns `null` if there is no such file', async () => {
    expect(await read({ contents: { [sha]: { 'README.md': '' } } })).toBeNull();
  });

  test('asks for a commit that nobody has named yet before it says that it has no such file', async () => {
    expect(await read({}, { isCommitKnown: false })).toBeNull();
    const missing = read({ missingCommits: [sha] }, { isCommitKnown: false });
    await expect(missing).rejects.toMatchObject({ status: 404 });
  });

  test('does not mistake a refusal for a missing file', async () => {
    const refused = { contents: { [sha]: { [path]: '' } }, permissions: { contents: 'none' } } as const;
    await expect(read(refused)).rejects.toMatchObject({ status: 403 });
  });

  test('refuses folders, and files that are too large for the API', async () => {
    const contents = { [sha]: { 'policies/a.yml': '', big: 'x'.repeat(1024 * 1024 + 1) } };
    for (const wrong of ['policies', 'big'])
      await expect(read({ contents }, { path: wrong })).rejects.toThrow(SettingsError);
  });

  const whole = { type: 'file', encoding: 'base64', content: 'ZmFpbC1vbjogbG93Cg==', size: 13 };
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'fail-on: low'],
    ['an object without fields', {}],
    ['no content', { ...whole, content: undefined }],
    ['content that is no text', { ...whole, content: 7 }],
    ['content that is cut', { ...whole, content: 'ZmFpbC1v' }],
    ['content that is empty', { ...whole, content: '' }],
    ['content that is no base64', { ...whole, content: 'fail-on: low!' }],
    ['no size', { ...whole, size: undefined }],
    ['another size', { ...whole, size: 14 }],
    ['another encoding', { ...whole, encoding: 'utf-8' }],
    ['no encoding', { ...whole, encoding: undefined }],
    ['another type', { ...whole, type: 'commit' }],
  ])('does not understand an answer with %s', async (_what, json) => {
    const error = await read(answering(json)).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(SettingsError);
    expect(gitHubFaultOf(error)).toEqual({ kind: 'malformed' });
  });

  test('understands the answer that these differ from', async () => {
    expect(await read(answering(whole))).toBe('fail-on: low\n');
  });
});
