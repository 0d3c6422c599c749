import { validate } from '@actions/languageservice';
import { describe, expect, test } from '@jest/globals';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { parse } from 'yaml';
import { filesBelow, readText } from '../contract/repository.ts';
import {
  examples,
  parsed,
  parsedExamples,
  read,
  shownWorkflows,
  stepsOf,
  type TextFile,
  type Workflow,
  workflows,
} from './workflow-files.ts';

const maxDescriptionLength = 125;
let diagnosed = 0;

/** What GitHub's own language service says about a file. It caches by URI, so every call gets its own. */
async function diagnose({ path, text }: TextFile): Promise<string[]> {
  diagnosed += 1;
  const folder = path === 'action.yml' ? `file:///${diagnosed}` : `file:///${diagnosed}/.github/workflows`;
  const uri = `${folder}/${path.replaceAll('/', '-')}`;
  const found = await validate(TextDocument.create(uri, 'yaml', 1, text));
  return found.map(({ message, range }) => `${path}:${range.start.line + 1}: ${message}`);
}

describe('action.yml', () => {
  test('is valid', async () => {
    expect(await diagnose({ path: 'action.yml', text: await readText('action.yml') })).toEqual([]);
  });

  test('has what the Marketplace requires', async () => {
    const { name, description, branding }: Record<string, unknown> = parse(await readText('action.yml'));
    expect(name).toBe('Scan Gate');
    expect(String(description).length).toBeLessThan(maxDescriptionLength);
    expect(branding).toEqual({ icon: 'shield', color: 'blue' });
  });
});

describe('workflows and examples', () => {
  test("are valid for GitHub's language service, those that pages show too", async () => {
    const shown = await shownWorkflows();
    for (const files of [workflows, examples, shown]) expect(files.length).toBeGreaterThan(0);
    const said = await Promise.all([...workflows, ...examples].map(diagnose));
    // A step that a page shows alone may name another one.
    const ofPages = (await Promise.all(shown.map(diagnose))).flat();
    const known = ofPages.filter((each) => !each.includes('Context access might be invalid'));
    expect([...said.flat(), ...known]).toEqual([]);
  });

  test('mistakes in them would be found', async () => {
    const text = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    stepz: []\n';
    expect(await diagnose({ path: 'wrong.yml', text })).not.toEqual([]);
    const action = (await readText('action.yml')).replace('using: node24', 'using: node5');
    expect(await diagnose({ path: 'action.yml', text: action })).not.toEqual([]);
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

  test('end a scan before its job is ended', () => {
    const minutes = (text: string) => Number.parseInt(text, 10) * (text.endsWith('h') ? 60 : 1);
    const own = [...parsed, ...parsedExamples].flatMap(({ path, workflow: { jobs } }) =>
      Object.values(jobs).flatMap((job) =>
        (job.steps ?? [])
          .filter(({ uses }) => /\/scan-gate@/.test(uses ?? ''))
          .map((step) => ({ path, limit: job['timeout-minutes'] ?? 0, given: step.with ?? {} })),
      ),
    );
    expect(own.length).toBeGreaterThan(0);
    const wrong = own.filter(({ limit, given }) => {
      const scan = given['dry-run'] === true ? '0m' : String(given['timeout'] ?? '60m');
      return minutes(scan) + minutes(String(given['wait-for-url'] ?? '2m')) >= limit;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('a dry run has the permissions and the target of the job that it checks', () => {
    const jobOf = (name: string) =>
      Object.values(parsedExamples.find(({ path }) => path.endsWith(name))?.workflow.jobs ?? {})[0];
    const [dry, checked] = [jobOf('/dry-run.yml'), jobOf('/scheduled-scan.yml')];
    expect(dry?.permissions).toEqual(checked?.permissions);
    const { 'dry-run': isDry, ...given } = dry?.steps?.[0]?.with ?? {};
    expect(isDry).toBe(true);
    expect(checked?.steps?.[0]?.with).toMatchObject(given);
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
  test('each is named in the README or in a page', async () => {
    const pages = await Promise.all(['README.md', ...(await filesBelow('docs', '.md'))].map(readText));
    const links = [...pages.join('\n').matchAll(/\]\((?:\.\.\/)?(examples\/[\w-]+\.yml)\)/g)];
    const named = [...new Set(links.map((match) => match[1] ?? ''))].sort();
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
});
