import { describe, expect, test } from '@jest/globals';
import { type Disclosure, resolveDisclosure, siteNameInLog } from '../../../src/settings/disclosure.ts';
import { push, type RunnerEvent, schedule } from '../../support/events.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { preparedRun, type RecordedOptions } from '../recorded-run.ts';

interface DecideOptions extends Omit<RecordedOptions, 'github'> {
  readonly server?: GitHubOptions;
}

async function decide({ server, ...options }: DecideOptions) {
  await using github = await startGitHub(server);
  const { ports, setup } = await preparedRun({ event: schedule(), github, ...options });
  const asked = github.requests.filter(({ path }) => path === '/repos/acme/storefront');
  const { resolvedDisclosure: disclosure, issueDisclosure } = setup;
  return { disclosure, issueDisclosure, asked, notices: ports.log.of('notice'), setup };
}

const unknownEvent: RunnerEvent = { name: 'schedule', payload: {} };
const publicEvent = schedule({ private: false });
const full = { mode: 'full' };
const counts = (because: string) => ({ mode: 'counts', because });

describe('disclosure', () => {
  const repositories = {
    private: { event: schedule() },
    public: { event: publicEvent },
    unknown: { event: unknownEvent, inputs: { 'github-token': '' } },
  } as const;

  const inWords = (disclosure: Disclosure) =>
    disclosure.mode === 'full' ? 'full' : `counts (${disclosure.because})`;

  test.each<{ setting: string; visibility: keyof typeof repositories; findings: string; issue: string }>([
    { setting: '', visibility: 'private', findings: 'full', issue: 'full' },
    { setting: 'auto', visibility: 'private', findings: 'full', issue: 'full' },
    { setting: '', visibility: 'public', findings: 'full', issue: 'counts (public)' },
    { setting: 'full', visibility: 'public', findings: 'full', issue: 'full' },
    { setting: 'counts', visibility: 'public', findings: 'counts (setting)', issue: 'counts (setting)' },
    { setting: 'auto', visibility: 'public', findings: 'counts (public)', issue: 'counts (public)' },
    { setting: '', visibility: 'unknown', findings: 'full', issue: 'counts (unknown)' },
    { setting: 'full', visibility: 'unknown', findings: 'full', issue: 'full' },
    { setting: 'auto', visibility: 'unknown', findings: 'counts (unknown)', issue: 'counts (unknown)' },
  ])(
    'set to “$setting” with the visibility $visibility is $findings, and $issue in the tracking issue',
    async ({ setting, visibility, findings, issue }) => {
      const attempt: DecideOptions = repositories[visibility];
      const inputs = { disclosure: setting, ...attempt.inputs };
      const { disclosure, issueDisclosure } = await decide({ ...attempt, inputs });
      expect(inWords(disclosure)).toBe(findings);
      expect(inWords(issueDisclosure)).toBe(issue);
    },
  );

  const withLeaks = async (event: RunnerEvent, inputs: Readonly<Record<string, string>> = {}) =>
    (await decide({ event, inputs: { 'include-leaks': 'true', ...inputs } })).setup.inputs.scan.includeLeaks;

  test('must be set if leaked addresses may be for anybody to read', async () => {
    const refusal = '`include-leaks`: this repository is public, or';
    await expect(withLeaks(publicEvent)).rejects.toThrow(refusal);
    await expect(withLeaks(unknownEvent, { 'github-token': '' })).rejects.toThrow(refusal);
    for (const disclosure of ['full', 'counts', 'auto'])
      expect(await withLeaks(publicEvent, { disclosure })).toBe(true);
  });

  test('need not be set for leaked addresses if the repository is private or nothing is scanned', async () => {
    expect(await withLeaks(schedule())).toBe(true);
    expect(await withLeaks(publicEvent, { 'api-key': '' })).toBe(true);
  });

  const refused = { kind: 'status', status: 404, json: { message: 'Not Found' } } as const;

  test.each<{ answer: string; server: GitHubOptions; expected: object }>([
    { answer: 'that it is private', server: {}, expected: full },
    { answer: 'that it is public', server: { private: false }, expected: counts('public') },
    {
      answer: 'nothing',
      server: { faults: [{ path: /storefront$/, effect: refused }] },
      expected: counts('unknown'),
    },
  ])('follows GitHub, which says $answer, if the event does not tell', async ({ server, expected }) => {
    const inputs = { disclosure: 'auto' };
    const { asked, disclosure } = await decide({ inputs, event: unknownEvent, server });
    expect(asked).not.toEqual([]);
    expect(disclosure).toEqual(expected);
  });

  test('needs no question to GitHub if the event tells or the answer does not matter', async () => {
    expect((await decide({ inputs: { disclosure: 'auto' } })).asked).toEqual([]);
    expect((await decide({ inputs: { disclosure: 'counts' }, event: unknownEvent })).asked).toEqual([]);
  });

  test('asks nobody without a token, nor if the event says it, even in a cancelled run', async () => {
    await using server = await startGitHub();
    const inputs = { disclosure: 'auto', 'github-token': '' };
    const { setup, ports } = await preparedRun({ event: unknownEvent, inputs, github: server });
    expect(await resolveDisclosure(setup, ports)).toMatchObject({ resolvedDisclosure: counts('unknown') });
    expect(server.requests).toEqual([]);
    const { event } = (await preparedRun({ event: schedule(), inputs })).setup;
    const cancelled = { ...ports, cancelled: AbortSignal.abort() };
    const inEvent = await resolveDisclosure({ ...setup, event }, cancelled);
    expect(inEvent).toMatchObject({ resolvedDisclosure: full });
  });
});

describe('that anybody can read the findings of a public repository', () => {
  const noticesOf = async (attempt: DecideOptions) =>
    (await decide(attempt)).notices.filter((notice) => notice.startsWith('This repository is public'));

  test('is said once', async () => {
    expect(await noticesOf({ event: publicEvent })).toHaveLength(1);
  });

  test.each<[why: string, DecideOptions]>([
    ['with counts only', { inputs: { disclosure: 'counts' } }],
    ['without a key, as nothing is scanned', { inputs: { 'api-key': '' } }],
    ['in a dry run', { inputs: { 'dry-run': 'true' } }],
    ['on a private one', { event: push({ sha: '4'.repeat(40) }) }],
  ])('is not said %s', async (_why, attempt) => {
    expect(await noticesOf({ event: publicEvent, ...attempt })).toEqual([]);
  });
});

test('siteNameInLog gives a site a general name if findings are withheld', () => {
  const counts = { mode: 'counts', because: 'setting' } as const;
  expect(siteNameInLog({ mode: 'full' }, 'https://a.example')).toBe('https://a.example');
  expect(siteNameInLog(counts, 'https://a.example')).toBe('the target');
  expect(siteNameInLog(counts, 'https://a.example', 'another')).toBe('another');
});
