import { describe, expect, test } from '@jest/globals';
import { encodeNote, noteKeyOf, readNote } from '../../../src/github/note.ts';
import { publishIssue } from '../../../src/publish/issue.ts';
import { scanResultSchema } from '../../../src/service/wire.ts';
import { pullRequest, push, repositoryDispatch, schedule } from '../../support/events.ts';
import { type LoopbackGitHub, startGitHub } from '../../support/github/server.ts';
import { failing, startWithPull, writesOf } from '../../support/github/with-pull.ts';
import { type JudgedOptions, judgedRun } from '../recorded-run.ts';

async function track(github: LoopbackGitHub | undefined, options: JudgedOptions = {}) {
  const inputs = { 'track-issue': 'true', comment: 'never', ...options.inputs };
  const judged = await judgedRun({ event: schedule(), ...(github && { github }), ...options, inputs });
  return { ...judged, url: await publishIssue(judged.publication) };
}

/** The issues that are no pull requests. */
const issuesOf = ({ state }: LoopbackGitHub) => [...state.issues.values()].filter(({ isPull }) => !isPull);

/** The number of the run that wrote the first issue. */
const writtenBy = (github: LoopbackGitHub) => readNote(issuesOf(github)[0]?.body ?? '')?.runId;

/** A pass, because the baseline has what was found: one finding of this severity. */
function known(severity: string) {
  const scanned = { issues: [{ name: 'SQL injection', severity }], issuesSummary: { [severity]: 1 } };
  const result = scanResultSchema.parse({ percentage: 100, ...scanned });
  return {
    scanned,
    scan: { baseline: { kind: 'scan', scanId: 'base-1', siteAddress: null, result } as const },
  };
}

describe('the tracking issue', () => {
  test('is opened by a fail', async () => {
    await using github = await startWithPull();
    const { url } = await track(github, { scanned: failing });
    expect(url).toMatch(/\/issues\/\d+$/);
    const [opened] = issuesOf(github);
    expect(opened?.state).toBe('open');
    expect(opened?.body).toContain('SQL injection');
    expect(readNote(opened?.body ?? '')).toMatchObject({ runId: 100, attempt: 1, verdict: 'fail' });
    expect(writesOf(github)).toEqual(['POST']);
    expect(github.violations).toEqual([]);
  });

  test('is updated by a further fail, closed by a pass, and reopened by another fail: one write each', async () => {
    await using github = await startWithPull();
    const { url } = await track(github, { scanned: failing, runId: 1 });
    const two = ['Open redirect', 'XSS'].map((name) => ({ name, severity: 'high' }));
    const runs = [
      { scanned: { issues: two, issuesSummary: { high: 2 } }, state: 'open' },
      { scanned: {}, state: 'closed' },
      { scanned: failing, state: 'open' },
    ] as const;
    for (const [index, { scanned, state }] of runs.entries()) {
      expect((await track(github, { scanned, runId: 2 + index })).url).toBe(url);
      expect(issuesOf(github)).toMatchObject([{ state }]);
      expect(writtenBy(github)).toBe(2 + index);
    }
    expect(writesOf(github)).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(github.violations).toEqual([]);
  });

  test.each([
    ['stays open if the baseline keeps a finding from blocking', 'high', 'open'],
    ['is closed if the baseline has a finding below `fail-on` only', 'medium', 'closed'],
  ])('%s, and is updated', async (_what, severity, state) => {
    await using github = await startWithPull();
    await track(github, { scanned: failing, runId: 1 });
    const { url } = await track(github, { ...known(severity), runId: 2 });
    expect(url).not.toBeNull();
    const [issue] = issuesOf(github);
    expect(issue?.state).toBe(state);
    expect(readNote(issue?.body ?? '')?.verdict).toBe('pass');
  });

  const unknownPull = {
    path: /\/commits\/\w+\/pulls/,
    effect: { kind: 'status', status: 403, json: {} },
  } as const;
  test.each<[when: string, options: JudgedOptions]>([
    ['of a pass, which neither opens nor reopens one', {}],
    ['of a pass by the baseline', known('high')],
    ['with a pull request', { event: pullRequest(), scanned: failing }],
    ['if the look-up of the pull request failed', { event: push(), scanned: failing }],
    ['on an event of which nobody knows', { event: repositoryDispatch(), scanned: failing }],
    ['with `track-issue: false`', { scanned: failing, inputs: { 'track-issue': 'false' } }],
  ])('is left alone %s', async (_when, options) => {
    await using github = await startWithPull({ faults: [unknownPull] });
    expect((await track(github, options)).url).toBeNull();
    expect(writesOf(github)).toEqual([]);
  });

  test('is left as it is by an inconclusive run, and by one that is closed', async () => {
    await using github = await startWithPull();
    await track(github, { scanned: failing, runId: 1 });
    const [before] = issuesOf(github).map(({ body }) => body);
    await track(github, { scanned: { totalChecked: 0 }, runId: 2 });
    expect(issuesOf(github)).toMatchObject([{ state: 'open', body: before }]);
    await track(github, { runId: 3 });
    const count = writesOf(github).length;
    expect((await track(github, { runId: 4 })).url).toBeNull();
    expect(writesOf(github)).toHaveLength(count);
  });

  // What decides beside a newer run: `post.test.ts`.
  test('of a newer run is kept, and a notice says so', async () => {
    await using github = await startWithPull();
    const { url } = await track(github, { scanned: failing, runId: 200, attempt: 2 });
    const late = await track(github, { runId: 200, attempt: 1 });
    expect(late.url).toBe(url);
    expect(late.ports.log.of('notice')).toEqual([expect.stringContaining(url ?? '')]);
    expect(issuesOf(github)).toMatchObject([{ state: 'open' }]);
    expect(writesOf(github)).toEqual(['POST']);
  });

  const note = { key: noteKeyOf('CI / scan'), runId: 1, attempt: 1, verdict: 'fail' } as const;
  const body = encodeNote(note);
  const author = { login: 'github-actions[bot]', type: 'Bot' } as const;

  test('is ours only with our author and our key, and never a pull request', async () => {
    const eve = { login: 'eve', type: 'User' } as const;
    await using github = await startGitHub({
      issues: [
        { title: 'forged', body, author: eve },
        { title: 'other key', body: encodeNote({ ...note, key: noteKeyOf('other') }), author },
        { title: 'pull request', body, author, isPull: true },
      ],
    });
    await track(github, { scanned: failing });
    expect([...github.state.issues.values()].map(({ title }) => title)).toEqual([
      ...['forged', 'other key', 'pull request'],
      expect.stringContaining('Scan Gate'),
    ]);
  });

  test('that is open is preferred to a closed one, on whatever page it is', async () => {
    const ours = (state: 'open' | 'closed') => ({ title: state, body, state, author });
    const noise = Array.from({ length: 110 }, (_, index) => ({ title: `${index}`, author }));
    await using github = await startGitHub({ issues: [ours('open'), ...noise, ours('closed')] });
    const { url } = await track(github, { scanned: failing });
    expect(url).toMatch(/\/issues\/1$/);
    expect(writesOf(github)).toEqual(['PATCH']);
  });
});

test.each([
  ['POST', /issues$/],
  ['PATCH', /issues/],
])('a lost answer to a %s leaves one issue, and no warning', async (method, path) => {
  await using github = await startWithPull({
    faults: [{ method, path, times: 1, effect: { kind: 'lose-answer' } }],
  });
  const opened = await track(github, { scanned: failing, runId: 1 });
  const closed = await track(github, { runId: 2 });
  expect(issuesOf(github)).toMatchObject([{ state: 'closed' }]);
  for (const { ports } of [opened, closed]) expect(ports.log.of('warning')).toEqual([]);
});

test.each([
  ['a private', true],
  ['a public', false],
])(
  'the tracking issue of %s repository names findings and target: %j, and no secret',
  async (_what, isPrivate) => {
    await using github = await startWithPull({ private: isPrivate });
    const inputs = { url: 'https://preview.example.com/s3cr3t-word?access=s3cr3t-word' };
    const issues = [{ name: 'SQL injection by s3cr3t-word', severity: 'high' }];
    await track(github, { inputs, scanned: { issues }, event: schedule({ private: isPrivate }) });
    const [issue] = issuesOf(github);
    expect(`${issue?.title}\n${issue?.body}`).not.toContain('s3cr3t-word');
    expect(issue?.body.includes('SQL injection')).toBe(isPrivate);
    expect(issue?.title.includes('preview.example.com')).toBe(isPrivate);
  },
);

test('without a permission the issue is a warning, and without a token a notice', async () => {
  await using github = await startWithPull({ permissions: { issues: 'read' } });
  const refused = await track(github, { scanned: failing });
  const tokenless = await track(undefined, { scanned: failing });
  expect([refused.url, tokenless.url]).toEqual([null, null]);
  expect(refused.ports.log.of('warning')).toEqual([expect.stringContaining('issues: write')]);
  expect(tokenless.ports.log.of('notice')).toEqual([expect.stringContaining('`github-token` is empty')]);
});
