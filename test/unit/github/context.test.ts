import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Environment, type RunContext, readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { pullRequestOf } from '../../../src/github/pull-request.ts';
import { anyJson } from '../gate/arbitraries.ts';

const env = {
  GITHUB_REPOSITORY: 'acme/storefront',
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_ACTOR: 'octocat',
  GITHUB_SHA: 'm'.repeat(40),
  GITHUB_WORKFLOW: 'CI',
  GITHUB_JOB: 'scan',
  GITHUB_RUN_ID: '9876543210',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_API_URL: 'https://github.example/api/v3',
};

const pull = (head: object | null, base = 'acme/storefront') => ({
  pull_request: {
    number: 7,
    head: { sha: 'a'.repeat(40), repo: head },
    base: { sha: 'b'.repeat(40), repo: { full_name: base } },
  },
});

function read(given: Environment, event: unknown): RunContext {
  return readContext(given, readEvent(event));
}

describe('readContext', () => {
  test('reads the run, and the head commit of its pull request', () => {
    expect(read(env, pull({ full_name: 'acme/storefront' }))).toEqual({
      eventName: 'pull_request',
      owner: 'acme',
      repo: 'storefront',
      byDependabot: false,
      sha: 'a'.repeat(40),
      defaultBranch: null,
      workflow: 'CI',
      job: 'scan',
      runId: 9_876_543_210,
      attempt: 2,
      serverUrl: 'https://github.example',
      apiUrl: 'https://github.example/api/v3',
    });
  });

  test('reads the default branch, if the event names it', () => {
    const named = { repository: { default_branch: 'trunk' } };
    expect(read(env, named).defaultBranch).toBe('trunk');
  });

  test('recognizes runs of Dependabot', () => {
    expect(read({ ...env, GITHUB_ACTOR: 'dependabot[bot]' }, null).byDependabot).toBe(true);
    expect(read({ ...env, GITHUB_ACTOR: 'dependabot' }, null).byDependabot).toBe(false);
  });

  test('falls back to `GITHUB_SHA` if the event has no readable pull request', () => {
    const events = [
      null,
      undefined,
      'text',
      {},
      { pull_request: null },
      { pull_request: { number: '7' } },
      { pull_request: { number: -1 } },
    ];
    for (const event of events) expect(read(env, event)).toMatchObject({ sha: 'm'.repeat(40) });
  });

  test('has defaults for an empty environment', () => {
    expect(read({}, null)).toMatchObject({
      owner: '',
      repo: '',
      sha: null,
      defaultBranch: null,
      attempt: 1,
      runId: 0,
      byDependabot: false,
      serverUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
    });
    expect(read({ ...env, GITHUB_RUN_ID: 'x' }, null).runId).toBe(0);
  });

  test('never throws, whatever the event', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (event, given) => {
        for (const one of [
          event,
          { pull_request: event },
          { pull_request: { number: 7, head: event, base: given } },
        ]) {
          const pullRequest = pullRequestOf(read(env, one), readEvent(one));
          if (pullRequest !== null) expect(Number.isSafeInteger(pullRequest.number)).toBe(true);
        }
      }),
    );
  });

  test.each([
    ['', 1],
    ['3', 3],
    ['1.5', 1],
    ['many', 1],
  ])('reads attempt %j as %i', (given, attempt) => {
    expect(readContext({ GITHUB_RUN_ATTEMPT: given }, {}).attempt).toBe(attempt);
  });
});
