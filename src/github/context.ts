import type { EventPayload } from './event.ts';

/** The run, as the runner's environment describes it. */
export interface RunContext {
  readonly eventName: string;
  readonly owner: string;
  readonly repo: string;
  /** True for runs that Dependabot started. They have only Dependabot's secrets. */
  readonly byDependabot: boolean;
  /** The gated commit: the head of the pull request or of the deployment, else `GITHUB_SHA`. */
  readonly sha: string | null;
  /** The default branch, for links; `null` if the event does not name it. */
  readonly defaultBranch: string | null;
  readonly workflow: string;
  readonly job: string;
  readonly runId: number;
  readonly attempt: number;
  readonly serverUrl: string;
  readonly apiUrl: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function readContext(env: Environment, event: EventPayload): RunContext {
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  return {
    eventName: env['GITHUB_EVENT_NAME'] ?? '',
    owner,
    repo,
    byDependabot: env['GITHUB_ACTOR'] === 'dependabot[bot]',
    sha: headOf(event) ?? (env['GITHUB_SHA'] || null),
    defaultBranch: event.repository?.default_branch ?? null,
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    job: env['GITHUB_JOB'] ?? '',
    runId: count(env['GITHUB_RUN_ID'], 0),
    attempt: count(env['GITHUB_RUN_ATTEMPT'], 1),
    serverUrl: env['GITHUB_SERVER_URL'] || 'https://github.com',
    apiUrl: env['GITHUB_API_URL'] || 'https://api.github.com',
  };
}

/** The commit that the event is about; `null` if that is `GITHUB_SHA`. */
function headOf(event: EventPayload): string | null {
  return (
    event.pull_request?.head.sha ??
    event.deployment?.sha ??
    event.workflow_run?.head_sha ??
    event.merge_group?.head_sha ??
    event.client_payload?.git?.sha ??
    null
  );
}

/** The environment of the event's deployment; `null` on other events than `deployment_status`. */
export function deployedEnvironment({ eventName }: RunContext, { deployment }: EventPayload): string | null {
  return eventName === 'deployment_status' ? (deployment?.environment ?? null) : null;
}

function count(text: string | undefined, fallback: number): number {
  const value = Number(text);
  return text !== undefined && text !== '' && Number.isSafeInteger(value) ? value : fallback;
}
