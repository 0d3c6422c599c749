/** State → what GitHub answers about deployments and workflow runs. */
import { apiUrl, type Json, userAnswer, webUrl } from './answers.ts';
import { repositoryAnswer } from './repository-answers.ts';
import type { GitHubState, StoredDeployment, StoredDeploymentStatus, StoredRun } from './state.ts';

export function deploymentAnswer(state: GitHubState, deployment: StoredDeployment): Json {
  const url = apiUrl(state, `/deployments/${deployment.id}`);
  return {
    url,
    id: deployment.id,
    node_id: `DE_${deployment.id}`,
    sha: deployment.sha,
    ref: deployment.ref,
    task: 'deploy',
    payload: {},
    environment: deployment.environment,
    original_environment: deployment.environment,
    description: null,
    creator: userAnswer(state, { login: 'vercel[bot]', type: 'Bot' }),
    created_at: deployment.createdAt,
    updated_at: deployment.createdAt,
    statuses_url: `${url}/statuses`,
    repository_url: apiUrl(state),
    transient_environment: true,
    production_environment: false,
  };
}

export function deploymentStatusAnswer(
  state: GitHubState,
  deployment: StoredDeployment,
  status: StoredDeploymentStatus,
): Json {
  const url = apiUrl(state, `/deployments/${deployment.id}`);
  const id = deployment.id * 1000 + deployment.statuses.indexOf(status);
  return {
    url: `${url}/statuses/${id}`,
    id,
    node_id: `DES_${id}`,
    state: status.state,
    creator: userAnswer(state, { login: 'vercel[bot]', type: 'Bot' }),
    description: '',
    environment: deployment.environment,
    target_url: status.targetUrl ?? '',
    environment_url: status.environmentUrl ?? '',
    log_url: '',
    created_at: status.createdAt ?? deployment.createdAt,
    updated_at: status.createdAt ?? deployment.createdAt,
    deployment_url: url,
    repository_url: apiUrl(state),
  };
}

export function runAnswer(state: GitHubState, run: StoredRun): Json {
  const url = apiUrl(state, `/actions/runs/${run.id}`);
  const repository = repositoryAnswer(state);
  const pulls = run.pullNumbers.flatMap((number) => state.pulls.get(number) ?? []);
  const side = (ref: string, sha: string) => ({
    ref,
    sha,
    repo: { id: 700_001, url: apiUrl(state), name: state.name },
  });
  return {
    id: run.id,
    name: 'CI',
    node_id: `WFR_${run.id}`,
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: '.github/workflows/ci.yml',
    display_title: 'A change',
    run_number: 7,
    run_attempt: run.attempt,
    run_started_at: run.startedAt,
    event: run.event,
    status: 'in_progress',
    conclusion: null,
    workflow_id: 42,
    url,
    html_url: webUrl(state, `/actions/runs/${run.id}`),
    pull_requests: pulls.map((pull) => ({
      id: 3_000_000_000 + pull.number,
      number: pull.number,
      url: apiUrl(state, `/pulls/${pull.number}`),
      head: side(pull.headRef, pull.headSha),
      base: side(pull.baseRef, pull.baseSha),
    })),
    created_at: run.startedAt,
    updated_at: run.startedAt,
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: apiUrl(state, '/check-suites/1'),
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    workflow_url: apiUrl(state, '/actions/workflows/42'),
    head_commit: null,
    repository,
    head_repository: repository,
  };
}
