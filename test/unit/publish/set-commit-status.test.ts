import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLoginLookup } from '../../../src/github/connect.ts';
import {
  type CommitStatusApi,
  type StatusToSet,
  setStatus,
  statusApi,
} from '../../../src/publish/set-commit-status.ts';
import { type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { addStatus, type StatusSeed } from '../../support/github/state.ts';
import { connectWithoutRetries } from './without-retries.ts';

const sha = 'a'.repeat(40);
const eve = { login: 'eve', type: 'User' } as const;

function urlOf(runId: number, attempt = 1): string {
  return `https://github.com/acme/storefront/actions/runs/${runId}/attempts/${attempt}`;
}

interface Change extends Partial<Omit<StatusToSet, 'attempt'>> {
  readonly runId?: number;
  readonly attempt?: number;
}

function requestOf({ runId = 100, attempt = 1, ...change }: Change = {}): StatusToSet {
  return {
    owner: 'acme',
    repo: 'storefront',
    sha,
    statusContext: 'Scan Gate',
    last: null,
    isRepeated: false,
    state: 'success',
    description: 'nothing blocks',
    url: urlOf(runId, attempt),
    attempt: { runId, attempt },
    ...change,
  };
}

function set(github: LoopbackGitHub, change: Change = {}) {
  return setStatus(statusApi(connectWithoutRetries(github), createLoginLookup()), requestOf(change));
}

const states = ({ state }: LoopbackGitHub) => state.statuses.map((status) => status.state);

describe('setStatus', () => {
  test('sets the status on the commit, with a link to the run', async () => {
    await using github = await startGitHub();
    const result = await set(github);
    const said = { state: 'success', description: 'nothing blocks', targetUrl: urlOf(100) };
    expect(github.state.statuses).toMatchObject([{ sha, context: 'Scan Gate', ...said }]);
    const { id } = github.state.statuses[0] ?? {};
    expect(result).toEqual({ kind: 'set', id, login: 'github-actions[bot]', isShared: false });
    expect(github.violations).toEqual([]);
  });

  test('leaves the status of a newer run or attempt, on whatever page it is', async () => {
    const older = Array.from({ length: 120 }, () => ({ sha, state: 'success', context: 'ci' }) as const);
    const newer = { sha, state: 'failure', context: 'scan gate', targetUrl: urlOf(100, 2) } as const;
    await using github = await startGitHub({ statuses: [newer, ...older] });
    expect(await set(github)).toEqual({ kind: 'newer-run', url: urlOf(100, 2) });
    expect(github.state.statuses).toHaveLength(121);
  });

  test('does not look at other contexts, commits and addresses, nor at what others set', async () => {
    const of = { sha, state: 'success', context: 'Scan Gate', targetUrl: urlOf(900) } as const;
    const others = [
      { ...of, author: eve },
      { ...of, context: 'Scan Gate (docs)' },
      { ...of, sha: 'b'.repeat(40) },
      { ...of, targetUrl: 'https://example.com/900' },
    ];
    await using github = await startGitHub({ statuses: others });
    expect(await set(github, { state: 'failure' })).toMatchObject({ kind: 'set', isShared: false });
  });

  test('does not let the last of two jobs with one status make it green', async () => {
    await using github = await startGitHub();
    const one = await set(github, { state: 'pending' });
    const last = one.kind === 'set' ? one : null;
    expect(await set(github, { state: 'pending' })).toMatchObject({ isShared: true });
    expect(await set(github, { state: 'success', last })).toMatchObject({ isShared: true });
    expect(states(github)).toEqual(['pending', 'error', 'error']);
  });

  /** Somebody sets `between` after the look and before the write of run 100. */
  async function setMeanwhile(between: Partial<StatusSeed> & Pick<StatusSeed, 'targetUrl' | 'state'>) {
    await using github = await startGitHub();
    const api = statusApi(connectWithoutRetries(github), createLoginLookup());
    let isSet = false;
    const create: CommitStatusApi['create'] = (status) => {
      if (!isSet) addStatus(github.state, { sha, context: 'Scan Gate', ...between });
      isSet = true;
      return api.create(status);
    };
    const result = await setStatus({ ...api, create }, requestOf());
    return { result, set: github.state.statuses.map(({ state, targetUrl }) => [state, targetUrl]) };
  }

  test('sets `error` if another job has set the status between look and write', async () => {
    const { result, set } = await setMeanwhile({ state: 'failure', targetUrl: urlOf(100) });
    expect(result).toMatchObject({ kind: 'set', isShared: true });
    expect(set.map(([state]) => state)).toEqual(['failure', 'success', 'error']);
  });

  test.each([
    ['failure', ['failure', 'success', 'failure'], 101],
    // With its own address it would be another job's to the newer run, which is still going to set one.
    ['pending', ['pending', 'success', 'pending'], 100],
  ] as const)('sets the %s of a newer run again that came between look and write', async (state, all, by) => {
    const { result, set } = await setMeanwhile({ state, targetUrl: urlOf(101) });
    expect(result).toEqual({ kind: 'newer-run', url: urlOf(101) });
    expect(set.map(([each]) => each)).toEqual(all);
    expect(set.at(-1)?.[1]).toBe(urlOf(by));
  });

  test.each([
    ['the answer of ours is lost', 'create'],
    ['ours cannot be read again', 'pages'],
  ])(
    'sets the status of a newer run again after a second look, if it came before ours and %s',
    async (_why, lost) => {
      await using github = await startGitHub();
      const api = statusApi(connectWithoutRetries(github), createLoginLookup());
      const newer = urlOf(101);
      let [writes, looks] = [0, 0];
      const create: CommitStatusApi['create'] = async (status) => {
        writes += 1;
        if (writes > 1) return api.create(status);
        addStatus(github.state, { sha, context: 'Scan Gate', state: 'failure', targetUrl: newer });
        const made = await api.create(status);
        if (lost === 'create') throw new Error('lost');
        return made;
      };
      const pages: CommitStatusApi['pages'] = (place) => {
        looks += 1;
        if (lost === 'pages' && looks === 2) throw new Error('lost');
        return api.pages(place);
      };
      const request = requestOf({ state: 'success' });
      await expect(setStatus({ ...api, create, pages }, request)).rejects.toThrow('lost');
      const again = await setStatus({ ...api, create, pages }, { ...request, isRepeated: true });
      expect(again).toEqual({ kind: 'newer-run', url: newer });
      expect(github.state.statuses.at(-1)).toMatchObject({ state: 'failure', targetUrl: newer });
    },
  );

  test('finds the status of a newer run also below one that an older run set again', async () => {
    await using github = await startGitHub();
    const newest = urlOf(102);
    addStatus(github.state, { sha, context: 'Scan Gate', state: 'pending', targetUrl: newest });
    addStatus(github.state, { sha, context: 'Scan Gate', state: 'pending', targetUrl: urlOf(100) });
    expect(await set(github, { runId: 101 })).toMatchObject({ kind: 'newer-run' });
    expect(github.state.statuses.at(-1)?.state).toBe('pending');
  });

  test('does not take a status of its own, whose answer was lost, for that of another job', async () => {
    await using github = await startGitHub();
    await set(github);
    expect(await set(github, { isRepeated: true })).toMatchObject({ isShared: false });
    expect(await set(github, { isRepeated: true, state: 'pending' })).toMatchObject({ isShared: true });
  });

  test('asks who it is only if it does not know', async () => {
    await using github = await startGitHub();
    const asked = () => github.requests.filter(({ path }) => path === '/graphql').length;
    const one = await set(github, { state: 'pending' });
    await set(github, { last: one.kind === 'set' ? one : null });
    expect(asked()).toBe(0);
    await set(github, { runId: 101 });
    expect(asked()).toBe(1);
  });

  test('law: whatever the order, the newest of our statuses is by the newest run', async () => {
    const by = fc.record({ runId: fc.integer({ min: 1, max: 4 }), attempt: fc.integer({ min: 1, max: 3 }) });
    const step = fc.record({ by, isOurs: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        await using github = await startGitHub();
        const others = { sha, state: 'success', context: 'Scan Gate', author: eve } as const;
        for (const { by, isOurs } of steps) {
          if (isOurs) await set(github, by);
          else addStatus(github.state, { ...others, targetUrl: urlOf(by.runId, by.attempt) });
        }
        // With one digit each, the order of the addresses is that of the runs.
        const ours = github.state.statuses.filter(({ author }) => author !== eve).map((one) => one.targetUrl);
        expect(ours).toEqual(ours.toSorted());
      }),
      { numRuns: 30 },
    );
  });
});
