import { describe, expect, test } from '@jest/globals';
import {
  BASE_SHA,
  DEFAULT_SHA,
  deploymentStatus,
  HEAD_SHA,
  type Json,
  mergeGroup,
  pullRequest,
  push,
  type RunnerEvent,
  release,
  sample,
  schedule,
  workflowDispatch,
  workflowRun,
} from '../support/events.ts';
import { Faults } from '../support/faults.ts';
import { addDeployment, type StoredDeploymentStatus } from '../support/github/state.ts';
import { startLoopback } from '../support/loopback.ts';
import {
  commentedOn,
  groupBaseSha,
  groupSha,
  pull,
  runEvent,
  scannedUrls,
  startEventScene,
  vercelDispatch,
} from './events/event-scene.ts';
import { type Scene, startScene } from './scene.ts';

describe('discovery', () => {
  /** The deployment of a GitHub Actions job. Its address is the page of its log. */
  function pagesDeployment() {
    const isPages = ({ deployment }: Json) =>
      JSON.stringify(deployment).includes('"environment":"github-pages"');
    const payload = sample('deployment_status', { deployment_status: { state: 'success' } }, isPages);
    return { ...deploymentStatus(), payload };
  }

  function start(): Promise<Scene> {
    return startScene({ github: { pulls: [pull] } });
  }

  function deploy(scene: Scene, environment: string, ...statuses: readonly StoredDeploymentStatus[]) {
    return addDeployment(scene.github.state, { sha: HEAD_SHA, environment, statuses });
  }

  function succeeded(environmentUrl: string): StoredDeploymentStatus {
    return { state: 'success', environmentUrl };
  }

  const policy = { config: 'none' };

  describe('the deployments of the head commit', () => {
    test('are waited for until one succeeds', async () => {
      await using scene = await start();
      const running = runEvent(scene, {
        event: pullRequest(),
        inputs: { ...policy, 'wait-for-url': '30s' },
        onLine: (line) => {
          if (!line.startsWith('No deployment of')) return;
          deploy(scene, 'Preview', { state: 'in_progress' }, succeeded(scene.hardened.url));
        },
      });
      const result = await running;
      expect(result.outputs).toMatchObject({ verdict: 'pass', url: scene.hardened.url });
      expect(result.stdout).toContain(
        `Target found in the deployment of ${HEAD_SHA.slice(0, 7)} to environment Preview`,
      );
    });

    test('end the wait if one failed, with a link to its log', async () => {
      await using scene = await start();
      deploy(scene, 'Preview', { state: 'failure', targetUrl: 'https://vercel.example/acme/logs' });
      const result = await runEvent(scene, {
        event: pullRequest(),
        inputs: { ...policy, 'wait-for-url': '1h' },
      });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
      expect(result.outputs['reason']).toMatch(
        /failed, so there is nothing to scan\. Its log: https:\/\/vercel\.example/,
      );
      expect(scene.sandbox.requests).toEqual([]);
      expect(scene.comments()[0]).toContain('Scan Gate: no verdict, so this check failed');
    });

    test('are chosen by `environment`, by default without production', async () => {
      await using scene = await start();
      deploy(scene, 'Preview – docs', succeeded(scene.weak.url));
      deploy(scene, 'Preview – shop', succeeded(scene.hardened.url));
      deploy(scene, 'Production', succeeded('https://shop.example'));
      const event = pullRequest();
      const byDefault = await runEvent(scene, { event, inputs: policy });
      expect(byDefault.outputs['url']).toBe(scene.hardened.url);
      const docs = await runEvent(scene, { event, inputs: { ...policy, environment: '*docs' } });
      expect(docs.outputs['url']).toBe(scene.weak.url);
      expect(scannedUrls(scene)).toEqual([scene.hardened.url, scene.weak.url]);
    });

    test('are not scanned if their address is a page of GitHub', async () => {
      await using scene = await start();
      const page = 'https://github.com/acme/storefront/actions/runs/1/job/2';
      deploy(scene, 'ci', { state: 'success', environmentUrl: page, targetUrl: page });
      const inputs = { ...policy, 'wait-for-url': '0' };
      const { outputs } = await runEvent(scene, { event: pullRequest(), inputs });
      expect(outputs['reason']).toMatch(/names no address.*url/);
      expect(scene.sandbox.requests).toEqual([]);
    });

    test('are named as missing, with what to do', async () => {
      await using scene = await start();
      const inputs = { ...policy, 'wait-for-url': '1s', environment: 'Preview*' };
      const { exitCode, outputs } = await runEvent(scene, { event: pullRequest(), inputs });
      expect([exitCode, outputs['verdict']]).toEqual([1, 'inconclusive']);
      expect(outputs['reason']).toMatch(/No deployment of 1111111 to Preview\* succeeded within 1 s.*url/);
    });

    test('are named as unreadable, with the missing permission', async () => {
      await using scene = await startScene({
        github: { pulls: [pull], permissions: { deployments: 'none' } },
      });
      const { outputs } = await runEvent(scene, { event: pullRequest(), inputs: policy });
      expect(outputs['reason']).toMatch(/HTTP 403.*permissions: deployments: read/);
    });
  });

  describe('the event itself', () => {
    test('a deployment that has not succeeded yet is inconclusive, with the line that the workflow needs', async () => {
      await using scene = await start();
      const event = deploymentStatus({ state: 'pending', environmentUrl: scene.weak.url });
      const { exitCode, outputs } = await runEvent(scene, { event, inputs: policy });
      expect([exitCode, outputs['verdict']]).toEqual([1, 'inconclusive']);
      expect(outputs['reason']).toContain("if: github.event.deployment_status.state == 'success'");
      expect(scene.sandbox.requests).toEqual([]);
    });

    test('a deployment of GitHub Actions without its own address is not scanned', async () => {
      await using scene = await start();
      const { outputs } = await runEvent(scene, { event: pagesDeployment(), inputs: policy });
      expect(outputs['reason']).toMatch(/deployment_status event names no address/);
      expect(scene.sandbox.requests).toEqual([]);
    });

    test('a deployment of another environment than requested is not scanned', async () => {
      await using scene = await start();
      const event = deploymentStatus({ environment: 'production', environmentUrl: scene.weak.url });
      const inputs = { ...policy, environment: 'Preview*' };
      const { outputs } = await runEvent(scene, { event, inputs });
      expect(outputs['reason']).toMatch(/of environment production, and environment asks for Preview\*/);
    });

    test.each([
      [
        'GitHub says so',
        (url: string) => deploymentStatus({ isProduction: true, environment: 'live', environmentUrl: url }),
      ],
      ['of its name', (url: string) => deploymentStatus({ environment: 'Production', environmentUrl: url })],
      ['Vercel says so', (url: string) => vercelDispatch({ url, environment: 'production' })],
      ['Vercel promoted it', (url: string) => vercelDispatch({ url }, 'vercel.deployment.promoted')],
    ])(
      'a deployment that is production, because %s, is scanned only if `environment` names it',
      async (_why, event) => {
        await using scene = await start();
        const refused = await runEvent(scene, { event: event(scene.hardened.url), inputs: policy });
        expect([refused.exitCode, refused.outputs['verdict']]).toEqual([1, 'inconclusive']);
        expect(refused.outputs['reason']).toMatch(/is of production .* set environment: \w+/);
        expect(refused.stdout).not.toContain('Target found');
        expect(scene.sandbox.requests).toEqual([]);
        const environment = /set environment: (\w+)/.exec(refused.outputs['reason'] ?? '')?.[1] ?? '';
        const named = await runEvent(scene, {
          event: event(scene.hardened.url),
          inputs: { ...policy, environment },
        });
        expect(named.outputs['verdict']).toBe('pass');
      },
    );

    test('a deployment whose only address is its log is not scanned', async () => {
      await using scene = await start();
      const logUrl = `${scene.hardened.url}/builds/5`;
      const event = deploymentStatus({ targetUrl: logUrl, logUrl });
      const { outputs, stdout } = await runEvent(scene, { event, inputs: policy });
      expect(outputs['reason']).toMatch(/deployment_status event names no address/);
      expect(stdout).not.toContain('Target found');
      expect(scene.sandbox.requests).toEqual([]);
    });

    test.each([
      ['schedule', schedule(), 'url is empty'],
      ['workflow_dispatch', workflowDispatch(), 'url is empty'],
      ['release', release(), 'url is empty'],
      ['a dispatch of another app', vercelDispatch({}, 'nightly'), 'types: [vercel.deployment.ready'],
    ])(
      '%s without `url` is a wrong setting, even with `on-inconclusive: warn`',
      async (_name, event, words) => {
        await using scene = await start();
        const inputs = { ...policy, 'on-inconclusive': 'warn' };
        const { exitCode, outputs } = await runEvent(scene, { event, inputs });
        expect([exitCode, outputs['verdict']]).toEqual([1, 'inconclusive']);
        expect(outputs['reason']).toContain(words);
        expect(scene.sandbox.requests).toEqual([]);
      },
    );
  });
});

describe('events', () => {
  interface Row {
    readonly name: string;
    readonly event: (scene: Scene) => RunnerEvent;
    /** The commit that is deployed. Left out if the URL is given or in the payload. */
    readonly deployed?: string;
    readonly givesUrl?: true;
    /** The pull request that gets a comment. */
    readonly pull: number | null;
    /** The last part of the comment key, which is the environment of a deployment. */
    readonly environment?: string;
  }

  const onPull = { deployed: HEAD_SHA, pull: 7 };
  const onDefault = { givesUrl: true, pull: null } as const;
  const ofFork = { pullNumbers: [], headRepository: 'stranger/storefront' };

  const rows: readonly Row[] = [
    { ...onPull, name: 'pull_request (opened)', event: () => pullRequest({ action: 'opened' }) },
    { ...onPull, name: 'pull_request (synchronize)', event: () => pullRequest({ action: 'synchronize' }) },
    {
      ...onPull,
      name: 'pull_request_target',
      event: () => pullRequest({ eventName: 'pull_request_target', fork: true }),
    },
    {
      name: 'deployment_status',
      event: ({ weak }) => deploymentStatus({ sha: BASE_SHA, environmentUrl: weak.url }),
      pull: 5,
      environment: 'Preview',
    },
    {
      name: 'repository_dispatch (Vercel)',
      event: ({ weak }) => vercelDispatch({ url: weak.url }),
      pull: 7,
    },
    { ...onPull, name: 'workflow_run', event: () => workflowRun() },
    { ...onPull, name: 'workflow_run of a fork', event: () => workflowRun(ofFork) },
    {
      name: 'merge_group',
      event: () => mergeGroup({ number: 104, headSha: groupSha, baseSha: groupBaseSha }),
      deployed: groupSha,
      pull: 104,
    },
    { ...onPull, name: 'push', event: () => push({ branch: 'feature' }) },
    { ...onDefault, name: 'schedule', event: () => schedule({ sha: DEFAULT_SHA }) },
    { ...onDefault, name: 'workflow_dispatch', event: () => workflowDispatch({ sha: DEFAULT_SHA }) },
    { ...onDefault, name: 'release', event: () => release({ sha: DEFAULT_SHA }) },
  ];

  /** The pull request of the events, one whose head is deployed, and one in the merge queue. */
  const pulls = [
    pull,
    { number: 5, headSha: BASE_SHA, baseSha: groupBaseSha },
    { number: 104, headSha: '6'.repeat(40), baseSha: BASE_SHA },
  ];

  describe('each event', () => {
    test.each(rows)('$name: target, comment, policy file, key', async (row) => {
      await using scene = await startEventScene({ pulls });
      if (row.deployed !== undefined) {
        const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
        addDeployment(scene.github.state, { sha: row.deployed, environment: 'Preview', statuses });
      }
      const inputs = row.givesUrl === true ? { url: scene.weak.url } : {};
      const result = await runEvent(scene, { event: row.event(scene), inputs });

      expect(result.outputs['url']).toBe(scene.weak.url);
      expect(scannedUrls(scene)).toEqual([scene.weak.url]);
      // With the policy file of the commit it would fail.
      expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
      expect(Number(result.outputs['total'])).toBeGreaterThan(0);
      expect(commentedOn(scene)).toEqual(row.pull === null ? [] : [row.pull]);
      const key = ['CI', 'scan', row.environment ?? []].flat().join('-');
      expect(scene.artifacts.artifacts.map(({ name }) => name)).toEqual([`scan-gate-${key}`]);
      expect(result.annotations.warning).toEqual([]);
    });
  });

  test('opened, synchronize and other events update the same comment', async () => {
    await using scene = await startEventScene();
    const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
    addDeployment(scene.github.state, { sha: HEAD_SHA, environment: 'Preview', statuses });
    const events = [
      pullRequest({ action: 'opened' }),
      pullRequest({ action: 'synchronize' }),
      vercelDispatch({ url: scene.weak.url }),
      workflowRun(),
    ];
    for (const [index, event] of events.entries()) await runEvent(scene, { event, runId: index + 1 });
    expect(commentedOn(scene)).toEqual([7]);
    expect(scene.comments()[0]).toContain('run=4 ');
  });

  test('each environment of a deployment has its own comment and artifact', async () => {
    await using scene = await startScene({ github: { pulls: [pull] } });
    const run = (environment: string, url: string, runId: number) =>
      runEvent(scene, {
        runId,
        event: deploymentStatus({ environment, environmentUrl: url }),
        inputs: { config: 'none' },
      });
    await run('Preview – shop', scene.weak.url, 1);
    await run('Preview – docs', scene.hardened.url, 2);
    await run('Preview – docs', scene.hardened.url, 3);
    expect(scene.comments().map((body) => /## (. Scan Gate: )/u.exec(body)?.[1])).toEqual([
      '❌ Scan Gate: ',
      '✅ Scan Gate: ',
    ]);
    expect(scene.comments()[1]).toContain('run=3 ');
    const names = scene.artifacts.artifacts.map(({ name }) => name);
    expect(names[1]).toMatch(/^scan-gate-CI-scan-Preview-docs-[0-9a-f]{8}$/);
    expect(names[0]).toMatch(/^scan-gate-CI-scan-Preview-shop-[0-9a-f]{8}$/);
  });
});

describe('forks', () => {
  const fork = pullRequest({ fork: true });
  const dependabot = pullRequest({ dependabot: true });
  const runOfFork = workflowRun({ pullNumbers: [], headRepository: 'stranger/storefront' });
  const readOnly = { pull_requests: 'read', issues: 'read' } as const;

  function deploy(scene: Scene): void {
    const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
    addDeployment(scene.github.state, { sha: HEAD_SHA, environment: 'Preview', statuses });
  }

  describe('without an API key', () => {
    test.each([
      ['a fork', fork],
      ['Dependabot', dependabot],
    ])('`skip` ends a pull request from %s green, with a notice and nothing scanned', async (_who, event) => {
      await using scene = await startEventScene({ permissions: readOnly });
      const inputs = { 'api-key': '', 'on-missing-api-key': 'skip' };
      const result = await runEvent(scene, { event, inputs });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'inconclusive']);
      expect(result.annotations.notice.map(({ message }) => message).join()).toMatch(
        /forks and from Dependabot/,
      );
      expect([scene.sandbox.requests.length, scene.comments(), result.annotations.warning]).toEqual([
        0,
        [],
        [],
      ]);
      expect(result.summary).toContain('Nothing was scanned');
    });

    test.each([
      ['a pull request from a fork, by default', fork, 'fail'],
      ['a branch of the repository', pullRequest(), 'skip'],
      ['a schedule', schedule(), 'skip'],
    ])('%s fails, and says where the key belongs', async (_who, event, onMissing) => {
      await using scene = await startEventScene();
      const inputs = { 'api-key': '', 'on-missing-api-key': onMissing, 'on-inconclusive': 'warn' };
      const result = await runEvent(scene, { event, inputs });
      expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
      expect(result.outputs['reason']).toMatch(/api-key is empty.*secret/);
      expect(scene.sandbox.requests).toEqual([]);
    });
  });

  test('with a read-only token the verdict does not change, the summary is written, and the comment is a warning', async () => {
    await using scene = await startEventScene({ permissions: readOnly });
    deploy(scene);
    const result = await runEvent(scene, { event: fork, inputs: { 'fail-on': 'low' } });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'fail']);
    expect(result.summary).toContain('❌ Scan Gate: ');
    expect(scene.comments()).toEqual([]);
    expect(result.annotations.warning).toHaveLength(1);
    expect(result.annotations.warning[0]?.message).toMatch(/comment.*pull-requests: write/s);
  });

  test('workflow_run scans what a fork deployed and comments, but reads neither files nor artifacts of the fork', async () => {
    await using scene = await startEventScene({
      pulls: [{ ...pull, headRepository: 'stranger/storefront' }],
    });
    deploy(scene);
    const result = await runEvent(scene, { event: runOfFork });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
    expect(commentedOn(scene)).toEqual([7]);
    const paths = scene.github.requests.map(({ path }) => path);
    expect(paths.filter((path) => path.includes('/actions/') || path.includes('/git/'))).toEqual([]);
    const files = scene.github.requests.filter(({ path }) => path.includes('/contents/'));
    expect(files.map(({ query }) => query.get('ref'))).toEqual([null]);
  });

  test('if several pull requests have that head, there is no comment but a notice', async () => {
    await using scene = await startEventScene({
      pulls: [pull, { ...pull, number: 8, baseSha: '7'.repeat(40) }],
    });
    deploy(scene);
    const result = await runEvent(scene, { event: runOfFork });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([0, 'pass']);
    expect(scene.comments()).toEqual([]);
    const notices = result.annotations.notice.map(({ message }) => message);
    expect(notices).toContainEqual(expect.stringMatching(/several open pull requests \(#7, #8\)/));
  });

  test('if neither the pull request nor the policy can be read, the run is inconclusive and says why', async () => {
    await using scene = await startScene({
      github: {
        permissions: { pull_requests: 'none', contents: 'none', issues: 'none' },
      },
    });
    deploy(scene);
    const result = await runEvent(scene, { event: runOfFork });
    expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(result.annotations.warning.map(({ message }) => message).join()).toContain('pull-requests: write');
    expect(result.outputs['reason']).toMatch(/policy file.*permissions: contents: read/);
  });
});

describe('redirects', () => {
  /** A site that redirects every page to `location`. */
  function startRedirect(location: string) {
    return startLoopback({ faults: new Faults(), respond: () => ({ status: 302, headers: { location } }) });
  }

  test('a redirect to another site, such as a login wall, is inconclusive and starts no scan', async () => {
    await using scene = await startScene({ github: { pulls: [pull] } });
    await using site = await startRedirect(`${scene.hardened.url}/login?next=%2F`);
    const { exitCode, outputs } = await runEvent(scene, { event: pullRequest(), inputs: { url: site.url } });
    expect([exitCode, outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(outputs['reason']).toContain(`redirects to another site, ${scene.hardened.url}/`);
    expect(scene.sandbox.scans).toEqual([]);
  });

  test('the target may redirect only to the hosts in `target.allowed-redirects`', async () => {
    const policy = (hosts: string) => ({
      '.github/scan-gate.yml': `target:\n  allowed-redirects: [${hosts}]\n`,
    });
    await using scene = await startScene({ github: { pulls: [pull] } });
    await using site = await startRedirect(`${scene.hardened.url}/`);
    const { host } = new URL(scene.hardened.url);
    scene.github.state.contents.set('main', new Map(Object.entries(policy(`'${host}'`))));
    const inputs = { url: site.url };
    const allowed = await runEvent(scene, { event: pullRequest(), inputs });
    expect(allowed.stdout).toContain(`${site.url} answered`);
    expect(scene.sandbox.scans).toHaveLength(1);
    scene.github.state.contents.set('main', new Map(Object.entries(policy('login.example.com'))));
    const refused = await runEvent(scene, { event: pullRequest(), inputs, runId: 2 });
    expect(refused.outputs['verdict']).toBe('inconclusive');
    expect(scene.sandbox.scans).toHaveLength(1);
  });
});
