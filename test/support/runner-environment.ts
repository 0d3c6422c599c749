/** The folders, files and variables a step of GitHub Actions finds. Nothing of the tests' own environment gets in. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ActionDefinition, inputVariables } from './action-inputs.ts';

import { pullRequest } from './events.ts';
import type { RunOptions } from './runner.ts';

export interface Job {
  /** Complete: the process gets nothing else. */
  readonly env: Readonly<Record<string, string>>;
  /** Empty, as without a checkout. */
  readonly workspace: string;
  /** `RUNNER_TEMP`. */
  readonly temp: string;
  /** Variable → path of the command file. */
  readonly files: Readonly<Record<string, string>>;
}

/** Nothing listens on port 1, so that a run without an API fails there and never reaches the real one. */
const NOWHERE = 'http://127.0.0.1:1';

const COMMAND_FILES = ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'];

/** Lays out one run in a fresh folder, which whoever runs it removes. */
export async function prepareJob(options: RunOptions, action: ActionDefinition): Promise<Job> {
  const folder = await mkdtemp(join(options.root ?? tmpdir(), 'scan-gate-run-'));
  const [workspace, home] = [join(folder, 'workspace'), join(folder, 'home')];
  const temp = options.temp ?? join(folder, 'temp');
  await Promise.all([workspace, temp, home].map((path) => mkdir(path, { recursive: true })));
  const files: Record<string, string> = {};
  for (const name of COMMAND_FILES) {
    files[name] = join(folder, name);
    await writeFile(files[name], '');
  }
  const eventPath = join(folder, 'event.json');
  await writeFile(eventPath, JSON.stringify((options.event ?? pullRequest()).payload));
  const job = jobVariables(options);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ...runnerVariables(temp),
    ...job,
    ...serviceVariables(options),
    ...inputVariables(action, options.inputs ?? {}, expressionsOf(options, job)),
    ...files,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_WORKSPACE: workspace,
    ...options.env,
  };
  return { env, workspace, temp, files };
}

function runnerVariables(temp: string): Record<string, string> {
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: 'X64',
    RUNNER_NAME: 'GitHub Actions 1',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_TEMP: temp,
    RUNNER_TOOL_CACHE: join(temp, '..', 'tools'),
  };
}

function repositoryOf(options: RunOptions): string {
  const repository = (options.event ?? pullRequest()).payload['repository'];
  const fromEvent = typeof repository === 'object' && repository !== null && 'full_name' in repository;
  return options.github?.repository ?? (fromEvent ? String(repository.full_name) : 'acme/storefront');
}

function jobVariables(options: RunOptions): Record<string, string> {
  const { runId = 123_456_789, runAttempt = 1, workflow = 'CI', job = 'scan', action = '__self' } = options;
  const event = options.event ?? pullRequest();
  const repository = repositoryOf(options);
  const ref = event.env?.['GITHUB_REF'] ?? 'refs/heads/main';
  const actor = event.env?.['GITHUB_ACTOR'] ?? 'octocat';
  return {
    GITHUB_EVENT_NAME: event.name,
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_OWNER: repository.split('/')[0] ?? '',
    GITHUB_RUN_ID: String(runId),
    GITHUB_RUN_ATTEMPT: String(runAttempt),
    GITHUB_RUN_NUMBER: '7',
    GITHUB_WORKFLOW: workflow,
    GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/ci.yml@${ref}`,
    GITHUB_JOB: job,
    GITHUB_ACTION: action,
    GITHUB_SHA: '3'.repeat(40),
    GITHUB_HEAD_REF: '',
    GITHUB_BASE_REF: '',
    ...event.env,
    GITHUB_REF: ref,
    GITHUB_REF_NAME: ref.replace(/^refs\/(heads|tags|pull)\//, ''),
    GITHUB_REF_TYPE: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    GITHUB_ACTOR: actor,
    GITHUB_TRIGGERING_ACTOR: actor,
  };
}

function serviceVariables({ github, artifacts }: RunOptions): Record<string, string> {
  const api = github?.url ?? NOWHERE;
  return {
    // The artifact client refuses to work for any server but GitHub's own.
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_API_URL: api,
    GITHUB_GRAPHQL_URL: `${api}/graphql`,
    GITHUB_RETENTION_DAYS: '90',
    no_proxy: '127.0.0.1,localhost',
    ...(artifacts === undefined
      ? {}
      : { ACTIONS_RESULTS_URL: `${artifacts.url}/`, ACTIONS_RUNTIME_TOKEN: artifacts.runtimeToken() }),
  };
}

/** What a default in `action.yml` may ask for. */
function expressionsOf(options: RunOptions, job: Readonly<Record<string, string>>): Record<string, string> {
  const strategy = { 'fail-fast': true, 'job-index': 0, 'job-total': 1, 'max-parallel': 1 };
  // Without a matrix the context is null; `toJSON` indents by two.
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return {
    'github.token': options.github?.token ?? '',
    'github.job': job['GITHUB_JOB'] ?? '',
    'github.workflow': job['GITHUB_WORKFLOW'] ?? '',
    'github.action': job['GITHUB_ACTION'] ?? '',
    'github.event_name': job['GITHUB_EVENT_NAME'] ?? '',
    'github.repository': job['GITHUB_REPOSITORY'] ?? '',
    'github.run_id': job['GITHUB_RUN_ID'] ?? '',
    'github.run_attempt': job['GITHUB_RUN_ATTEMPT'] ?? '',
    'runner.os': 'Linux',
    'strategy.job-index': '0',
    'strategy.job-total': '1',
    'toJSON(matrix)': json(options.matrix ?? null),
    'toJson(matrix)': json(options.matrix ?? null),
    'toJSON(strategy)': json(strategy),
    ...options.expressions,
  };
}
