import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { readOrganizationPolicy } from '../../../src/policy/read-organization-policy.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { tipOf } from '../../support/github/views.ts';
import { organizationToken as token } from '../../support/organization.ts';
import { organizationName } from '../../support/plain-policy.ts';
import { createRecordingLog } from '../../support/recording-log.ts';

const [owner, repo, path] = ['acme', 'policies', 'scan-gate.yml'];

/** The repository of the organization with `files`. */
function holding(files: Readonly<Record<string, string>>): GitHubOptions {
  return { other: { repository: `${owner}/${repo}`, tokens: [token], contents: { main: files } } };
}

/** A GitHub that answers requests for a commit in this way. */
function answering(answer: { status: number; json?: object }): GitHubOptions {
  return { faults: [{ path: /commits/, effect: { kind: 'status', ...answer } }] };
}

/** Reads `scan-gate.yml` of `acme/policies`. Every request must follow GitHub's API description. */
async function read(
  given: { ref?: string; path?: string; token?: string } = {},
  options: GitHubOptions = {},
) {
  await using github = await startGitHub({ ...holding({ [path]: 'fail-on: medium\n' }), ...options });
  const log = createRecordingLog();
  const file = { name: organizationName, owner, repo, path, ref: 'main', token, ...given };
  const { signal } = new AbortController();
  try {
    return {
      policy: await readOrganizationPolicy(file, {
        apiUrl: github.url,
        clock: createFakeClock(0),
        log,
        signal,
      }),
      log,
    };
  } finally {
    expect(github.violations).toEqual([]);
  }
}

async function errorOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SettingsError);
  return String(error);
}

describe('readOrganizationPolicy', () => {
  test.each(['main', 'heads/main', 'refs/heads/main', tipOf('main')])(
    'reads the file at the commit of %s, and logs the commit',
    async (ref) => {
      const { policy, log } = await read({ ref });
      expect(policy).toMatchObject({ policy: { failOn: 'medium' }, commit: tipOf('main') });
      expect(log.of('info').join()).toContain(`${organizationName}, commit ${tipOf('main')}`);
    },
  );

  test.each<[what: string, parameters: Parameters<typeof read>, message: RegExp]>([
    ['the token may not read it', [{ token: 'ghs_wrong' }], /HTTP 401.*`org-policy-token`.*acme\/policies/],
    ['there is no token', [{ token: '' }], /no `github-token`.*`org-policy-token`/],
    ['there is no such branch', [{ ref: 'gone' }], /HTTP 422.*Check the reference/],
    ['there is no such file', [{ path: 'gone.yml' }], /there is no such file/],
    ['the path is a folder', [{ path: 'a' }, holding({ 'a/b': '' })], /`org-policy`: a is not a text file/],
    ['GitHub has a problem', [{}, answering({ status: 451 })], /HTTP 451/],
    ['the answer is no hash', [{}, answering({ status: 200, json: {} })], /an answer that is not understood/],
    [
      'the file is wrong',
      [{}, holding({ [path]: 'fail-on: 7' })],
      /`acme\/policies\/scan-gate\.yml@main` is wrong\..*:\n- line 1: `fail-on`/,
    ],
  ])('fails with a wrong setting if %s', async (_what, parameters, message) => {
    expect(await errorOf(read(...parameters))).toMatch(message);
  });
});
