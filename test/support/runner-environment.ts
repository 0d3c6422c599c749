/** The folders, files and variables that a step of GitHub Actions finds. Nothing of the tests' own environment gets in. */
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { pullRequest, type RunnerEvent } from './events.ts';

export interface JobOptions {
  /** By name as in `action.yml`; the others get their defaults. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Default: a pull request of the same repository, see `events.ts`. */
  readonly event?: RunnerEvent;
  /** Added last, so it wins over what the runner sets. */
  readonly env?: Readonly<Record<string, string>>;
  /** The API. Without one, nothing answers there. */
  readonly github?: { readonly url: string; readonly repository: string; readonly token: string };
  /** The artifact service. Without one, its variables are not set. */
  readonly artifacts?: { readonly url: string; runtimeToken(): string };
  readonly runId?: number;
  readonly runAttempt?: number;
  /** Folder in which the run is laid out; default the system's temporary folder. */
  readonly root?: string;
}

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

const definition: {
  readonly inputs: Readonly<Record<string, { readonly default?: unknown }>>;
  readonly runs: { readonly main: string };
} = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'));

/** What `action.yml` runs, relative to it. */
export const actionMain = definition.runs.main;

/** Name of an input → default as written in `action.yml`; `''` if there is none. */
export const inputDefaults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(definition.inputs).map(([name, input]) => [name, String(input.default ?? '')]),
);

/** Nothing listens on port 1, so a run without an API fails there and never reaches the real one. */
const nowhere = 'http://127.0.0.1:1';

const commandFiles = ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'];

/** Lays out one run in a fresh folder, which the caller removes. */
export async function prepareJob(options: JobOptions): Promise<Job> {
  const event = options.event ?? pullRequest();
  const folder = await mkdtemp(join(options.root ?? tmpdir(), 'scan-gate-run-'));
  const [workspace, home, temp] = [join(folder, 'workspace'), join(folder, 'home'), join(folder, 'temp')];
  await Promise.all([workspace, home, temp].map((path) => mkdir(path, { recursive: true })));
  const files = Object.fromEntries(commandFiles.map((name) => [name, join(folder, name)]));
  await Promise.all(Object.values(files).map((path) => writeFile(path, '')));
  const eventPath = join(folder, 'event.json');
  await writeFile(eventPath, JSON.stringify(event.payload));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: 'X64',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_TEMP: temp,
    ...jobVariables(options, event),
    ...serviceVariables(options),
    ...inputVariables(options),
    ...files,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_WORKSPACE: workspace,
    ...options.env,
  };
  return { env, workspace, temp, files };
}

function jobVariables(options: JobOptions, event: RunnerEvent): Record<string, string> {
  const { runId = 123_456_789, runAttempt = 1, github } = options;
  const repository = github?.repository ?? 'acme/storefront';
  const ref = event.env?.['GITHUB_REF'] ?? 'refs/heads/main';
  return {
    GITHUB_EVENT_NAME: event.name,
    GITHUB_REPOSITORY: repository,
    GITHUB_RUN_ID: String(runId),
    GITHUB_RUN_ATTEMPT: String(runAttempt),
    GITHUB_WORKFLOW: 'CI',
    GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/ci.yml@${ref}`,
    GITHUB_JOB: 'scan',
    GITHUB_ACTION: '__self',
    GITHUB_ACTOR: 'octocat',
    GITHUB_SHA: '3'.repeat(40),
    ...event.env,
    GITHUB_REF: ref,
  };
}

function serviceVariables({ github, artifacts }: JobOptions): Record<string, string> {
  const api = github?.url ?? nowhere;
  return {
    // The artifact client refuses any server but GitHub's own.
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

/**
 * `INPUT_…` variables for a step: names in upper case, hyphens kept.
 *
 * @throws {Error} for an input that the action does not have: the runner only warns, but in a test it is a mistake
 */
function inputVariables({ inputs = {}, github }: JobOptions): Record<string, string> {
  const unknown = Object.keys(inputs).filter((name) => !(name in inputDefaults));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`);
  // Without a matrix the context is null.
  const values: Readonly<Record<string, string>> = {
    '${{ github.token }}': github?.token ?? '',
    '${{ toJSON(matrix) }}': 'null',
  };
  const variables = Object.entries(inputDefaults).map(([name, value]) => [
    `INPUT_${name.toUpperCase()}`,
    inputs[name] ?? values[value] ?? value,
  ]);
  return Object.fromEntries(variables);
}
