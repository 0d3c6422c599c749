import { describe, expect, test } from '@jest/globals';
import { decideDisclosure, logName } from '../../../src/policy/disclosure.ts';
import { push, type RunnerEvent, schedule } from '../../support/events.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { preparedRun, type RunOptions } from '../recorded-run.ts';

interface Attempt extends Omit<RunOptions, 'github'> {
  readonly server?: GitHubOptions;
}

async function decide({ server, ...options }: Attempt) {
  await using github = await startGitHub(server);
  const { world, setup } = await preparedRun({ event: schedule(), github, ...options });
  const asked = github.requests.filter(({ path }) => path === '/repos/acme/storefront');
  const { disclosure, issueDisclosure } = setup;
  return { disclosure, issueDisclosure, asked, notices: world.log.of('notice'), setup };
}

const unknownEvent: RunnerEvent = { name: 'schedule', payload: {} };
const publicEvent = schedule({ private: false });
const full = { mode: 'full', because: 'setting' };
const counts = (because: string) => ({ mode: 'counts', because });

describe('disclosure', () => {
  test.each<[string, string, Attempt, object, object]>([
    ['', 'a private repository', {}, full, full],
    ['auto', 'a private repository', {}, full, full],
    ['', 'a public repository', { event: publicEvent }, full, counts('public')],
    ['full', 'a public repository', { event: publicEvent }, full, full],
    ['counts', 'a public repository', { event: publicEvent }, counts('setting'), counts('setting')],
    ['auto', 'a public repository', { event: publicEvent }, counts('public'), counts('public')],
    ['', 'an unknown one', { inputs: { 'github-token': '' } }, full, counts('unknown')],
    ['full', 'an unknown one', { inputs: { 'github-token': '' } }, full, full],
    ['auto', 'an unknown one', { inputs: { 'github-token': '' } }, counts('unknown'), counts('unknown')],
  ])('`%s` on %s', async (disclosure, where, attempt, expected, ofIssue) => {
    const event = where === 'an unknown one' ? unknownEvent : schedule();
    const found = await decide({ event, ...attempt, inputs: { disclosure, ...attempt.inputs } });
    expect([found.disclosure, found.issueDisclosure]).toEqual([expected, ofIssue]);
  });

  test('publishes leaked addresses for anybody only if the workflow or the policy says `full`', async () => {
    const attempt = (inputs: Readonly<Record<string, string>>, event: RunnerEvent) =>
      decide({ inputs: { 'include-leaks': 'true', ...inputs }, event });
    for (const inputs of [{}, { 'github-token': '' }])
      await expect(attempt(inputs, 'github-token' in inputs ? unknownEvent : publicEvent)).rejects.toThrow(
        '`include-leaks`: this repository is public, or',
      );
    for (const disclosure of ['full', 'counts', 'auto'])
      expect((await attempt({ disclosure }, publicEvent)).setup.inputs.scan.includeLeaks).toBe(true);
    expect((await attempt({}, schedule())).disclosure).toEqual(full);
    expect((await attempt({ 'api-key': '' }, publicEvent)).disclosure).toEqual(full);
  });

  test('asks GitHub who may read the repository if the event does not say it and the answer matters', async () => {
    const inputs = { disclosure: 'auto' };
    const known = await decide({ inputs });
    const asked = await decide({ inputs, event: unknownEvent });
    expect([known.asked.length, asked.asked.length]).toEqual([0, 1]);
    expect(asked.disclosure).toEqual(full);
    const open = await decide({ inputs, event: unknownEvent, server: { private: false } });
    expect(open.disclosure).toEqual(counts('public'));
    const refused = { kind: 'status', status: 404, json: { message: 'Not Found' } } as const;
    const faults = [{ path: /storefront$/, effect: refused }];
    expect((await decide({ inputs, event: unknownEvent, server: { faults } })).disclosure).toEqual(
      counts('unknown'),
    );
    expect((await decide({ inputs: { disclosure: 'counts' }, event: unknownEvent })).asked).toEqual([]);
  });

  test('asks nobody without a token, nor if the event says it, even in a cancelled run', async () => {
    await using server = await startGitHub();
    const inputs = { disclosure: 'auto', 'github-token': '' };
    const { setup, world } = await preparedRun({ event: unknownEvent, inputs, github: server });
    const question = { ...setup, isPolicyUnknown: false };
    expect(await decideDisclosure(question, world)).toMatchObject({ disclosure: counts('unknown') });
    expect(server.requests).toEqual([]);
    const { event } = (await preparedRun({ event: schedule(), inputs })).setup;
    const cancelled = { ...world, cancelled: AbortSignal.abort() };
    expect(await decideDisclosure({ ...question, event }, cancelled)).toMatchObject({ disclosure: full });
  });

  test('is `auto` if the policy file, which may set it, cannot be read', async () => {
    const refused = { kind: 'status', status: 403, json: { message: 'Forbidden' } } as const;
    const server = { faults: [{ path: /contents/, effect: refused }] };
    const of = async (disclosure: string) =>
      (await decide({ event: publicEvent, server, inputs: { config: '', disclosure } })).disclosure;
    expect(await of('')).toEqual(counts('public'));
    expect(await of('full')).toEqual(full);
  });
});

describe('that anybody can read the findings of a public repository', () => {
  const noticesOf = async (attempt: Attempt) =>
    (await decide(attempt)).notices.filter((notice) => notice.startsWith('This repository is public'));

  test.each<[string, Attempt, number]>([
    ['once', {}, 1],
    ['not with counts only', { inputs: { disclosure: 'counts' } }, 0],
    ['not without a key, as nothing is scanned', { inputs: { 'api-key': '' } }, 0],
    ['not in a dry run', { inputs: { 'dry-run': 'true' } }, 0],
    ['not on a private one', { event: push({ sha: '4'.repeat(40) }) }, 0],
  ])('is said %s', async (_, attempt, count) => {
    expect(await noticesOf({ event: publicEvent, ...attempt })).toHaveLength(count);
  });
});

test('logName gives a site a general name if findings are withheld', () => {
  const counts = { mode: 'counts', because: 'setting' } as const;
  expect(logName({ mode: 'full', because: 'setting' }, 'https://a.example')).toBe('https://a.example');
  expect(logName(counts, 'https://a.example')).toBe('the target');
  expect(logName(counts, 'https://a.example', 'another')).toBe('another');
});
