import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type StatusRequest, setStatus, statusApi } from '../../../src/publish/commit-status.ts';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { addStatus } from '../../support/github/state.ts';
import { connectUnthrottled } from './unthrottled.ts';

const sha = 'a'.repeat(40);
const eve = { login: 'eve', type: 'User' } as const;

function urlOf(runId: number, attempt = 1): string {
  return `https://github.com/acme/storefront/actions/runs/${runId}/attempts/${attempt}`;
}

interface Change extends Partial<StatusRequest> {
  readonly runId?: number;
  readonly attempt?: number;
}

function set(github: LoopbackGitHub, { runId = 100, attempt = 1, ...change }: Change = {}) {
  return setStatus(statusApi(connectUnthrottled(github)), {
    ...{ owner: 'acme', repo: 'storefront', sha, context: 'Scan Gate', last: null },
    ...{ state: 'success', description: 'nothing blocks' },
    ...{ url: urlOf(runId, attempt), by: { runId, attempt } },
    ...change,
  });
}

function start(options: GitHubOptions = {}) {
  return startGitHub(options);
}

const states = ({ state }: LoopbackGitHub) => state.statuses.map((status) => status.state);

describe('setStatus', () => {
  test('sets the status on the commit, with a link to the run', async () => {
    await using github = await start();
    const result = await set(github);
    const [status, ...more] = github.state.statuses;
    expect(more).toEqual([]);
    expect(status).toMatchObject({ sha, context: 'Scan Gate', state: 'success', targetUrl: urlOf(100) });
    expect(status?.description).toBe('nothing blocks');
    expect(result).toEqual({
      kind: 'set',
      status: { id: status?.id, login: 'github-actions[bot]' },
      isShared: false,
    });
    expect(github.violations).toEqual([]);
  });

  test('leaves the status of a newer run or attempt, on whatever page it is', async () => {
    const older = Array.from({ length: 120 }, () => ({ sha, state: 'success', context: 'ci' }) as const);
    const newer = { sha, state: 'failure', context: 'scan gate', targetUrl: urlOf(100, 2) } as const;
    await using github = await start({ statuses: [newer, ...older] });
    expect(await set(github)).toEqual({ kind: 'newer-exists', url: urlOf(100, 2) });
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
    await using github = await start({ statuses: others });
    expect(await set(github, { state: 'failure' })).toMatchObject({ kind: 'set', isShared: false });
  });

  test('two jobs of one run with one status: the last to end cannot make it green', async () => {
    await using github = await start();
    const one = await set(github, { state: 'pending' });
    const last = one.kind === 'set' ? one.status : null;
    expect(await set(github, { state: 'pending' })).toMatchObject({ isShared: true });
    expect(await set(github, { state: 'success', last })).toMatchObject({ isShared: true });
    expect(states(github)).toEqual(['pending', 'error', 'error']);
  });

  test('asks who it is only where it does not know', async () => {
    await using github = await start();
    const asked = () => github.requests.filter(({ path }) => path === '/graphql').length;
    const one = await set(github, { state: 'pending' });
    await set(github, { last: one.kind === 'set' ? one.status : null });
    expect(asked()).toBe(0);
    await set(github, { runId: 101 });
    expect(asked()).toBe(1);
  });

  test('law: whatever the order, the newest of our statuses is by the newest run', async () => {
    const step = fc.record({
      runId: fc.integer({ min: 1, max: 4 }),
      attempt: fc.integer({ min: 1, max: 3 }),
      isOurs: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        await using github = await start();
        const rank = (url: string) => {
          const [runId, attempt] = (url.match(/\d+/g) ?? []).map(Number);
          return (runId ?? 0) * 10 + (attempt ?? 0);
        };
        for (const { runId, attempt, isOurs } of steps) {
          const targetUrl = urlOf(runId, attempt);
          if (isOurs) await set(github, { runId, attempt });
          else
            addStatus(github.state, { sha, state: 'success', context: 'Scan Gate', targetUrl, author: eve });
        }
        const ours = github.state.statuses
          .filter(({ author }) => author !== eve)
          .map(({ targetUrl }) => rank(targetUrl));
        expect(ours).toEqual(ours.toSorted((a, b) => a - b));
      }),
      { numRuns: 30 },
    );
  });
});
