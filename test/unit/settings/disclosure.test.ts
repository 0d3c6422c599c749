import { describe, expect, test } from '@jest/globals';
import type { Disclosure } from '../../../src/settings/disclosure.ts';
import { type RunnerEvent, schedule } from '../../support/events.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { preparedRun, type RecordedOptions } from '../recorded-run.ts';

interface DecideOptions extends Omit<RecordedOptions, 'github'> {
  readonly server?: GitHubOptions;
}

const inWords = (disclosure: Disclosure) =>
  disclosure.mode === 'full' ? 'full' : `counts (${disclosure.because})`;

async function decide({ server, ...options }: DecideOptions) {
  await using github = await startGitHub(server);
  const { ports, setup } = await preparedRun({ event: schedule(), github, ...options });
  return {
    findings: inWords(setup.resolvedDisclosure),
    issue: inWords(setup.issueDisclosure),
    asked: github.requests.map(({ path }) => path),
    notices: ports.log.of('notice').filter((notice) => notice.startsWith('This repository is public')),
  };
}

const unknownEvent: RunnerEvent = { name: 'schedule', payload: {} };
const publicEvent = schedule({ private: false });

describe('what is published', () => {
  const repositories = {
    private: { event: schedule() },
    public: { event: publicEvent },
    unknown: { event: unknownEvent, inputs: { 'github-token': '' } },
  } as const;

  test.each<[disclosure: string, visibility: keyof typeof repositories, findings: string, issue: string]>([
    ['', 'private', 'full', 'full'],
    ['auto', 'private', 'full', 'full'],
    ['', 'public', 'full', 'counts (public)'],
    ['full', 'public', 'full', 'full'],
    ['counts', 'public', 'counts (setting)', 'counts (setting)'],
    ['auto', 'public', 'counts (public)', 'counts (public)'],
    ['', 'unknown', 'full', 'counts (unknown)'],
    ['full', 'unknown', 'full', 'full'],
    ['auto', 'unknown', 'counts (unknown)', 'counts (unknown)'],
  ])(
    'with `disclosure: %s` on a repository that is %s: %s, and %s in the tracking issue, without a request',
    async (disclosure, visibility, findings, issue) => {
      const attempt: DecideOptions = repositories[visibility];
      const decided = await decide({ ...attempt, inputs: { disclosure, ...attempt.inputs } });
      expect(decided).toMatchObject({ findings, issue, asked: [] });
    },
  );

  const effect = { kind: 'status', status: 404, json: { message: 'Not Found' } } as const;
  test.each<[answer: string, server: GitHubOptions, findings: string]>([
    ['that it is private', {}, 'full'],
    ['that it is public', { private: false }, 'counts (public)'],
    ['nothing', { faults: [{ path: /storefront$/, effect }] }, 'counts (unknown)'],
  ])('follows GitHub, which says %s, if the event does not tell', async (_answer, server, findings) => {
    const decided = await decide({ inputs: { disclosure: 'auto' }, event: unknownEvent, server });
    expect(decided).toMatchObject({ findings, asked: expect.arrayContaining(['/repos/acme/storefront']) });
  });

  test('needs no question to GitHub if the answer does not matter', async () => {
    expect((await decide({ inputs: { disclosure: 'counts' }, event: unknownEvent })).asked).toEqual([]);
  });
});

describe('leaked addresses that may be for anybody to read', () => {
  const leaks = { 'include-leaks': 'true' };

  test.each<[where: string, DecideOptions]>([
    ['public', { event: publicEvent }],
    ['not known', { event: unknownEvent, inputs: { 'github-token': '' } }],
  ])('are an error without `disclosure` if the repository is %s', async (_where, attempt) => {
    const refusal = '`include-leaks`: this repository is public, or';
    const inputs = { ...leaks, ...attempt.inputs };
    await expect(decide({ ...attempt, inputs })).rejects.toThrow(refusal);
  });

  test.each<[why: string, event: RunnerEvent, inputs: Readonly<Record<string, string>>]>([
    ['it is set to full', publicEvent, { disclosure: 'full' }],
    ['it is set to counts', publicEvent, { disclosure: 'counts' }],
    ['it is set to auto', publicEvent, { disclosure: 'auto' }],
    ['the repository is private', schedule(), {}],
    ['nothing is scanned', publicEvent, { 'api-key': '' }],
  ])('are none if %s', async (_why, event, inputs) => {
    await expect(decide({ event, inputs: { ...leaks, ...inputs } })).resolves.toBeDefined();
  });
});

test.each<[what: string, times: number, DecideOptions]>([
  ['on a public repository', 1, {}],
  ['with counts only', 0, { inputs: { disclosure: 'counts' } }],
  ['without a key, as nothing is scanned', 0, { inputs: { 'api-key': '' } }],
  ['in a dry run', 0, { inputs: { 'dry-run': 'true' } }],
  ['on a private one', 0, { event: schedule() }],
])('that anybody can read the findings is said %s %d times', async (_what, times, attempt) => {
  expect((await decide({ event: publicEvent, ...attempt })).notices).toHaveLength(times);
});
