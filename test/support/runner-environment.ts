/** The folders, files and variables that a step of GitHub Actions finds. Nothing of the tests' own environment gets in. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
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
  /** Default `123456789`. */
  readonly runId?: number;
  /** Default 1. */
  readonly runAttempt?: number;
  readonly job?: string;
  /** `GITHUB_ACTION`, the step's id; default `__self`. */
  readonly action?: string;
  /** The job's matrix values. */
  readonly matrix?: Readonly<Record<string, unknown>>;
  /** Further expressions in defaults, and their values. */
  readonly expressions?: Readonly<Record<string, string>>;
  /** Folder in which the run is laid out; default the system's temporary folder. */
  readonly root?: string;
  /** `RUNNER_TEMP`, for a further step of a job; default a folder of its own. */
  readonly temp?: string;
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

export interface ActionDefinition {
  /** Name of an input → default as written; `''` if there is none. */
  readonly defaults: Readonly<Record<string, string>>;
  /** `runs.main`, relative to the file's folder. */
  readonly main: string;
}

/** Nothing listens on port 1, so a run without an API fails there and never reaches the real one. */
const nowhere = 'http://127.0.0.1:1';

const commandFiles = ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_ENV', 'GITHUB_PATH', 'GITHUB_STEP_SUMMARY'];

/** Lays out one run in a fresh folder, which the caller removes. */
export async function prepareJob(options: JobOptions, action: ActionDefinition): Promise<Job> {
  const event = options.event ?? pullRequest();
  const folder = await mkdtemp(join(options.root ?? tmpdir(), 'scan-gate-run-'));
  const [workspace, home, eventPath] = ['workspace', 'home', 'event.json'].map((name) => join(folder, name));
  const temp = options.temp ?? join(folder, 'temp');
  await Promise.all([workspace, temp, home].map((path) => mkdir(path ?? '', { recursive: true })));
  const files = Object.fromEntries(commandFiles.map((name) => [name, join(folder, name)]));
  await Promise.all(Object.values(files).map((path) => writeFile(path, '')));
  await writeFile(eventPath ?? '', JSON.stringify(event.payload));
  const job = jobVariables(options, event);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home ?? '',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    RUNNER_NAME: 'GitHub Actions 1',
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: 'X64',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_TEMP: temp,
    RUNNER_TOOL_CACHE: join(temp, '..', 'tools'),
    ...job,
    ...serviceVariables(options),
    ...inputVariables(action, options.inputs ?? {}, expressionsOf(options, job)),
    ...files,
    GITHUB_EVENT_PATH: eventPath ?? '',
    GITHUB_WORKSPACE: workspace ?? '',
    ...options.env,
  };
  return { env, workspace: workspace ?? '', temp, files };
}

function jobVariables(options: JobOptions, event: RunnerEvent): Record<string, string> {
  const { runId = 123_456_789, runAttempt = 1, job = 'scan', action = '__self', github } = options;
  const repository = github?.repository ?? 'acme/storefront';
  const ref = event.env?.['GITHUB_REF'] ?? 'refs/heads/main';
  const actor = event.env?.['GITHUB_ACTOR'] ?? 'octocat';
  return {
    GITHUB_EVENT_NAME: event.name,
    GITHUB_REPOSITORY: repository,
    GITHUB_REPOSITORY_OWNER: repository.split('/')[0] ?? '',
    GITHUB_RUN_ID: String(runId),
    GITHUB_RUN_ATTEMPT: String(runAttempt),
    GITHUB_RUN_NUMBER: '7',
    GITHUB_WORKFLOW: 'CI',
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

/** What a default in `action.yml` may ask for. */
function expressionsOf(options: JobOptions, job: Readonly<Record<string, string>>): Record<string, string> {
  const variables = ['JOB', 'WORKFLOW', 'ACTION', 'EVENT_NAME', 'REPOSITORY', 'RUN_ID', 'RUN_ATTEMPT'].map(
    (name) => [`github.${name.toLowerCase()}`, job[`GITHUB_${name}`] ?? ''],
  );
  const strategy = { 'fail-fast': true, 'job-index': 0, 'job-total': 1, 'max-parallel': 1 };
  // Without a matrix the context is null; `toJSON` indents by two.
  const json = (value: unknown) => JSON.stringify(value, null, 2);
  return {
    ...Object.fromEntries(variables),
    'github.token': options.github?.token ?? '',
    'runner.os': 'Linux',
    'strategy.job-index': '0',
    'strategy.job-total': '1',
    'toJSON(matrix)': json(options.matrix ?? null),
    'toJSON(strategy)': json(strategy),
    ...options.expressions,
  };
}

function mapping(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Path → what the file defines: the same one is read for every run. */
const known = new Map<string, Promise<ActionDefinition>>();

/** @throws {Error} for a file that does not say what to run */
export function readAction(path: string): Promise<ActionDefinition> {
  const definition = known.get(path) ?? readFile(path, 'utf8').then((text) => parseAction(text, path));
  known.set(path, definition);
  return definition;
}

function parseAction(text: string, path: string): ActionDefinition {
  const action = mapping(parse(text));
  const inputs = Object.entries(mapping(action['inputs']));
  const main = mapping(action['runs'])['main'];
  if (typeof main !== 'string') throw new Error(`${path} has no runs.main`);
  const defaults = inputs.map(([name, input]) => [name, String(mapping(input)['default'] ?? '')]);
  return { defaults: Object.fromEntries(defaults), main };
}

/**
 * `INPUT_…` variables for a step: names in upper case, spaces as underscores, hyphens kept.
 *
 * @throws {Error} for an input that the action does not have: the runner only warns, but in a test it is a mistake
 */
function inputVariables(
  { defaults }: ActionDefinition,
  given: Readonly<Record<string, string>>,
  expressions: Readonly<Record<string, string>>,
): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => !(name in defaults));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`);
  // `${{ … }}` within a default, spaces around its parts removed.
  const evaluate = (text: string) =>
    text.replace(/\$\{\{(.*?)\}\}/gs, (_match, expression: string) => {
      const value = expressions[expression.trim().replace(/\s*([(),])\s*/g, '$1')];
      if (value === undefined) throw new Error(`the expression "${expression.trim()}" is not known`);
      return value;
    });
  const variables = Object.entries(defaults).map(([name, value]) => [
    `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
    given[name] ?? evaluate(value),
  ]);
  return Object.fromEntries(variables);
}
