import { getOctokit } from '@actions/github';
import type { GitHubClient } from '../../../src/github/connect.ts';
import type { LoopbackGitHub } from '../../support/github/server.ts';

/** The client of `src/github/connect.ts`, which sends every request once. */
export function connectWithoutRetries({ token, url }: Pick<LoopbackGitHub, 'token' | 'url'>): GitHubClient {
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  return getOctokit(token, { baseUrl: url, log: quiet });
}
