import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { pullRequestInPayload } from '../../../src/github/pull-request.ts';
import { anyJson } from '../gate/arbitraries.ts';

const sha = 'a'.repeat(40);

function defaultBranchOf(name: unknown): string | undefined {
  return readEvent({ repository: { default_branch: name } }).repository.defaultBranch;
}

/** Every event with a payload that this action reads. */
const events = ['pull_request', 'deployment_status', 'repository_dispatch', 'workflow_run', 'merge_group'];

describe('readEvent', () => {
  test('accepts any payload, and returns only well-formed fields', () => {
    const parts = ['pull_request', 'deployment', 'deployment_status', 'client_payload', 'workflow_run'];
    const keys = [...parts, 'merge_group', 'repository', 'action', 'after'];
    const pullRequest = fc.record({ number: fc.constant(7), head: anyJson, base: anyJson });
    const payload = fc.oneof(
      fc.dictionary(fc.constantFrom(...keys), anyJson),
      fc.record({ pull_request: pullRequest }),
    );
    fc.assert(
      fc.property(fc.oneof(anyJson, payload), fc.constantFrom(...events), (given, eventName) => {
        const event = readEvent(given);
        const context = readContext({ GITHUB_EVENT_NAME: eventName }, event);
        const pull = pullRequestInPayload(context, event);
        expect(context.sha ?? sha).toMatch(/^[0-9a-f]{7,64}$/i);
        expect(pull?.number ?? 1).toBeGreaterThan(0);
        expect(context.defaultBranch ?? 'main').toMatch(/^[^\s~^:?*[\\]+$/);
      }),
    );
  });

  test.each([null, 'text', [{ action: 'opened' }]])('%j is an event without fields', (given) => {
    expect(readEvent(given)).toEqual(readEvent({}));
    expect(readEvent(given)).toMatchObject({ action: undefined, pullRequest: undefined });
  });

  test('a field that is not well-formed is dropped, and the others are kept', () => {
    const event = readEvent({
      action: 7,
      pull_request: { number: -1, head: { sha }, base: { sha, repo: { full_name: 'acme/storefront' } } },
      deployment: { sha: '../../etc/passwd', environment: 'Preview', production_environment: true },
      deployment_status: { state: 'success', environment_url: 17, target_url: 'https://a.example' },
      workflow_run: { head_sha: sha, head_branch: 7, head_repository: 'none' },
      client_payload: { url: 'https://b.example', git: { sha: 'main' } },
    });
    expect(event.action).toBeUndefined();
    expect(event.pullRequest).toBeUndefined();
    expect(event.deployment).toEqual({ environment: 'Preview', isProduction: true });
    expect(event.deploymentStatus).toMatchObject({ state: 'success', targetUrl: 'https://a.example' });
    expect(event.deploymentStatus.environmentUrl).toBeUndefined();
    expect(event.workflowRun).toEqual({ headSha: sha });
    expect(event.clientPayload).toMatchObject({ url: 'https://b.example', sha: undefined });
  });

  test.each([
    ...['..', 'a/../b', '.', '-x', '/', 'a b', 'a?b', 'a\n', 'a..b', '@{1}', 'a%2e%2e', 'fix#1', ''],
    ...[7, null],
  ])('%j is not taken for a branch', (name) => {
    expect(defaultBranchOf(name)).toBeUndefined();
  });

  test.each(['main', 'release/2.x', 'my-branch_1'])('%j is one', (name) => {
    expect(defaultBranchOf(name)).toBe(name);
  });

  test.each([
    [{ visibility: 'public', private: false }, false],
    [{ visibility: 'internal', private: true }, true],
    [{ private: 'yes' }, undefined],
    [null, undefined],
  ])('the repository %j is private: %j', (repository, isPrivate) => {
    expect(readEvent({ repository }).repository.isPrivate).toBe(isPrivate);
  });

  test('a pull request from a deleted fork is still one from a fork', () => {
    const base = { sha, repo: { full_name: 'acme/storefront' } };
    const event = readEvent({ pull_request: { number: 7, head: { sha, repo: null }, base } });
    const pull = pullRequestInPayload(readContext({}, event), event);
    expect(pull).toMatchObject({ number: 7, isFromFork: true });
  });
});
