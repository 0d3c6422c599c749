import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { startWeakSite } from '../../sandbox/sites/weak.ts';
import { deploymentStatus, pullRequest, push, schedule } from '../support/events.ts';
import type { StoredIssue } from '../support/github/state.ts';
import type { RunOptions, RunResult } from '../support/runner.ts';
import { until } from '../support/until.ts';
import { type Place, placesOfRun, publishedPlaces } from './places.ts';
import { markerOf, readOutput } from './run-files.ts';
import { policyAtBase, pullNumber, type Scene, startScene } from './scene.ts';

describe('the comment', () => {
  /** Long enough for the comment to appear, which takes three seconds. */
  const slow = { sandbox: { scanMs: 5_500 } };
  const quick = { reports: 'none' };

  function written({ github }: Scene) {
    return github.requests.filter(({ method, path }) => method !== 'GET' && path.includes('comments'));
  }

  /** Texts of all comments that were sent, in order. */
  function sent(scene: Scene): string[] {
    return written(scene).map(({ body }) =>
      typeof body === 'object' && body !== null && 'body' in body ? String(body.body) : '',
    );
  }

  test('appears while the scan runs, keeps the last state, and is replaced by the verdict', async () => {
    await using scene = await startScene(slow);
    const scanId = await scene.scanned(scene.weak.url);
    await scene.run({ runId: 10, inputs: { ...quick, 'scan-id': scanId } });
    const state = `<!-- scan-gate:state v1 outcome=fail sha=1111111 scan=${scanId} blocking=`;
    expect(scene.comments()[0]).toContain(`${markerOf(10)}\n${state}`);

    scene.weak.fix('exposures');
    const running = scene.run({ runId: 11, inputs: quick });
    await until(() => written(scene).length === 2);
    const [live = ''] = scene.comments();
    expect(live).toContain(`${markerOf(11)}\n${state}`);
    expect(live).toMatch(/scanning, \d+%/);
    // The list that people work from stays, once, below what was found so far.
    const fold = live.indexOf('<details><summary>Previous report: failed, ');
    expect(fold).toBeGreaterThan(live.indexOf('**Found so far:**'));
    expect(live.slice(fold)).toContain('(<code>1111111</code>)</summary>');
    expect(live.slice(fold)).toContain('Environment file exposed');
    expect(live.split('Previous report:')).toHaveLength(2);

    const run = await running;
    const [final = ''] = scene.comments();
    expect(final).toContain(`${markerOf(11)}\n`);
    expect(final).toContain(`scan=${run.outputs['scan-id']} blocking=`);
    expect(final).not.toContain('Previous report:');
    expect(final).not.toContain('scanning,');
    // What changed since the run before, whose report the comment held.
    expect(final).toMatch(/\b5\b.*fixed|fixed.*\b5\b/i);
    const fixed = final.slice(final.indexOf('<summary>Fixed since the last report (5)</summary>'));
    expect(fixed).toContain('- Environment file exposed');
    expect(written(scene).map(({ method }) => method)).toEqual(['POST', 'PATCH', 'PATCH']);
  });

  test('is written at most once a minute', async () => {
    await using scene = await startScene({ sandbox: { scanBehaviour: { stuckAt: 60 } } });
    const action = await scene.start({ inputs: { ...quick, timeout: '24h' } });
    const live = () => sent(scene).filter((body) => body.includes('scanning,')).length;
    await until(() => live() > 1);
    action.kill('SIGINT');
    const run = await action.done;
    expect(live()).toBeLessThanOrEqual(1 + Number(run.outputs['duration-seconds']) / 60);
    expect(written(scene).filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('is not written for `on-failure` and `never`, and not over the comment of a newer run', async () => {
    const newer = `${markerOf(999)}\nSaid by a newer run.`;
    const comments = [{ issueNumber: pullNumber, body: newer }];
    for (const inputs of [{ comment: 'on-failure' }, { comment: 'never' }]) {
      await using scene = await startScene(slow);
      await scene.run({ inputs: { ...quick, ...inputs, 'fail-on': 'never' } });
      expect(sent(scene)).toEqual([]);
    }
    const pulls = [{ number: pullNumber, headSha: '1'.repeat(40) }];
    await using scene = await startScene({ ...slow, github: { pulls, comments } });
    await scene.run({ runId: 998, inputs: quick });
    expect(scene.comments()).toEqual([newer]);
    expect(sent(scene)).toEqual([]);
  });

  test('names neither target nor scan where findings are only counted', async () => {
    await using scene = await startScene(slow);
    const scanId = await scene.scanned(scene.weak.url);
    await scene.run({ runId: 20, inputs: { ...quick, 'scan-id': scanId } });
    await scene.run({ runId: 21, inputs: { ...quick, disclosure: 'counts' } });
    const [, live = ''] = sent(scene);
    expect(live).toContain('\n<!-- scan-gate:state v1 outcome=fail sha=1111111 blocking=');
    expect(live).toContain('scanning,');
    for (const secret of [new URL(scene.weak.url).host, scanId]) expect(live).not.toContain(secret);
  });

  test('a comment that hangs delays neither the scan nor the final comment', async () => {
    const hang = { method: 'POST', path: /issues\/7\/comments/, times: 1, effect: { kind: 'hang' } } as const;
    const pulls = [{ number: pullNumber, headSha: '1'.repeat(40) }];
    await using scene = await startScene({ ...slow, github: { pulls, faults: [hang] } });
    const run = await scene.run({ inputs: quick });
    const [first, final, ...more] = written(scene).map(({ at }) => at);
    expect(more).toEqual([]);
    // A run that waited for the first request would wait the 30 seconds of silence that are its limit.
    expect(Number(final) - Number(first)).toBeLessThan(30_000);
    expect(scene.comments()).toEqual([expect.stringContaining('❌ Scan Gate: ')]);
    expect(run.annotations.warning).toEqual([]);
  });

  test('is replaced by the result of a cancelled run', async () => {
    await using scene = await startScene({ sandbox: { scanBehaviour: { stuckAt: 60 } } });
    const action = await scene.start({ inputs: quick });
    await until(() => scene.comments()[0]?.includes('scanning, ') ?? false);
    action.kill('SIGINT');
    const run = await action.done;
    expect(run.outputs['verdict']).toBe('inconclusive');
    expect(scene.comments()).toEqual([expect.stringContaining('cancelled, so this check has not passed')]);
  });

  test('a run that is cancelled, twice, loses neither the last report nor what is compared with it', async () => {
    await using scene = await startScene();
    const first = await scene.run({ runId: 30, inputs: quick });
    const blocking = first.outputs['blocking'];
    for (const runId of [31, 32]) {
      scene.sandbox.scanBehaviour = { stuckAt: 60 };
      const action = await scene.start({ runId, inputs: quick });
      await until(() => scene.comments()[0]?.includes('scanning, ') ?? false);
      action.kill('SIGINT');
      const run = await action.done;
      expect(run.outputs['verdict']).toBe('inconclusive');
      const [body = ''] = scene.comments();
      expect(body).toContain(
        ` outcome=fail sha=1111111 scan=${first.outputs['scan-id']} blocking=${blocking} prints=`,
      );
      expect(body.split('Previous report: failed')).toHaveLength(2);
      expect(body.slice(body.indexOf('<!-- scan-gate:previous v1 -->'))).toContain(
        'Environment file exposed',
      );
    }
    scene.sandbox.scanBehaviour = {};
    scene.weak.fix('exposures');
    await scene.run({ runId: 33, inputs: quick });
    const [final = ''] = scene.comments();
    expect(final).toContain('0 new, 5 fixed');
    expect(final).toContain('<summary>Fixed since the last report (5)</summary>');
    expect(final).not.toContain('Previous report');
  });
});

describe('the tracking issue', () => {
  const inputs = { 'track-issue': 'true', reports: 'none' };

  /** Runs on a schedule, with a tracking issue. */
  function track(scene: Scene, run: RunOptions = {}): Promise<RunResult> {
    return scene.run({ event: schedule(), ...run, inputs: { ...inputs, ...run.inputs } });
  }

  function issues({ github }: Scene): StoredIssue[] {
    return [...github.state.issues.values()].filter(({ isPull }) => !isPull);
  }

  function changesOf({ github }: Scene): string[] {
    return github.requests
      .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
      .map(({ method, path }) => `${method} ${path.replace(/^\/repos\/acme\/storefront/, '')}`);
  }

  test('is opened, updated in place, closed and opened again', async () => {
    await using scene = await startScene();
    const first = await track(scene, { runId: 1 });
    const [issue] = issues(scene);
    const number = issue?.number;
    expect(issue).toMatchObject({ state: 'open', labels: ['scan-gate'], author: { type: 'Bot' } });
    expect(issue?.body).toContain(
      `${markerOf(1)}\n<!-- scan-gate:state v1 outcome=fail sha=1111111 scan=${first.outputs['scan-id']} blocking=`,
    );
    expect(issue?.body).toContain('Environment file exposed');
    expect(first.outputs['issue-url']).toBe(`https://github.com/acme/storefront/issues/${number}`);

    scene.weak.fix('exposures');
    const second = await track(scene, { runId: 2, inputs: { 'fail-on': 'low' } });
    expect(issue?.body).toContain(`${markerOf(2)}\n`);
    const [before, fixed] = issue?.body.split('<summary>Fixed since the last report (5)</summary>') ?? [];
    expect(before).not.toContain('Environment file exposed');
    expect(fixed).toContain('Environment file exposed');

    scene.weak.fix('headers');
    const third = await track(scene, { runId: 3 });
    expect(third.outputs['verdict']).toBe('pass');
    expect(issue).toMatchObject({ state: 'closed', stateReason: 'completed' });
    // It stays closed as long as nothing blocks.
    await track(scene, { runId: 4 });
    const fifth = await track(scene, { runId: 5, inputs: { 'fail-on': 'low' } });
    expect(issue).toMatchObject({ state: 'open', stateReason: 'reopened' });
    expect(issues(scene)).toHaveLength(1);
    expect(scene.github.state.comments.size).toBe(2);
    for (const { outputs } of [second, third, fifth])
      expect(outputs['issue-url']).toBe(first.outputs['issue-url']);
    const [patch, say] = [`PATCH /issues/${number}`, `POST /issues/${number}/comments`];
    const opening = ['POST /labels', 'POST /issues'];
    expect(changesOf(scene)).toEqual([...opening, patch, patch, say, patch, say]);
  });

  test('on a public repository holds counts only, unless `disclosure: full` is given', async () => {
    await using scene = await startScene({ github: { private: false } });
    const event = schedule({ private: false });
    const counted = await track(scene, { event, runId: 1 });
    expect(counted.outputs['verdict']).toBe('fail');
    const [issue] = issues(scene);
    expect(issue?.title).not.toContain(new URL(scene.weak.url).host);
    expect(issue?.body).toContain('because this repository is public and `disclosure` is not set');
    for (const detail of ['Environment file exposed', 'fingerprint', new URL(scene.weak.url).host])
      expect(issue?.body).not.toContain(detail);
    // The summary is of this run alone, and follows the default.
    expect(counted.summary).toContain('Environment file exposed');
    await track(scene, { event, runId: 2, inputs: { disclosure: 'full' } });
    expect(issue?.body).toContain('Environment file exposed');
    await track(scene, { event, runId: 3 });
    expect(issue?.body).not.toContain('Environment file exposed');
  });

  test('holds counts only where it is not known who can read the repository', async () => {
    const refused = { kind: 'status', status: 404, json: { message: 'Not Found' } } as const;
    const faults = [{ path: /^\/repos\/acme\/storefront$/, effect: refused }];
    await using scene = await startScene({ github: { faults } });
    const { payload, ...event } = schedule();
    const { repository: _unknown, ...rest } = payload;
    await track(scene, { event: { ...event, payload: rest } });
    expect(issues(scene)[0]?.body).toContain('it is not known whether this repository is public');
    expect(issues(scene)[0]?.body).not.toContain('Environment file exposed');
  });

  test('is not changed by an inconclusive run, or by one on a pull request', async () => {
    await using scene = await startScene();
    await track(scene, { runId: 1 });
    const before = structuredClone(issues(scene));
    scene.sandbox.scanBehaviour = { neverLeavesQueue: true };
    const unknown = await track(scene, { runId: 2, inputs: { timeout: '1s' } });
    expect(unknown.outputs).toMatchObject({ verdict: 'inconclusive', 'issue-url': '' });
    scene.sandbox.scanBehaviour = {};
    const pull = await scene.run({ runId: 3, inputs: { ...inputs, comment: 'never' } });
    expect(pull.outputs).toMatchObject({ verdict: 'fail', 'issue-url': '' });
    expect(issues(scene)).toEqual(before);
  });

  test('stays open if a run passes only because of the baseline', async () => {
    await using production = await startWeakSite();
    await using scene = await startScene();
    const baseline = await scene.scanned(production.url);
    await track(scene, { runId: 1 });
    const run = await track(scene, { runId: 2, inputs: { baseline } });
    expect(run.outputs).toMatchObject({ verdict: 'pass', 'issue-url': expect.stringContaining('/issues/') });
    expect(issues(scene)).toEqual([expect.objectContaining({ state: 'open' })]);
    expect(issues(scene)[0]?.body).toContain(`${markerOf(2)}\n<!-- scan-gate:state v1 outcome=pass`);
  });

  test('is not opened by a pass, with or without a baseline', async () => {
    await using scene = await startScene();
    await track(scene, { inputs: { url: scene.hardened.url } });
    const baseline = await scene.scanned(scene.weak.url);
    await track(scene, { inputs: { baseline } });
    expect(changesOf(scene)).toEqual([]);
  });

  test('issues of others with our marker, and those of newer runs, are not changed', async () => {
    const forged = { title: 'Forged', body: `${markerOf(1)}\nforged`, labels: ['scan-gate'] };
    const author = { login: 'eve', type: 'User' } as const;
    const ours = { title: 'Ours', author: { login: 'github-actions[bot]', type: 'Bot' } } as const;
    const noise = Array.from({ length: 130 }, (_, index) => ({ ...ours, title: `${index}`, body: 'other' }));
    const own = { ...ours, body: `${markerOf(5)}\nours` };
    await using scene = await startScene({
      github: { issues: [own, { ...forged, author }, ...noise], labels: ['scan-gate'] },
    });
    const older = await track(scene, { runId: 4 });
    expect(older.annotations.notice.map(({ message }) => message).join()).toContain(
      'The tracking issue is left as a newer run wrote it',
    );
    expect(changesOf(scene)).toEqual([]);
    await track(scene, { runId: 6 });
    const [mine, eves] = issues(scene);
    expect(mine?.body).toContain(markerOf(6));
    expect(eves).toMatchObject({ title: 'Forged', body: forged.body, state: 'open' });
    expect(issues(scene)).toHaveLength(132);
  });

  test('an issue that cannot be written is a warning with the remedy, and the verdict does not change', async () => {
    await using scene = await startScene({ github: { permissions: { issues: 'read' } } });
    const refused = await track(scene);
    expect([refused.exitCode, refused.outputs['issue-url']]).toEqual([1, '']);
    expect(refused.annotations.warning.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The tracking issue failed: GitHub answered 403.*permissions: issues: write/),
    ]);
  });
});

describe('who may read it', () => {
  const finding = 'Environment file exposed';
  const auto = { disclosure: 'auto', reports: 'none' };

  function publicNotices({ annotations }: RunResult): string[] {
    return annotations.notice.map(({ message }) => message).filter((message) => /\bpublic\b/.test(message));
  }

  describe('disclosure: auto', () => {
    test('publishes everything on a private repository', async () => {
      await using scene = await startScene();
      const run = await scene.run({ inputs: auto });
      expect(scene.comments()[0]).toContain(finding);
      expect(run.summary).toContain(finding);
      expect(run.outputs['artifact-id']).not.toBe('');
      expect(publicNotices(run)).toEqual([]);
      expect(scene.github.requests.map(({ path }) => path)).not.toContain('/repos/acme/storefront');
    });

    test('counts only on a public one, and says why and how to change it', async () => {
      await using scene = await startScene({ github: { private: false } });
      const run = await scene.run({ event: pullRequest({ private: false }), inputs: auto });
      expect(run.outputs['verdict']).toBe('fail');
      const said = [...scene.comments(), run.summary, run.lines.join('\n')].join('\n');
      expect(said).not.toContain(finding);
      for (const text of [scene.comments()[0], run.summary]) expect(text).toMatch(/public.*`?disclosure/s);
      expect(scene.artifacts.requests).toEqual([]);
      expect(publicNotices(run)).toEqual([]);
    });

    test('asks GitHub if the event does not say', async () => {
      for (const isPrivate of [true, false]) {
        await using scene = await startScene({ github: { private: isPrivate } });
        const { payload, ...event } = push();
        const { repository: _unknown, ...rest } = payload;
        const run = await scene.run({ event: { ...event, payload: rest }, inputs: auto });
        expect(run.summary.includes(finding)).toBe(isPrivate);
        expect(scene.github.requests.map(({ path }) => path)).toContain('/repos/acme/storefront');
      }
    });

    test('treats unknown as public', async () => {
      const refused = { kind: 'status', status: 404, json: { message: 'Not Found' } } as const;
      const faults = [{ path: /^\/repos\/acme\/storefront$/, effect: refused }];
      await using scene = await startScene({ github: { faults } });
      const { payload, ...event } = push();
      const repository = { default_branch: 'main' };
      const run = await scene.run({ event: { ...event, payload: { ...payload, repository } }, inputs: auto });
      expect(run.outputs['verdict']).toBe('fail');
      expect(run.summary).not.toContain(finding);
      expect(scene.artifacts.requests).toEqual([]);
    });
  });

  describe('disclosure: full', () => {
    test('says once on a public repository what everybody can read, and how to change it', async () => {
      const contents = policyAtBase('annotations: false');
      await using scene = await startScene({ github: { private: false, contents } });
      const event = pullRequest({ private: false });
      const run = await scene.run({ event, inputs: { reports: 'none' } });
      expect(scene.comments()[0]).toContain(finding);
      const notices = publicNotices(run);
      expect(notices).toEqual([expect.stringContaining('disclosure: counts')]);
      for (const place of ['the log', 'the job summary', 'the pull request comment', 'the artifact'])
        expect(notices[0]).toContain(place);
      expect(notices[0]).not.toContain('annotations');
    });

    test('says nothing if nothing is scanned, and on private repositories', async () => {
      await using scene = await startScene({ github: { private: false } });
      const event = pullRequest({ private: false });
      const keyless = await scene.run({ event, inputs: { 'api-key': '' } });
      const restricted = await scene.run({ inputs: { reports: 'none' } });
      expect([keyless, restricted].flatMap(publicNotices)).toEqual([]);
    });
  });
});

describe('what is withheld', () => {
  const result = z.looseObject({
    target: z.string(),
    findings: z.array(
      z.looseObject({
        ...{ name: z.string(), description: z.string(), remediation: z.string(), fingerprint: z.string() },
        references: z.array(z.string()),
      }),
    ),
    host: z.looseObject({ services: z.array(z.looseObject({ product: z.string() })) }),
  });

  /** What everybody can read of a run on a public repository: the log with its annotations, and what it published. */
  function saidByRun(scene: Scene, run: RunResult): Place[] {
    const hidden = ['the outputs', 'the state'];
    const reason: Place = ['the reason', run.outputs['reason'] ?? ''];
    const places = [...placesOfRun(run), reason, ...publishedPlaces(scene)];
    return places.filter(([name]) => !hidden.includes(name));
  }

  /** What the complete result says about findings and host. */
  async function secretsOf(run: RunResult): Promise<string[]> {
    const { findings, host } = result.parse(JSON.parse(await readOutput(run, 'result-path')));
    expect(findings.length).toBeGreaterThan(20);
    const texts = findings.flatMap(({ name, description, remediation, fingerprint, references }) => [
      ...[name, description, remediation, fingerprint, fingerprint.slice(3, 13)],
      ...references,
    ]);
    return [...texts, ...host.services.map(({ product }) => product)].filter((text) => text.length > 3);
  }

  /** Which of `secrets` are shown, and where. */
  function leaksOf(scene: Scene, run: RunResult, secrets: readonly string[]): string[] {
    return saidByRun(scene, run).flatMap(([where, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${where}: ${secret}`),
    );
  }

  const counts = { disclosure: 'counts', 'track-issue': 'true' };
  const debug = { RUNNER_DEBUG: '1' };

  describe('disclosure: counts', () => {
    test('shows the verdict and the counts, and nothing of what was found', async () => {
      await using scene = await startScene();
      const run = await scene.run({ inputs: counts, env: debug });
      expect([run.exitCode, run.outputs['verdict']]).toEqual([1, 'fail']);
      const host = new URL(scene.weak.url).host;
      expect(leaksOf(scene, run, [...(await secretsOf(run)), host])).toEqual([]);
      for (const [, text] of saidByRun(scene, run)) expect(text).not.toBe('');
      const [comment = ''] = scene.comments();
      for (const text of [comment, run.summary]) {
        expect(text).toContain('❌ Scan Gate: ');
        expect(text).toContain('disclosure');
      }
      expect(run.maskedLog).toMatch(/\d+ critical, \d+ high, /);
      expect(comment).toMatch(/\n<!-- scan-gate:state v1 outcome=fail sha=1111111 blocking=\d+ -->\n/);
    });

    test('is checked in the right places: with full, each of them shows findings', async () => {
      await using scene = await startScene();
      const run = await scene.run({ inputs: { reports: 'none' } });
      const leaks = leaksOf(scene, run, ['Environment file exposed']);
      const files = ['result.json', 'result.sarif'];
      expect(leaks.map((leak) => leak.split(':')[0])).toEqual([
        'the log',
        'the summary',
        'a comment',
        ...files,
      ]);
    });

    test('uploads nothing, while the files on the runner are complete', async () => {
      await using scene = await startScene();
      const run = await scene.run({ inputs: counts });
      expect(scene.artifacts.requests).toEqual([]);
      expect(run.outputs).toMatchObject({ 'artifact-id': '', 'artifact-url': '', url: scene.weak.url });
      expect((await readOutput(run, 'report-path')).startsWith('%PDF-')).toBe(true);
      for (const name of ['result-path', 'sarif-path'])
        expect(await readOutput(run, name)).toContain('Environment file exposed');
      expect(await readOutput(run, 'summary-path')).toBe(scene.comments()[0]);
    });

    test('names neither target nor baseline on a run with a tracking issue', async () => {
      await using production = await startWeakSite({ fixed: ['exposures'] });
      await using scene = await startScene();
      await scene.scanned(production.url);
      const inputs = { ...counts, baseline: production.url };
      const run = await scene.run({ event: schedule(), inputs, env: debug });
      expect(run.outputs).toMatchObject({
        verdict: 'fail',
        'issue-url': expect.stringContaining('/issues/'),
      });
      const hosts = [scene.weak.url, production.url].map((url) => new URL(url).host);
      expect(leaksOf(scene, run, [...(await secretsOf(run)), ...hosts])).toEqual([]);
    });

    test('names no target that was discovered, is not ready, or redirects elsewhere', async () => {
      await using scene = await startScene();
      const host = new URL(scene.weak.url).host;
      const event = deploymentStatus({ environmentUrl: scene.weak.url });
      const found = await scene.run({ event, inputs: { ...counts, url: '' }, env: debug });
      expect(found.outputs).toMatchObject({ verdict: 'fail', url: scene.weak.url });
      expect(leaksOf(scene, found, [host])).toEqual([]);

      scene.artifacts.faults.add({
        path: /^\/elsewhere/,
        effect: { kind: 'status', status: 302, headers: { location: 'http://elsewhere.example/login' } },
      });
      for (const url of ['http://127.0.0.1:1/secret-path', `${scene.artifacts.url}/elsewhere`]) {
        const run = await scene.run({ inputs: { ...counts, url, 'wait-for-url': '1s' }, env: debug });
        expect(run.outputs['verdict']).toBe('inconclusive');
        expect(leaksOf(scene, run, [new URL(url).host, 'secret-path', 'elsewhere'])).toEqual([]);
      }
    });

    test('withholds what the service says in its errors, in its result and about reports', async () => {
      await using scene = await startScene();
      const body = JSON.stringify({ detail: 'found Zip slip at /secret-path' });
      const refusal = { kind: 'status', code: 422, body } as const;
      const secrets = ['Zip slip', 'secret-path', new URL(scene.weak.url).host];
      scene.sandbox.faults = [{ endpoint: 'report', fault: refusal }];
      const reportless = await scene.run({ inputs: counts, env: debug });
      expect(reportless.annotations.warning.map(({ message }) => message).join()).toContain('is missing');
      expect(leaksOf(scene, reportless, secrets)).toEqual([]);
      scene.sandbox.faults = [{ endpoint: 'start', fault: refusal }];
      const refused = await scene.run({ inputs: counts, env: debug });
      expect(refused.outputs['verdict']).toBe('inconclusive');
      expect(leaksOf(scene, refused, secrets)).toEqual([]);
    });

    test('is taken from the policy file, whose rules name no finding either', async () => {
      const rules = '- { name: "Environment file*", reason: "Zip slip is known" }';
      const contents = policyAtBase(
        `disclosure: counts\nignore:\n  ${rules}\n  - { name: Nothing, reason: b }\n`,
      );
      await using scene = await startScene({ github: { contents } });
      const run = await scene.run({ env: debug });
      expect(run.outputs).toMatchObject({ verdict: 'fail', ignored: '1' });
      expect(leaksOf(scene, run, [...(await secretsOf(run)), 'Zip slip', 'Environment file'])).toEqual([]);
    });
  });
});

describe('SARIF', () => {
  const sarif = z.looseObject({
    version: z.literal('2.1.0'),
    runs: z.tuple([
      z.looseObject({
        automationDetails: z.object({ id: z.string() }),
        tool: z.looseObject({
          driver: z.looseObject({ version: z.string(), informationUri: z.string().optional() }),
        }),
        results: z.array(
          z.looseObject({
            level: z.string(),
            locations: z.array(
              z.looseObject({
                physicalLocation: z.looseObject({ artifactLocation: z.looseObject({ uri: z.string() }) }),
              }),
            ),
          }),
        ),
      }),
    ]),
  });

  describe('sarif-path', () => {
    test('is written on fail and on pass, and is in the artifact', async () => {
      await using scene = await startScene();
      const env = { GITHUB_ACTION_REPOSITORY: 'acme/scan-gate' };
      const fail = await scene.run({ inputs: { reports: 'none' }, env });
      const [run] = sarif.parse(JSON.parse(await readOutput(fail, 'sarif-path'))).runs;
      expect(run.results).toHaveLength(Number(fail.outputs['total']));
      expect(run.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(
        '.github/workflows/ci.yml',
      );
      expect(run.automationDetails.id).toMatch(/^CI.*scan.*\/$/);
      expect(run.tool.driver.informationUri).toBe('https://github.com/acme/scan-gate');
      expect(Object.keys(scene.artifacts.artifacts[0]?.files ?? {})).toContain('result.sarif');

      const inputs = { reports: 'none', url: scene.hardened.url, 'artifact-name': 'second' };
      const pass = await scene.run({ inputs });
      const [clean] = sarif.parse(JSON.parse(await readOutput(pass, 'sarif-path'))).runs;
      expect(clean.results).toHaveLength(Number(pass.outputs['total']));
    });

    test('is empty if the scan did not finish, so that no alert is closed by mistake', async () => {
      await using scene = await startScene();
      scene.sandbox.scanBehaviour = { stuckAt: 60 };
      const partial = await scene.run({ inputs: { 'fail-fast': 'true', 'fail-on': 'warning' } });
      const late = await scene.run({ inputs: { timeout: '2s', 'artifact-name': 'late' } });
      expect([partial.outputs['verdict'], late.outputs['verdict']]).toEqual(['fail', 'inconclusive']);
      for (const { outputs } of [partial, late]) {
        expect(outputs['sarif-path']).toBe('');
        expect(outputs['result-path']).not.toBe('');
      }
      for (const { files } of scene.artifacts.artifacts)
        expect(Object.keys(files)).not.toContain('result.sarif');
    });
  });
});

describe('the log and the trend', () => {
  test('debug logging has each request with method, path, status, time and size, and no secret', async () => {
    await using scene = await startScene();
    const url = `${scene.weak.url}/?token=s3cr3t-of-the-site`;
    const run = await scene.run({ inputs: { url }, env: { RUNNER_DEBUG: '1' } });
    const said = run.commands.filter(({ name }) => name === 'debug').map(({ message }) => message);
    const asked = (name: string) => said.filter((message) => message.startsWith(`${name}: `));
    const form = /^\w+: (GET|POST|PATCH) \S+ → \d{3}, \d+ ms, (\d+ bytes|size not told)$/;
    for (const name of ['Service', 'GitHub', 'Target']) {
      expect(asked(name).length).toBeGreaterThan(0);
      for (const message of asked(name)) expect(message).toMatch(form);
    }
    expect(asked('Service')).toHaveLength(scene.sandbox.requests.length);
    expect(asked('GitHub')).toHaveLength(scene.github.requests.length);
    expect(run.lines.filter((line) => !line.startsWith('::add-mask::')).join('\n')).not.toContain('s3cr3t');
    expect(said.join('\n')).not.toContain(scene.sandbox.apiKey);
  });

  test('a scheduled run shows the trend over the last scans, a pull request does not', async () => {
    await using scene = await startScene();
    for (let scans = 0; scans < 2; scans += 1) await scene.scanned(scene.weak.url);
    const lists = () => scene.sandbox.requests.filter(({ path }) => path.endsWith('list_scans')).length;
    const pull = await scene.run({ inputs: { reports: 'none' } });
    expect([lists(), /trend/i.test(pull.summary)]).toEqual([0, false]);
    const scheduled = await scene.run({ event: schedule(), inputs: { reports: 'none' } });
    expect([lists(), /trend/i.test(scheduled.summary)]).toEqual([1, true]);
  });

  test('a trend that cannot be read is no error', async () => {
    await using scene = await startScene();
    scene.sandbox.faults = [{ endpoint: 'list', fault: { kind: 'status', code: 403 } }];
    const run = await scene.run({ event: schedule(), inputs: { reports: 'none' } });
    expect([run.outputs['verdict'], run.annotations.warning]).toEqual(['fail', []]);
    expect(run.summary).not.toMatch(/trend/i);
  });
});
