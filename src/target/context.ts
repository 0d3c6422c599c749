import { z } from 'zod';

/** The pull request a run belongs to. */
export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  /** True when its head is in another repository than its base: the run has no secrets then. */
  readonly fromFork: boolean;
}

/** What the runner tells of the run. Everything of the event is as hostile as the pull request is. */
export interface RunContext {
  readonly eventName: string;
  readonly owner: string;
  readonly repo: string;
  readonly pullRequest: PullRequest | null;
  /** True for runs that Dependabot caused: they have Dependabot's secrets only. */
  readonly byDependabot: boolean;
  /** The commit that was gated: the head of the pull request, else `GITHUB_SHA`. */
  readonly sha: string | null;
  readonly workflow: string;
  readonly job: string;
  readonly runId: number;
  readonly attempt: number;
  readonly serverUrl: string;
  readonly apiUrl: string;
}

const eventSchema = z.looseObject({
  pull_request: z
    .looseObject({
      number: z.int().positive(),
      head: z.looseObject({ sha: z.string(), repo: z.looseObject({ full_name: z.string() }).nullish() }),
      base: z.looseObject({ repo: z.looseObject({ full_name: z.string() }) }),
    })
    .optional()
    .catch(undefined),
});

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the run's environment and event. @param event the parsed payload, in whatever shape it is */
export function readContext(env: Environment, event: unknown): RunContext {
  const payload = eventSchema.safeParse(event);
  const pullRequest = payload.success ? readPullRequest(payload.data.pull_request) : null;
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  return {
    eventName: env['GITHUB_EVENT_NAME'] ?? '',
    owner,
    repo,
    pullRequest,
    byDependabot: env['GITHUB_ACTOR'] === 'dependabot[bot]',
    sha: pullRequest?.headSha ?? env['GITHUB_SHA'] ?? null,
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    job: env['GITHUB_JOB'] ?? '',
    runId: count(env['GITHUB_RUN_ID'], 0),
    attempt: count(env['GITHUB_RUN_ATTEMPT'], 1),
    serverUrl: env['GITHUB_SERVER_URL'] ?? 'https://github.com',
    apiUrl: env['GITHUB_API_URL'] ?? 'https://api.github.com',
  };
}

function readPullRequest(given: z.infer<typeof eventSchema>['pull_request']): PullRequest | null {
  if (given === undefined) return null;
  const headRepo = given.head.repo?.full_name ?? null;
  return { number: given.number, headSha: given.head.sha, fromFork: headRepo !== given.base.repo.full_name };
}

function count(text: string | undefined, fallback: number): number {
  const value = Number(text);
  return text !== undefined && Number.isSafeInteger(value) ? value : fallback;
}
