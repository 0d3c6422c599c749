import { getOctokit } from '@actions/github';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import type { GitHub } from '../../../src/github/connect.ts';
import type { LoopbackGitHub } from '../../support/github/server.ts';

/** The client of `src/github/connect.ts` without pauses: they would add up to three seconds to each write. */
export function connectUnthrottled({ token, url }: Pick<LoopbackGitHub, 'token' | 'url'>): GitHub {
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  return getOctokit(
    token,
    { baseUrl: url, log: quiet, retry: { enabled: false }, throttle: { enabled: false } },
    retry,
    throttling,
  );
}
