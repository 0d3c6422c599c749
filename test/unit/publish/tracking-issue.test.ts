import { describe, expect, test } from '@jest/globals';
import { publishIssue } from '../../../src/publish/tracking-issue.ts';
import { readOwnPost } from '../../../src/report/hidden-line.ts';
import { pullRequest, schedule } from '../../support/events.ts';
import { type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { bodiesOf, failing, startWithPull, writesOf } from '../../support/github/with-pull.ts';
import { hiddenLineOf } from '../../support/hidden-line.ts';
import { type DecidedOptions, decidedRun } from '../recorded-run.ts';

async function track(github: LoopbackGitHub | undefined, options: DecidedOptions = {}) {
  const inputs = { 'track-issue': 'true', comment: 'never', ...options.inputs };
  const decided = await decidedRun({ event: schedule(), ...(github && { github }), ...options, inputs });
  return { ...decided, url: await publishIssue(decided.publication) };
}

/** The issues that are no pull requests. */
const issuesOf = ({ state }: LoopbackGitHub) => [...state.issues.values()].filter(({ isPull }) => !isPull);

/** Methods of the writes: of the label and the issue, of the issue alone, and of the issue and a comment. */
const writesTo = {
  open: ['POST', 'POST'],
  update: ['PATCH'],
  close: ['PATCH', 'POST'],
  reopen: ['PATCH', 'POST'],
};

describe('the tracking issue', () => {
  test('is opened by a fail, with a label of ours', async () => {
    await using github = await startWithPull();
    const { url } = await track(github, { scanned: failing });
    expect(url).toMatch(/\/issues\/\d+$/);
    const [opened] = issuesOf(github);
    expect(opened).toMatchObject({ state: 'open', labels: ['scan-gate'] });
    expect(github.state.labels.get('scan-gate')).toMatchObject({ color: 'b60205' });
    expect(opened?.body).toContain('SQL injection');
    expect(readOwnPost(opened?.body ?? '')?.report).toMatchObject({ outcome: 'fail', blocking: 1 });
    expect(writesOf(github)).toEqual(writesTo.open);
    expect(github.violations).toEqual([]);
  });

  test('is updated by a further fail, and says what is fixed', async () => {
    await using github = await startWithPull();
    const { url } = await track(github, { scanned: failing, runId: 1 });
    const others = ['Open redirect', 'XSS'].map((name) => ({ name, severity: 'high' }));
    const twice = { issues: others, issuesSummary: { high: 2 } };
    expect((await track(github, { scanned: twice, runId: 2 })).url).toBe(url);
    expect(issuesOf(github)).toMatchObject([{ state: 'open' }]);
    const { body = '' } = issuesOf(github)[0] ?? {};
    const [found, fixed] = body.split('<summary>Fixed since the last report (1)');
    expect(found).not.toContain('SQL injection');
    expect(fixed).toContain('SQL injection');
    expect(readOwnPost(body)?.report?.blocking).toBe(2);
    expect(writesOf(github)).toEqual([...writesTo.open, ...writesTo.update]);
    expect(github.violations).toEqual([]);
  });

  test('is closed by a pass, with a comment', async () => {
    await using github = await startWithPull();
    const { url } = await track(github, { scanned: failing, runId: 1 });
    expect((await track(github, { runId: 2 })).url).toBe(url);
    expect(issuesOf(github)).toMatchObject([{ state: 'closed', stateReason: 'completed' }]);
    expect(writesOf(github)).toEqual([...writesTo.open, ...writesTo.close]);
    expect(github.violations).toEqual([]);
  });

  test('is reopened by a fail, with another comment', async () => {
    await using github = await startWithPull();
    await track(github, { scanned: failing, runId: 1 });
    const { url } = await track(github, { runId: 2 });
    expect((await track(github, { scanned: failing, runId: 3 })).url).toBe(url);
    expect(issuesOf(github)).toMatchObject([{ state: 'open', stateReason: 'reopened' }]);
    expect(writesOf(github)).toEqual([...writesTo.open, ...writesTo.close, ...writesTo.reopen]);
    expect(new Set(bodiesOf(github)).size).toBe(2);
    expect(github.violations).toEqual([]);
  });

  test('stays open and is updated if only the baseline keeps findings from blocking', async () => {
    await using github = await startWithPull();
    await track(github, { scanned: failing, runId: 1 });
    const { url } = await track(github, { runId: 2, decision: { passesWithoutBaseline: false } });
    expect(url).not.toBeNull();
    const [issue] = issuesOf(github);
    expect(issue?.state).toBe('open');
    expect(readOwnPost(issue?.body ?? '')?.report?.outcome).toBe('pass');
  });

  test.each<[when: string, options: DecidedOptions]>([
    ['of a pass, which neither opens nor reopens one', {}],
    ['of a pass by the baseline', { decision: { passesWithoutBaseline: false } }],
    ['with a pull request', { event: pullRequest(), scanned: failing }],
    ['if there may be one', { setup: { pullRequest: { kind: 'unknown' } }, scanned: failing }],
    ['with `track-issue: false`', { scanned: failing, inputs: { 'track-issue': 'false' } }],
  ])('is left alone %s', async (_when, options) => {
    await using github = await startWithPull();
    expect((await track(github, options)).url).toBeNull();
    expect(writesOf(github)).toEqual([]);
  });

  test('is left as it is by a run without a verdict, and by one that is closed', async () => {
    await using github = await startWithPull();
    await track(github, { scanned: failing, runId: 1 });
    const [before] = issuesOf(github).map(({ body }) => body);
    await track(github, { scanEnd: { problem: { kind: 'nothing-checked' } }, runId: 2 });
    expect(issuesOf(github)).toMatchObject([{ state: 'open', body: before }]);
    await track(github, { runId: 3 });
    const count = writesOf(github).length;
    expect((await track(github, { runId: 4 })).url).toBeNull();
    expect(writesOf(github)).toHaveLength(count);
  });

  test('of a newer run is kept, and a notice says so', async () => {
    await using github = await startWithPull();
    const { url } = await track(github, { scanned: failing, runId: 200, attempt: 2 });
    const late = await track(github, { runId: 200, attempt: 1 });
    expect(late.url).toBe(url);
    expect(late.ports.log.of('notice')).toEqual([expect.stringContaining(url ?? '')]);
    expect(readOwnPost(issuesOf(github)[0]?.body ?? '')?.marker).toMatchObject({ runId: 200, attempt: 2 });
    expect(issuesOf(github)[0]?.state).toBe('open');
  });

  test('is ours only with our author and our key, and never a pull request', async () => {
    await using github = await startWithPull();
    await track(github, { scanned: failing, runId: 1 });
    const body = issuesOf(github)[0]?.body ?? '';
    const marker = readOwnPost(body)?.marker ?? { key: '', runId: 0, attempt: 0 };
    const eve = { login: 'eve', type: 'User' } as const;
    const bot = { login: 'github-actions[bot]', type: 'Bot' } as const;
    await using other = await startGitHub({
      issues: [
        { title: 'forged', body: hiddenLineOf({ ...marker, runId: 900 }), author: eve },
        { title: 'other key', body: hiddenLineOf({ ...marker, key: 'f'.repeat(16) }), author: bot },
        { title: 'pull request', body, author: bot, isPull: true },
      ],
    });
    await track(other, { scanned: failing, runId: 2 });
    expect([...other.state.issues.values()].map(({ title }) => title)).toEqual([
      ...['forged', 'other key', 'pull request'],
      expect.stringContaining('Scan Gate'),
    ]);
  });

  test('that is open is preferred to a closed one, on whatever page it is', async () => {
    await using seed = await startWithPull();
    await track(seed, { scanned: failing, runId: 1 });
    const { body = '', author } = issuesOf(seed)[0] ?? {};
    const by = author && { author };
    const ours = (state: 'open' | 'closed') => ({ title: state, body, state, ...by });
    const noise = Array.from({ length: 110 }, (_, index) => ({ title: `${index}`, ...by }));
    await using github = await startGitHub({ issues: [ours('open'), ...noise, ours('closed')] });
    const { url } = await track(github, { scanned: failing, runId: 2 });
    expect(url).toMatch(/\/issues\/1$/);
    expect(writesOf(github)).toEqual(['PATCH']);
  });

  test('gets the label that is there already', async () => {
    await using github = await startWithPull({ labels: ['scan-gate'] });
    await track(github, { scanned: failing });
    expect(github.state.labels.get('scan-gate')?.color).toBe('ededed');
    expect(issuesOf(github)).toMatchObject([{ labels: ['scan-gate'] }]);
  });

  test('gets the label that another job creates at the same moment', async () => {
    await using github = await startWithPull();
    const runs = await Promise.all(
      ['api', 'shop'].map((key) => track(github, { scanned: failing, inputs: { 'comment-key': key } })),
    );
    for (const { ports } of runs) expect(ports.log.of('warning')).toEqual([]);
    expect(issuesOf(github)).toMatchObject([{ labels: ['scan-gate'] }, { labels: ['scan-gate'] }]);
  });
});

test('a lost answer and a comment that is held back leave one issue, its comment, and no warning', async () => {
  await using github = await startWithPull({
    faults: [
      { method: 'POST', path: /issues$/, times: 1, effect: { kind: 'lose-answer' } },
      { method: 'POST', path: /comments/, times: 1, effect: { kind: 'status', status: 502, json: {} } },
    ],
  });
  const opened = await track(github, { scanned: failing, runId: 1 });
  const closed = await track(github, { runId: 2 });
  expect(issuesOf(github)).toHaveLength(1);
  expect(bodiesOf(github)).toHaveLength(1);
  for (const { ports } of [opened, closed]) expect(ports.log.of('warning')).toEqual([]);
});

test.each([[{ kind: 'lose-answer' }], [{ kind: 'status', status: 502, json: {} }]] as const)(
  'a key that two jobs share is one warning, also after %j',
  async (effect) => {
    await using github = await startWithPull();
    await track(github, { scanned: failing, runId: 1 });
    await track(github, { runId: 2 });
    github.faults.set([{ method: 'PATCH', path: /issues/, times: 1, effect }]);
    const { ports } = await track(github, { scanned: failing, runId: 2 });
    expect(ports.log.of('warning')).toEqual([expect.stringContaining('same `comment-key`')]);
    expect(issuesOf(github)).toMatchObject([{ state: 'open' }]);
  },
);

test.each([
  ['is lost', { kind: 'lose-answer' }],
  ['does not come, and nothing is written', { kind: 'status', status: 502, json: {} }],
] as const)(
  'an issue has one comment for each close and reopening if the answer %s',
  async (_how, effect) => {
    await using github = await startWithPull();
    await track(github, { scanned: failing, runId: 1 });
    github.faults.set([{ method: 'POST', path: /comments/, times: 1, effect }]);
    await track(github, { runId: 2 });
    expect(bodiesOf(github)).toEqual([expect.stringContaining('✅')]);
    github.faults.set([{ method: 'POST', path: /comments/, times: 1, effect }]);
    await track(github, { scanned: failing, runId: 3 });
    expect(bodiesOf(github)).toEqual([expect.anything(), expect.stringContaining('❌')]);
  },
);

describe('what the tracking issue says', () => {
  test.each([
    { of: 'a private repository', isPrivate: true, inputs: {}, isNamed: true },
    { of: 'a public one', isPrivate: false, inputs: {}, isNamed: false },
    { of: 'a public one with `full`', isPrivate: false, inputs: { disclosure: 'full' }, isNamed: true },
    { of: 'a private one with `counts`', isPrivate: true, inputs: { disclosure: 'counts' }, isNamed: false },
  ])('names findings and target of $of: $isNamed', async ({ isPrivate, inputs, isNamed }) => {
    await using github = await startWithPull({ private: isPrivate });
    await track(github, { scanned: failing, inputs, event: schedule({ private: isPrivate }) });
    const [issue] = issuesOf(github);
    expect(issue?.body.includes('SQL injection')).toBe(isNamed);
    expect(issue?.title.includes('preview.example.com')).toBe(isNamed);
  });

  test('holds no secret', async () => {
    await using github = await startWithPull();
    const url = 'https://preview.example.com/s3cr3t-word?access=s3cr3t-word';
    const scanned = { issues: [{ name: 'by s3cr3t-word', severity: 'high' }], issuesSummary: { high: 1 } };
    await track(github, { inputs: { url }, scanned, runId: 1 });
    await track(github, { inputs: { url }, runId: 2 });
    const said = issuesOf(github).flatMap(({ title, body }) => [title, body.split('\n').slice(2).join('\n')]);
    expect([...said, ...bodiesOf(github)].join('\n')).not.toContain('s3cr3t-word');
  });
});

describe('a tracking issue that cannot be written', () => {
  test('is a warning that names the permission', async () => {
    await using github = await startWithPull({ permissions: { issues: 'read' } });
    const { url, ports } = await track(github, { scanned: failing });
    expect(url).toBeNull();
    expect(ports.log.of('warning')).toEqual([expect.stringContaining('issues: write')]);
  });

  test('for want of a token is a notice', async () => {
    const { url, ports } = await track(undefined, { scanned: failing });
    expect(url).toBeNull();
    expect(ports.log.of('notice')).toEqual([expect.stringContaining('`github-token` is empty')]);
  });
});
