import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { connectGitHub } from '../../../src/github/connect.ts';
import { readRepositoryFile } from '../../../src/github/repository-file.ts';
import { type GitHubOptions, startGitHub } from '../../support/github.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

const [owner, repo, path] = ['acme', 'storefront', '.github/scan-gate.yml'];
const base = '2'.repeat(40);

/** Reads the file from a GitHub with `options`. Every request must follow GitHub's API description. */
async function read(options: GitHubOptions, wanted: { path?: string; ref?: string | null } = {}) {
  await using github = await startGitHub(options);
  const log = createRecordingLog();
  const { signal } = new AbortController();
  const client = await connectGitHub({ token: github.token, apiUrl: github.url, log, signal });
  try {
    return await readRepositoryFile(client, { owner, repo, path, ref: base, ...wanted });
  } finally {
    expect(github.violations).toEqual([]);
  }
}

describe('readRepositoryFile', () => {
  test('reads the file at the given revision', async () => {
    const text = `# ção ${'x'.repeat(200)}\nfail-on: low\n`;
    const contents = { [base]: { [path]: text }, main: { [path]: 'fail-on: never' } };
    expect(await read({ contents })).toBe(text);
    expect(await read({ contents }, { ref: null })).toBe('fail-on: never');
  });

  test('reads an empty file', async () => {
    expect(await read({ contents: { [base]: { [path]: '' } } })).toBe('');
  });

  test('returns `null` if there is no such file', async () => {
    expect(await read({ contents: { [base]: { 'README.md': '' } } })).toBeNull();
  });

  test('does not mistake a refusal for a missing file', async () => {
    const refused = { contents: { [base]: { [path]: '' } }, permissions: { contents: 'none' } } as const;
    await expect(read(refused)).rejects.toMatchObject({ status: 403 });
  });

  test('refuses folders, and files that are too large for the API', async () => {
    const contents = { [base]: { 'policies/a.yml': '', big: 'x'.repeat(1024 * 1024 + 1) } };
    for (const wrong of ['policies', 'big'])
      await expect(read({ contents }, { path: wrong })).rejects.toThrow(SettingsError);
  });
});
