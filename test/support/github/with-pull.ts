/** What several destinations are tested with. */
import { HEAD_SHA } from '../events.ts';
import { type GitHubOptions, type LoopbackGitHub, startGitHub } from './server.ts';

/** The fields of a result that blocks. */
export const failing = { issues: [{ name: 'SQL injection', severity: 'high' }], issuesSummary: { high: 1 } };

/** A GitHub with the pull request of the event. */
export function startWithPull(options: GitHubOptions = {}): Promise<LoopbackGitHub> {
  return startGitHub({ pulls: [{ number: 7, headSha: HEAD_SHA }], ...options });
}

/** Bodies of the comments, oldest first. */
export const bodiesOf = ({ state }: LoopbackGitHub) => [...state.comments.values()].map(({ body }) => body);

/** Methods of the requests that write. */
export const writesOf = ({ requests }: LoopbackGitHub) =>
  requests.filter(({ method, path }) => method !== 'GET' && path !== '/graphql').map(({ method }) => method);
