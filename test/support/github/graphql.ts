/** The one question of GitHub's GraphQL API that is answered here: who the token belongs to. */
import type { Answer } from '../loopback.ts';
import type { GitHubState } from './state.ts';

/** White space is all that two ways of writing the same question may differ in. */
const VIEWER = /^\s*query\s*\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/;

/** `query { viewer { login } }`; unlike REST's `/user` it answers apps too. GraphQL tells its errors with status 200. */
export function answerGraphql(state: GitHubState, body: unknown): Answer {
  const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  if (typeof query !== 'string') {
    return { status: 400, json: { message: 'A query attribute must be specified and must be a string.' } };
  }
  if (VIEWER.test(query)) {
    return { status: 200, json: { data: { viewer: { login: state.author.login } } } };
  }
  return {
    status: 200,
    json: { errors: [{ type: 'undefinedField', message: 'not a query this server knows' }] },
  };
}
