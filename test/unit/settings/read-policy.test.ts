import { describe, expect, test } from '@jest/globals';
import { SettingsError } from '../../../src/core/problem.ts';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { defaultPolicyLocation, policyLocation } from '../../../src/settings/policy-location.ts';
import { readPolicy } from '../../../src/settings/read-policy.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { blobOf, tipOf } from '../../support/github/state.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { connectTo } from '../github/connect-to.ts';

const path = defaultPolicyLocation.path;
const [strict, weakened] = ['fail-on: low\n', 'fail-on: never\n'];
const token = 'ghs_otherOtherOtherOtherOtherOtherOtherOther01';

/** Reads the policy of a GitHub with `options`. Every request must follow GitHub's API description. */
async function read(options: GitHubOptions = {}, config: string = path, configToken: string | null = token) {
  await using server = await startGitHub(options);
  const log = createRecordingLog();
  const connect = () => connectTo(server);
  const env = { GITHUB_REPOSITORY: 'acme/storefront', GITHUB_API_URL: server.url };
  const context = readContext(env, readEvent(null));
  const givenUp = new AbortController().signal;
  const inputs = {
    config: policyLocation.parse(config),
    'config-token': configToken,
    'github-token': configToken === null ? token : '',
  };
  const file = await readPolicy(
    { inputs, context, connect },
    { log, clock: createFakeClock(0), giveUpSignal: givenUp },
  ).catch((error: unknown) => error);
  expect(server.violations).toEqual([]);
  return { file, log: log.of('info'), asked: server.requests.map(({ path }) => path) };
}

function expectRefusal(error: unknown, says: RegExp): void {
  expect(error).toBeInstanceOf(SettingsError);
  expect(String(error)).toMatch(says);
}

describe('the policy file of this repository', () => {
  test('is read from the default branch with one request, and from no other branch', async () => {
    const contents = { main: { [path]: strict }, release: { [path]: weakened } };
    const { file, log, asked } = await read({ contents });
    const blob = blobOf(strict);
    const version = { name: path, repository: 'acme/storefront', path, commit: null, blob };
    expect(file).toMatchObject({ version, values: { 'fail-on': 'low' } });
    expect(log).toEqual([`Policy file: ${path} of the default branch, blob ${blob}`]);
    expect(asked).toHaveLength(1);
  });

  test('may be missing if it is the default one, which one look at the folder shows', async () => {
    const contents = { main: { '.github/dependabot.yml': '' }, release: { [path]: weakened } };
    const { file, log, asked } = await read({ contents });
    expect(file).toBeNull();
    expect(log).toEqual([`There is no policy file ${path} on the default branch`]);
    expect(asked.slice(1)).toEqual(['/repos/acme/storefront/contents/.github']);
  });

  test('may be missing without its folder, if the token may read commits', async () => {
    const { file, asked } = await read({ contents: { release: { [path]: weakened } } });
    expect(file).toBeNull();
    expect(asked.slice(2)).toEqual(['/repos/acme/storefront/commits/HEAD']);
  });

  const otherNames = ['.github/scan-gate.yaml', '.github/Scan-Gate.yml'];
  test.each(otherNames)('has no other name: %s is an error', async (name) => {
    const { file } = await read({ contents: { main: { [name]: strict } } });
    expectRefusal(file, new RegExp(`is named ${name}, and only ${path} is read\\. Rename it`));
    const both = await read({ contents: { main: { [name]: weakened, [path]: strict } } });
    expect(both.file).toMatchObject({ values: { 'fail-on': 'low' } });
  });

  test('must be there if `config` names another', async () => {
    const contents = { main: { 'a.yml': strict }, release: { 'policies/strict.yml': strict } };
    const { file } = await read({ contents }, 'policies/strict.yml');
    expectRefusal(file, /there is no policies\/strict\.yml on/);
  });

  test('is not asked for with `config: none`', async () => {
    const { file, asked } = await read({ contents: { main: { [path]: strict } } }, 'none');
    expect({ file, asked }).toEqual({ file: null, asked: [] });
  });

  test.each<[what: string, options: GitHubOptions, says: RegExp]>([
    ['it is wrong', { contents: { main: { [path]: 'fail-on: 7\n' } } }, /is wrong.*\n- line 1: `fail-on`/],
    ['its path is a folder', { contents: { main: { [`${path}/a.yml`]: strict } } }, /not a text file/],
    ['it is unreadable', { permissions: { contents: 'none' } }, /HTTP 403.*nothing is.*contents: read/],
  ])('ends the run if %s', async (_what, options, says) => {
    expectRefusal((await read(options)).file, says);
  });
});

/** The other repository with `files`. */
function holding(files: Readonly<Record<string, string>>): GitHubOptions {
  return { other: { repository: 'acme/policies', tokens: [token], contents: { main: files } } };
}

describe('the policy file of another repository', () => {
  test.each(['main', 'heads/main', 'refs/heads/main', tipOf('main')])(
    'is read at the commit of %s with `github-token`, and no file of this repository',
    async (ref) => {
      const name = `acme/policies/gate.yml@${ref}`;
      const options = { ...holding({ 'gate.yml': strict }), contents: { main: { [path]: weakened } } };
      const { file, log, asked } = await read(options, name, null);
      const where = { name, repository: 'acme/policies', path: 'gate.yml', commit: tipOf('main') };
      const version = { ...where, blob: blobOf(strict) };
      expect(file).toMatchObject({ version, values: { 'fail-on': 'low' } });
      expect(log).toEqual([`Policy file: ${name}, commit ${tipOf('main')}`]);
      expect(asked).toHaveLength(2);
    },
  );

  const gate = 'acme/policies/gate.yml@main';
  const there = holding({ 'gate.yml': strict });
  test.each<[what: string, parameters: Parameters<typeof read>, says: RegExp]>([
    ['the token may not read it', [there, gate, 'ghs_wrong'], /HTTP 401.*`config-token`.*acme\/policies/],
    ['there is no token', [there, gate, ''], /no `github-token`.*`config-token`/],
    ['there is no such branch', [there, 'acme/policies/gate.yml@gone'], /HTTP 422.*Check the reference/],
    ['there is no such file', [there, 'acme/policies/gone.yml@main'], /no file gone\.yml in acme\/policies/],
  ])('ends the run if %s', async (_what, parameters, says) => {
    expectRefusal((await read(...parameters)).file, says);
  });
});
