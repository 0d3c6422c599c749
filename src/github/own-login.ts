import type { GitHub } from './connect.ts';

/** The author of what the token writes. `viewer` works for every kind of token; REST's `/user` not for apps. */
export async function ownLogin(github: GitHub): Promise<string> {
  const answer = await github.graphql<{ viewer: { login: string } }>('query { viewer { login } }');
  return answer.viewer.login;
}
