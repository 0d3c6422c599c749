/** A loopback GitHub with something of everything in it, and a bare client for it. */
import { type LoopbackGitHub, startGitHub } from '../../support/github.ts';

export const SHA = 'a'.repeat(40);

interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request with the token. @param path below the repository unless it starts with two slashes */
export async function call(
  github: LoopbackGitHub,
  path: string,
  { method = 'GET', body, headers = {} }: Call = {},
) {
  const url = path.startsWith('//')
    ? github.url + path.slice(1)
    : `${github.url}/repos/${github.repository}${path}`;
  const response = await fetch(url, {
    method,
    headers: { authorization: `token ${github.token}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    json: isJson ? JSON.parse(text) : undefined,
    text,
  };
}

export function startSeeded() {
  return startGitHub({
    pulls: [{ number: 7, headSha: SHA, olderShas: ['c'.repeat(40)] }],
    issues: [{ number: 9, title: 'Old', labels: ['security'] }],
    contents: { main: { '.github/scan-gate.yml': 'fail-on: low\n' } },
    deployments: [
      { sha: SHA, environment: 'Preview' },
      {
        sha: SHA,
        environment: 'Preview',
        statuses: [{ state: 'pending' }, { state: 'success', environmentUrl: 'https://p.example' }],
      },
      { sha: 'd'.repeat(40), environment: 'Production' },
    ],
  });
}
