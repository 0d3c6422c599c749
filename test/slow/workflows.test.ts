/** The workflows of the repository: its own, the examples, and what pages show. */
import { validate } from '@actions/languageservice';
import { expect, test } from '@jest/globals';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from 'yaml';
import { filesBelow, readText } from '../contract/repository.ts';

interface StepFacts {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job extends StepFacts {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: readonly string[];
  readonly if?: string;
  readonly concurrency?: { readonly group: string };
  readonly steps?: readonly StepFacts[];
  readonly 'timeout-minutes'?: number;
}

interface Workflow {
  readonly path: string;
  readonly text: string;
  readonly on: unknown;
  readonly permissions?: unknown;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress'?: unknown };
  readonly jobs: Readonly<Record<string, Job>>;
}

function read(path: string, text: string): Workflow {
  return { path, text, ...parse(text) };
}

async function workflowsIn(folder: string): Promise<Workflow[]> {
  const files = (await filesBelow(folder, '.yml')).map(async (path) => read(path, await readText(path)));
  return (await Promise.all(files)).filter(({ text }) => /^jobs:/m.test(text));
}

/** The text of a whole workflow, if a block of YAML is one or a part of one: jobs, a job, steps or a step. */
function asWorkflow(block: string): string[] {
  const value: unknown = parse(block);
  const indent = (by: number) => block.replace(/^(?=.)/gm, ' '.repeat(by));
  const head = 'name: Shown\non:\n  workflow_dispatch:\npermissions: {}\nconcurrency:\n  group: shown\n';
  const steps = `${head}jobs:\n  shown:\n    runs-on: ubuntu-latest\n    steps:\n`;
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.some((step) => 'uses' in Object(step)) ? [steps + indent(6)] : [];
  if ('jobs' in value) return ['on' in value ? block : head + block];
  if ('uses' in value) return [`${steps}      -\n${indent(8)}`];
  const isJob = Object.values(value).some((each) => 'runs-on' in Object(each));
  return isJob ? [`${head}jobs:\n${indent(2)}`] : [];
}

/** The workflows that the README and the pages in `docs` show. */
async function shownWorkflows(): Promise<Workflow[]> {
  const texts = await Promise.all(pages.map(readText));
  return texts.flatMap((page, index) =>
    [...page.matchAll(/^( *)```yaml\n(.*?)^\1```/gms)]
      .flatMap(([, margin = '', block = '']) => asWorkflow(block.replaceAll(`\n${margin}`, '\n')))
      .map((text, block) => read(`${pages[index]}-${block}.yml`, text)),
  );
}

const pages = ['README.md', ...(await filesBelow('docs', '.md'))];
const ours = await workflowsIn('.github/workflows');
const examples = await workflowsIn('examples');
const shown = await shownWorkflows();
const all = [...ours, ...examples];

const jobsOf = (files: readonly Workflow[]) => files.flatMap(({ jobs }) => Object.values(jobs));
const stepsOf = (files: readonly Workflow[]) => jobsOf(files).flatMap(({ steps = [] }) => steps);
const isOurs = ({ uses = '' }: StepFacts) => /^\.\/(?:\.scan-gate)?$|\/scan-gate@/.test(uses);
const isReleased = ({ uses = '' }: StepFacts) => uses.includes('/scan-gate@');
const exampleOf = (name: string) => examples.find(({ path }) => path.endsWith(`/${name}.yml`));

let diagnosed = 0;

/** What GitHub's own language service says about a file. It caches by URI, so every call gets its own. */
async function diagnose({ path, text }: Pick<Workflow, 'path' | 'text'>): Promise<string[]> {
  diagnosed += 1;
  const folder = path === 'action.yml' ? `file:///${diagnosed}` : `file:///${diagnosed}/.github/workflows`;
  const uri = `${folder}/${path.replaceAll('/', '-')}`;
  const found = await validate(TextDocument.create(uri, 'yaml', 1, text));
  return found.map(({ message, range }) => `${path}:${range.start.line + 1}: ${message}`);
}

const action = { path: 'action.yml', text: await readText('action.yml') };
const definition: Record<string, unknown> = parse(action.text);

test('action.yml has what the Marketplace requires', () => {
  expect(definition['name']).toBe('Scan Gate');
  expect(String(definition['description']).length).toBeLessThan(125);
  expect(definition['branding']).toEqual({ icon: 'shield', color: 'blue' });
});

test("action.yml, workflows, examples and what pages show are valid for GitHub's language service", async () => {
  for (const files of [ours, examples, shown]) expect(files.length).toBeGreaterThan(0);
  const said = await Promise.all([action, ...all].map(diagnose));
  // A step that a page shows alone may name another one.
  const ofPages = (await Promise.all(shown.map(diagnose))).flat();
  const known = ofPages.filter((each) => !each.includes('Context access might be invalid'));
  expect([...said.flat(), ...known]).toEqual([]);
  // It would find mistakes.
  const text = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stepz: []\n';
  expect(await diagnose({ path: 'wrong.yml', text })).not.toEqual([]);
  const broken = action.text.replace('using: node24', 'using: node5');
  expect(await diagnose({ path: 'action.yml', text: broken })).not.toEqual([]);
});

const isCalled = ({ on }: Workflow) => JSON.stringify(Object.keys(Object(on))) === '["workflow_call"]';

const minutes = (text: string) => Number.parseInt(text, 10) * (text.endsWith('h') ? 60 : 1);

function endsTooLate({ steps = [], 'timeout-minutes': limit = 0 }: Job): boolean {
  return steps.filter(isReleased).some(({ with: given = {} }) => {
    const scan = given['dry-run'] === true ? '0m' : String(given['timeout'] ?? '60m');
    return minutes(scan) + minutes(String(given['wait-for-url'] ?? '2m')) >= limit;
  });
}

function leavesToken({ uses, with: given }: StepFacts): boolean {
  return uses?.startsWith('actions/checkout@') === true && given?.['persist-credentials'] !== false;
}

/** Groups are shared by all workflows of a repository. */
function hasOwnGroups({ concurrency, jobs }: Workflow): boolean {
  const limits = [concurrency, ...Object.values(jobs).map((job) => job.concurrency)];
  const groups = limits.flatMap((limit) => limit?.group ?? []);
  return groups.length > 0 && groups.every((group) => /^\$\{\{ github\.workflow \}\}/.test(group));
}

const hasNoLimit = (job: Job) => job.uses === undefined && job['timeout-minutes'] === undefined;
const hasCondition = (job: Job) => job.if !== undefined && job.if !== 'always()';

test.each<[rule: string, files: readonly Workflow[], isWrong: (file: Workflow) => boolean]>([
  ['end a scan before its job is ended', all, (file) => jobsOf([file]).some(endsTooLate)],
  ['give each of their own jobs a time limit', all, (file) => jobsOf([file]).some(hasNoLimit)],
  ['leave no token behind after a checkout', all, (file) => stepsOf([file]).some(leavesToken)],
  [
    'say their permissions at the top, unless they have those of their caller',
    ours,
    (file) => file.permissions === undefined && !isCalled(file),
  ],
  // A reusable workflow leaves it to its caller: with its own group, a second call in one run would be cancelled.
  ['limit how many runs there are at once', ours, (file) => !file.concurrency && !isCalled(file)],
  ['give no permission to all jobs', examples, ({ permissions }) => JSON.stringify(permissions) !== '{}'],
  ['limit their runs', examples, (file) => !hasOwnGroups(file)],
  [
    'limit a job with a condition at the job, so that a run that it skips does not cancel one that scans',
    examples,
    (file) => file.concurrency !== undefined && jobsOf([file]).some(hasCondition),
  ],
])('workflows %s', (_rule, files, isWrong) => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter(isWrong).map(({ path }) => path)).toEqual([]);
});

test('the action is given inputs that exist', () => {
  const steps = stepsOf([...shown, ...all]).filter(isOurs);
  expect(steps.length).toBeGreaterThan(0);
  const given = steps.flatMap((step) => Object.keys(step.with ?? {}));
  expect(given.filter((name) => !(name in Object(definition['inputs'])))).toEqual([]);
});

test('nothing but the action runs with our secrets beside a pull request of anybody', () => {
  const risky = all.filter(({ on }) => /"(?:pull_request_target|workflow_run)"/.test(JSON.stringify(on)));
  expect(risky.map(({ path }) => path)).toEqual([
    'examples/forks-workflow-run.yml',
    'examples/pull-request-target.yml',
  ]);
  expect(stepsOf(risky).filter((step) => !isReleased(step))).toEqual([]);
});

test('a dry run has the permissions and the target of the job that it checks', () => {
  const [dry, checked] = ['dry-run', 'scheduled-scan'].map(
    (name) => Object.values(exampleOf(name)?.jobs ?? {})[0],
  );
  expect(dry?.permissions).toEqual(checked?.permissions);
  const { 'dry-run': isDry, ...given } = dry?.steps?.[0]?.with ?? {};
  expect(isDry).toBe(true);
  expect(checked?.steps?.[0]?.with).toMatchObject(given);
});

test('the gate job of the tests needs every other job', () => {
  const jobs = ours.find(({ path }) => path.endsWith('/test.yml'))?.jobs ?? {};
  const others = Object.keys(jobs).filter((name) => name !== 'gate');
  expect([...(jobs['gate']?.needs ?? [])].sort()).toEqual(others.sort());
  expect(others.length).toBeGreaterThan(0);
});

test('each example is named in the README or in a page', async () => {
  const texts = await Promise.all(pages.map(readText));
  const links = [...texts.join('\n').matchAll(/\]\((?:\.\.\/)?(examples\/[\w-]+\.yml)\)/g)];
  const named = [...new Set(links.map((match) => match[1] ?? ''))].sort();
  expect(named).toEqual(examples.map(({ path }) => path).sort());
});

test('examples give each job only what it needs', () => {
  const ok =
    /^(?:(?:actions|attestations|contents|deployments|packages|pull-requests|statuses): read|(?:attestations|id-token|issues|pull-requests|security-events|statuses): write)$/;
  const given = jobsOf(examples).flatMap(({ permissions = {} }) =>
    Object.entries(permissions).map(([scope, access]) => `${scope}: ${access}`),
  );
  expect(given.length).toBeGreaterThan(0);
  expect(given.filter((each) => !ok.test(each))).toEqual([]);
});

test('a run of a required workflow is left alone: GitHub asks not to use `cancel-in-progress` there', () => {
  const required = exampleOf('required-workflow');
  expect(required?.concurrency?.group).toContain('sha');
  expect(required?.concurrency?.['cancel-in-progress']).toBeUndefined();
});

test('each project of a dispatch has a status, or one that passes later would hide one that failed', () => {
  const dispatched = examples.filter(({ on }) => JSON.stringify(on).includes('repository_dispatch'));
  const contexts = stepsOf(dispatched).flatMap((step) => step.with?.['commit-status'] ?? []);
  expect(contexts.length).toBeGreaterThan(0);
  expect(contexts.filter((context) => !String(context).includes('project.name'))).toEqual([]);
});

test('examples write the address of the service out, since forks get no variables', () => {
  const given = [...jobsOf(examples), ...stepsOf(examples)].flatMap((each) => each.with?.['base-url'] ?? []);
  expect(new Set(given)).toEqual(new Set(['https://scanner.example.com']));
});
