/** The commit status of all targets, by the rules of the action's own (`docs/contract.md`, `commit-status`). */
import { fieldsOf } from '../../../src/core/fields.ts';
import type { Runner } from '../../../src/core/ports.ts';
import { readContext } from '../../../src/github/context.ts';
import { readEvent } from '../../../src/github/event.ts';
import { statusContextOf } from '../../../src/inputs/run-names.ts';
import type { CommitStatusApi, ListedStatus, StatusSlot } from '../../../src/publish/set-commit-status.ts';
import type { CommitStatusText } from '../../../src/report/sentences/commit-status-text.ts';
import type { Sum } from './sum-up.ts';

/** Longest silence of GitHub. */
const silenceMs = 30_000;
const pageLength = 100;

/** Where the status goes, or why there is none, as the end of a sentence. */
export function statusPlace(name: string, env: Runner['env'], payload: unknown): StatusSlot | string {
  const { eventName, sha, environment, ...run } = readContext(env, readEvent(payload));
  if (eventName === 'schedule') return 'a scheduled run gates no commit';
  if (sha === null) return 'the commit of this run is not known';
  const { owner, repo, runId, attempt, attemptUrl: url } = run;
  const statusContext = statusContextOf(name, { commentKeyInput: '', environment });
  return { owner, repo, sha, statusContext, url, attempt: { runId, attempt } };
}

/** `on-fail: warn` does not change the state. What was not answered, as in a cancelled run, is an error. */
export function statusText({ verdict, isGreen, sentence, rows }: Sum): CommitStatusText {
  const hasFailed = rows.some((row) => row.verdict === 'fail');
  const isFine = verdict === 'pass' || (verdict === 'inconclusive' && isGreen);
  return { state: hasFailed ? 'failure' : isFine ? 'success' : 'error', description: sentence };
}

interface Access {
  readonly token: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
}

/** GitHub's API without a package, since none is installed where the last job runs. */
export function gitHubApi({ token, apiUrl, graphqlUrl }: Access): CommitStatusApi {
  const ask = (url: string, body?: object) =>
    send(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'user-agent': 'scan-gate',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    pages: async function* ({ owner, repo, sha }) {
      for (let page = 1; ; page += 1) {
        const query = `per_page=${pageLength}&page=${page}`;
        const answer = await ask(`${apiUrl}/repos/${owner}/${repo}/commits/${sha}/statuses?${query}`);
        const statuses = Array.isArray(answer) ? answer.map(readStatus) : [];
        yield statuses;
        if (statuses.length < pageLength) return;
      }
    },
    create: async ({ owner, repo, sha, statusContext: context, url: target_url, ...text }) => {
      const status = { ...text, context, target_url };
      return readStatus(await ask(`${apiUrl}/repos/${owner}/${repo}/statuses/${sha}`, status));
    },
    login: async () => {
      const { data } = fieldsOf(await ask(graphqlUrl, { query: 'query { viewer { login } }' }));
      return String(fieldsOf(fieldsOf(data)['viewer'])['login']);
    },
  };
}

/** Why GitHub gave no usable answer, in the shape in which octokit throws it: `withRetries` reads that. */
class AnswerError extends Error {
  readonly status: number;
  readonly response?: { readonly headers: Readonly<Record<string, string>> };
  constructor(response: Response | null) {
    super(adviceOn(response));
    this.status = response?.status ?? 500;
    if (response !== null) this.response = { headers: Object.fromEntries(response.headers) };
  }
}

/** @throws {AnswerError} that says what GitHub answered, and what to do */
async function send(url: string, request: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(silenceMs) }).catch(() => null);
  if (!response?.ok) throw new AnswerError(response);
  return await response.json();
}

function adviceOn(response: Response | null): string {
  if (response === null) return 'GitHub did not answer. Run the last job again.';
  const { status, headers } = response;
  const isLimit = headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0';
  if (isLimit) return `HTTP ${status}, GitHub's rate limit is reached. Run the last job again later.`;
  const missing = 'It needs `statuses: write`, which runs of forks and of Dependabot do not have.';
  return `HTTP ${status}. ${status >= 500 ? 'Run the last job again.' : missing}`;
}

function readStatus(value: unknown): ListedStatus {
  const { id, context, state, description, target_url: url, creator } = fieldsOf(value);
  const { login } = fieldsOf(creator);
  return {
    id: Number(id),
    context: String(context),
    state: String(state),
    description: typeof description === 'string' ? description : null,
    target_url: typeof url === 'string' ? url : null,
    creator: typeof login === 'string' ? { login } : null,
  };
}
