import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { listenOnLoopback } from '../../../sandbox/loopback-server.ts';
import { HEAD_SHA, pullRequest } from '../../support/events.ts';
import { addDeployment } from '../../support/github/state.ts';
import { pull, runEvent } from '../events/event-scene.ts';
import { passOn } from '../pass-on.ts';
import { startScene } from '../scene.ts';

interface Front extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Method and path of each request, as it came. */
  readonly requests: readonly string[];
}

interface FrontOptions {
  /** Address of the server behind. */
  readonly before: string;
  /** The path at the server behind; `null` is answered 404. */
  readonly rewrite: (path: string) => string | null;
}

/** Starts a server before a server, with other paths. */
async function startFront({ before, rewrite }: FrontOptions): Promise<Front> {
  const requests: string[] = [];
  const server = await listenOnLoopback((incoming, response) => {
    const { method = 'GET', url = '/' } = incoming;
    requests.push(`${method} ${url}`);
    const path = rewrite(url);
    if (path === null) response.writeHead(404).end();
    else passOn({ incoming, response, path, upstream: before }).catch(() => response.destroy());
  });
  return { ...server, requests };
}

test('GitHub Enterprise Server: its own API addresses, and files on the runner instead of artifacts', async () => {
  await using scene = await startScene({ github: { pulls: [pull] } });
  const rewrite = (path: string) => {
    if (path === '/api/graphql') return '/graphql';
    return path.startsWith('/api/v3/') ? path.slice('/api/v3'.length) : null;
  };
  await using ghes = await startFront({ before: scene.github.url, rewrite });
  const statuses = [{ state: 'success', environmentUrl: scene.weak.url }] as const;
  addDeployment(scene.github.state, { sha: HEAD_SHA, environment: 'Preview', statuses });
  const options = {
    event: pullRequest(),
    inputs: { reports: 'ACTION_REPORT' },
    env: {
      GITHUB_SERVER_URL: 'https://ghe.acme.example',
      GITHUB_API_URL: `${ghes.url}/api/v3`,
      GITHUB_GRAPHQL_URL: `${ghes.url}/api/graphql`,
    },
  };
  await runEvent(scene, { ...options, runId: 1 });
  // The second run asks who owns its token, to find its own comment.
  const result = await runEvent(scene, { ...options, runId: 2 });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'fail']);
  expect(scene.comments()).toHaveLength(1);
  const paths = ghes.requests.map((request) => request.split(' ')[1] ?? '');
  expect(paths.filter((path) => !path.startsWith('/api/v3/') && path !== '/api/graphql')).toEqual([]);
  expect(paths).toContain('/api/graphql');
  // No artifact service: a warning with the remedy, and the files are where the outputs say.
  const warnings = result.annotations.warning.map(({ message }) => message);
  expect(warnings).toContainEqual(
    expect.stringMatching(/GitHub Enterprise Server.*actions\/upload-artifact/s),
  );
  expect([result.outputs['artifact-id'], result.outputs['artifact-url']]).toEqual(['', '']);
  for (const name of ['report-path', 'result-path', 'summary-path']) {
    await expect(access(result.outputs[name] ?? '')).resolves.toBeUndefined();
  }
  expect(scene.artifacts.requests).toEqual([]);
});

test('a temporary folder may have spaces and letters of other alphabets in its name', async () => {
  await using scene = await startScene({ github: { pulls: [pull] } });
  const root = await mkdtemp(join(tmpdir(), 'scan-gate-paths-'));
  const temp = join(root, 'Program Files (x86)', "Zoë's & Łukasz’ Rechner");
  try {
    const inputs = { url: scene.hardened.url, reports: 'ACTION_REPORT' };
    const { outputs, annotations } = await runEvent(scene, { event: pullRequest(), inputs, temp });
    expect([outputs['verdict'], annotations.warning]).toEqual(['pass', []]);
    for (const name of ['report-path', 'result-path', 'summary-path']) {
      expect(outputs[name]).toContain(temp);
      await expect(access(outputs[name] ?? '')).resolves.toBeUndefined();
    }
    // Names in the artifact do not contain the folder.
    const names = Object.keys(scene.artifacts.artifacts[0]?.files ?? {});
    expect(names.filter((name) => name.includes('/') || name.includes('\\'))).toEqual([]);
    expect(names).toContain('result.json');
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
