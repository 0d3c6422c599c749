import { describe, expect, test } from '@jest/globals';
import { encodeNote, type Note, noteKeyOf, proofOf } from '../../../src/github/note.ts';
import { takeUpScan } from '../../../src/scan/take-up.ts';
import { scanListSchema } from '../../../src/service/wire.ts';
import { HEAD_SHA } from '../../support/events.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type GitHubOptions, startGitHub } from '../../support/github/server.ts';
import { actionsBot, type CommentSeed } from '../../support/github/state.ts';
import { createRecordingLog } from '../../support/recording-log.ts';
import { connectTo } from '../github/connect-to.ts';
import { runId, type ScanSetup, scanSetup, targetOf } from './scan-setup.ts';
import { partialClient, serviceError, statusFault } from './scripted-client.ts';

const nowSeconds = 1_800_000_000;
const apiKey = 'key-0123456789';
const url = 'https://a.example';
const pullRequest = { number: 7, headSha: HEAD_SHA, isFromFork: false };
const left = { id: 'left', startDate: nowSeconds - 600, progress: 40 };
const takenUp = { scanId: 'left', origin: 'taken-up' };

interface Situation {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly setup?: Partial<ScanSetup> & { readonly attempt?: number };
  /** The scans of the target in the list; or why it cannot be read. */
  readonly listed?: readonly object[] | Error;
  /** The address of the target in the list. */
  readonly listedUrl?: string;
  readonly signal?: AbortSignal;
}

const otherPreferences = {
  inputs: { preferences: 'xss: true' },
  listed: [{ ...left, preferences: { xss: false } }],
};

/** Has a re-run of a run without a pull request look for a scan, unless the situation says otherwise. */
async function takeUp(situation: Situation = {}) {
  const { inputs = {}, listed = [left], listedUrl = url } = situation;
  const log = createRecordingLog();
  let listReads = 0;
  const client = partialClient({
    listScans: async () => {
      listReads += 1;
      if (listed instanceof Error) throw listed;
      return scanListSchema.parse([{ url: listedUrl, scans: listed }]);
    },
  });
  const setup = scanSetup(inputs, { attempt: 2, ...situation.setup });
  const clock = createFakeClock(nowSeconds * 1000);
  const { signal = new AbortController().signal } = situation;
  const obtained = await takeUpScan({ setup, service: client, target: targetOf(url), clock, log, signal });
  return { obtained, log, listReads };
}

describe('without a pull request', () => {
  test('a re-run takes up the newest running scan of the target', async () => {
    const older = { ...left, id: 'older', startDate: nowSeconds - 900 };
    const { obtained, log } = await takeUp({ listed: [older, left] });
    expect(obtained).toEqual(takenUp);
    expect(log.of('info')).toEqual([expect.stringContaining('Taking up scan left')]);
  });

  test.each<[why: string, situation: Situation]>([
    ['has finished', { listed: [{ ...left, progress: 100 }] }],
    ['is of another target', { listedUrl: 'https://a.example/shop' }],
    ['started `timeout` ago', { inputs: { timeout: '10m' } }],
    ['has no date', { listed: [{ ...left, startDate: undefined }] }],
    ['has other preferences', otherPreferences],
  ])('it takes up no scan that %s', async (_why, situation) => {
    expect((await takeUp(situation)).obtained).toBeNull();
  });

  test('it takes up none if it is not known whether there is a pull request, and a first attempt never does', async () => {
    for (const setup of [{ isPullRequestUnknown: true }, { attempt: 1 }])
      expect(await takeUp({ setup })).toMatchObject({ obtained: null, listReads: 0 });
  });

  test('a list that cannot be read is a problem: a scan may be there, so none is started', async () => {
    const error = serviceError('list', statusFault(403));
    await expect(takeUp({ listed: error })).rejects.toBe(error);
  });
});

describe('with a pull request', () => {
  const key = noteKeyOf('CI / scan');
  const scan = { id: 'left', commit: HEAD_SHA };

  /** The note of attempt 1, which ended without having judged the scan; with `changes`, and the right proof for them. */
  function noteOf(changes: Partial<Note> = {}, scanChanges: Partial<typeof scan> = {}): Note {
    const noted = { ...scan, ...scanChanges };
    const note: Note = { key, runId, attempt: 1, verdict: 'inconclusive', ...changes };
    return { ...note, scan: { ...noted, proof: proofOf(apiKey, { ...note, ...noted }) } };
  }

  const commentOf = (note: Note): CommentSeed => ({
    issueNumber: 7,
    body: `${encodeNote(note)}\n## Scan Gate`,
    author: actionsBot,
  });

  async function reRun(
    comments: readonly CommentSeed[],
    situation: Situation = {},
    more: GitHubOptions = {},
  ) {
    const pulls = [{ number: 7, headSha: HEAD_SHA }];
    await using github = await startGitHub({ pulls, comments, ...more });
    const setup = {
      pullRequest,
      connect: () => connectTo(github),
      loginOf: async () => actionsBot.login,
      ...situation.setup,
    };
    const ended = await takeUp({ ...situation, setup });
    return { ...ended, requests: github.requests.length };
  }

  test.each([40, 100])(
    'a re-run takes up the scan that our comment names, at %d %% too',
    async (progress) => {
      const listed = [{ ...left, id: 'LEFT', progress }];
      // It started long before.
      const { obtained, requests } = await reRun([commentOf(noteOf())], {
        listed,
        inputs: { timeout: '1m' },
      });
      expect({ obtained, requests }).toEqual({ obtained: { ...takenUp, scanId: 'LEFT' }, requests: 1 });
    },
  );

  const edited = { ...noteOf(), scan: { ...scan, id: 'other', proof: noteOf().scan?.proof ?? '' } };
  const { scan: _judged, ...judged } = noteOf();

  test.each<[why: string, ...comments: CommentSeed[]]>([
    ['of another run', commentOf(noteOf({ runId: 78 }))],
    ['of this attempt', commentOf(noteOf({ attempt: 2 }))],
    ['of another key', commentOf(noteOf({ key: 'f'.repeat(16) }))],
    ['for another commit', commentOf(noteOf({}, { commit: '2'.repeat(40) }))],
    ['of a run that judged its scan', commentOf(judged)],
    ['that was edited', commentOf(edited)],
    ['by somebody else', { ...commentOf(noteOf()), author: { login: 'mallory', type: 'User' } }],
    ['without a comment'],
  ])('it takes up nothing by a note %s', async (_why, ...comments) => {
    const { obtained, listReads } = await reRun(comments, { listed: [left, { ...left, id: 'other' }] });
    expect({ obtained, listReads }).toEqual({ obtained: null, listReads: 0 });
  });

  test.each<[why: string, situation: Situation]>([
    ['is not in the list', { listed: [] }],
    ['is of another target', { listedUrl: 'https://b.example' }],
    ['has other preferences', otherPreferences],
  ])('it starts a new scan with a notice if the noted one %s', async (_why, situation) => {
    const { obtained, log } = await reRun([commentOf(noteOf())], situation);
    expect(obtained).toBeNull();
    expect(log.of('notice')).toEqual([expect.stringContaining('left scan left without a verdict')]);
  });

  test('it starts a new scan with a notice if the comment cannot be read', async () => {
    const { obtained, log } = await reRun([], {}, { permissions: { pull_requests: 'none', issues: 'none' } });
    expect(obtained).toBeNull();
    expect(log.of('notice').join()).toMatch(/could not be read \(HTTP 40\d/);
  });

  test('it asks GitHub nothing without a token or a comment', async () => {
    for (const inputs of [{ 'github-token': '' }, { comment: 'never' }])
      expect(await reRun([commentOf(noteOf())], { inputs })).toMatchObject({ obtained: null, requests: 0 });
  });

  test('it ends when the run does', async () => {
    const reason = new Error('stop');
    await expect(reRun([commentOf(noteOf())], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
