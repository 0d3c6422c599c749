import { describe, expect, test } from '@jest/globals';
import type { Disclosure } from '../../../src/settings/disclosure.ts';
import { type RunnerEvent, schedule } from '../../support/events.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { preparedRun, type RecordedOptions } from '../recorded-run.ts';

interface DecideOptions extends Omit<RecordedOptions, 'github'> {
  readonly server?: GitHubOptions;
}

const inWords = (disclosure: Disclosure) =>
  disclosure.mode === 'full' ? 'full' : `counts (${disclosure.why})`;

async function decide({ server, ...options }: DecideOptions) {
  await using github = await startGitHub(server);
  const { setup } = await preparedRun({ event: schedule(), github, ...options });
  return {
    findings: inWords(setup.resolvedDisclosure),
    asked: github.requests.map(({ path }) => path),
  };
}

const unknownEvent: RunnerEvent = { name: 'schedule', payload: {} };

describe('what is published', () => {
  const repositories = {
    private: { event: schedule() },
    public: { event: schedule({ private: false }) },
    unknown: { event: unknownEvent, inputs: { 'github-token': '' } },
  } as const;

  test.each<[disclosure: string, visibility: keyof typeof repositories, findings: string]>([
    ['', 'private', 'full'],
    ['auto', 'private', 'full'],
    ['counts', 'private', 'counts (setting)'],
    ['', 'public', 'counts (public)'],
    ['auto', 'public', 'counts (public)'],
    ['full', 'public', 'full'],
    ['', 'unknown', 'counts (unknown)'],
    ['full', 'unknown', 'full'],
  ])(
    'with `disclosure: %s` on a repository that is %s: %s, without a request',
    async (disclosure, visibility, findings) => {
      const attempt: DecideOptions = repositories[visibility];
      const decided = await decide({ ...attempt, inputs: { disclosure, ...attempt.inputs } });
      expect(decided).toMatchObject({ findings, asked: [] });
    },
  );

  const effect = { kind: 'status', status: 404, json: { message: 'Not Found' } } as const;
  test.each<[answer: string, server: GitHubOptions, findings: string]>([
    ['that it is private', {}, 'full'],
    ['that it is public', { private: false }, 'counts (public)'],
    ['nothing', { faults: [{ path: /storefront$/, effect }] }, 'counts (unknown)'],
  ])('follows GitHub, which says %s, if the event does not tell', async (_answer, server, findings) => {
    const decided = await decide({ event: unknownEvent, server });
    expect(decided).toMatchObject({ findings, asked: expect.arrayContaining(['/repos/acme/storefront']) });
  });

  test('needs no question to GitHub if the answer does not matter', async () => {
    expect((await decide({ inputs: { disclosure: 'counts' }, event: unknownEvent })).asked).toEqual([]);
  });
});
