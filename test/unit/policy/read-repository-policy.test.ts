import { describe, expect, test } from '@jest/globals';
import { classified } from '../../../src/core/classified-text.ts';
import { SettingsError } from '../../../src/core/problem.ts';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { readRepositoryPolicy } from '../../../src/policy/read-repository-policy.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { blobOf } from '../../support/github/views.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { connectTo } from '../github/connect-to.ts';

const path = '.github/scan-gate.yml';
const byDefault = { path, isDefault: true };
const [strict, weakened] = ['fail-on: low\n', 'fail-on: never\n'];

/** Reads the policy of a GitHub with `options`. Every request must follow GitHub's API description. */
async function read(options: GitHubOptions = {}, config: typeof byDefault | null = byDefault) {
  await using server = await startGitHub(options);
  const log = createRecordingLog();
  const github = () => connectTo(server);
  const event = readEvent(null);
  const run = { event, context: readContext({ GITHUB_REPOSITORY: 'acme/storefront' }, event), github };
  const policy = await readRepositoryPolicy(config, run, { log }).catch((error: unknown) => error);
  expect(server.violations).toEqual([]);
  return { policy, log: log.of('info'), asked: server.requests.length };
}

describe('readRepositoryPolicy', () => {
  test('reads the file of the default branch with one request, and no other branch', async () => {
    const contents = { main: { [path]: strict }, release: { [path]: weakened } };
    const { policy, log, asked } = await read({ contents });
    const blob = blobOf(strict);
    expect(policy).toMatchObject({ file: { path, values: { 'fail-on': 'low' }, blob }, problem: null });
    expect(log).toEqual([`Policy file: ${path} on the default branch, blob ${blob}`]);
    expect(asked).toBe(1);
  });

  test('has no file if the default one is missing', async () => {
    const { policy, log, asked } = await read({ contents: { release: { [path]: weakened } } });
    expect(policy).toEqual({ file: null, problem: null });
    expect(log).toEqual([`There is no policy file ${path} on the default branch`]);
    expect(asked).toBe(2);
  });

  test('fails with a wrong setting if a named file is missing', async () => {
    const contents = { release: { 'policies/strict.yml': strict } };
    const { policy } = await read({ contents }, { path: 'policies/strict.yml', isDefault: false });
    expect(policy).toBeInstanceOf(SettingsError);
    expect(String(policy)).toContain('there is no policies/strict.yml on the default branch');
  });

  test.each([
    ['the file is wrong', { [path]: 'fail-on: 7\n' }],
    ['the path is a folder', { [`${path}/a.yml`]: strict }],
  ])('fails with a wrong setting if %s', async (_what, files) => {
    expect((await read({ contents: { main: files } })).policy).toBeInstanceOf(SettingsError);
  });

  test('asks for nothing with `config: none`', async () => {
    const { policy, asked } = await read({ contents: { main: { [path]: strict } } }, null);
    expect(policy).toEqual({ file: null, problem: null });
    expect(asked).toBe(0);
  });

  /** Other faults: `gitHubFaultOf`. */
  test('does not know the policy if the token may not read it', async () => {
    const fault = { kind: 'status', status: 403 };
    const { policy, log } = await read({ permissions: { contents: 'none' } });
    const problem = { kind: 'policy-unreadable', path: classified('public', path), fault };
    expect(policy).toEqual({ file: null, problem });
    expect(log.join()).not.toContain(path);
  });
});
