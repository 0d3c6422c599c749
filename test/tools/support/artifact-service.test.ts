import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type ArtifactService, startArtifactService } from '../../support/artifact-service.ts';

let folder = '';
const saved = { ...process.env };

beforeAll(async () => {
  // The client reports its progress there.
  jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
  folder = await mkdtemp(join(tmpdir(), 'artifact-'));
  await writeFile(join(folder, 'result.json'), '{"verdict":"pass"}\n');
  await writeFile(join(folder, 'noise.bin'), randomBytes(200_000));
});

afterAll(async () => {
  jest.restoreAllMocks();
  process.env = saved;
  await rm(folder, { recursive: true });
});

async function upload(service: ArtifactService, name: string, options: { retentionDays?: number } = {}) {
  Object.assign(process.env, {
    ACTIONS_RESULTS_URL: `${service.url}/ignored/path`,
    ACTIONS_RUNTIME_TOKEN: service.runtimeToken(),
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RETENTION_DAYS: '30',
    no_proxy: '127.0.0.1',
  });
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const files = [join(folder, 'result.json'), join(folder, 'noise.bin')];
  return await new DefaultArtifactClient().uploadArtifact(name, files, folder, options);
}

describe('the artifact service', () => {
  test('accepts what the real client uploads', async () => {
    await using service = await startArtifactService();
    const answer = await upload(service, 'scan-gate-ci', { retentionDays: 3 });
    const [artifact] = service.artifacts;
    expect(service.violations).toEqual([]);
    expect(String(answer.id)).toBe(artifact?.id);
    expect(answer.size).toBe(artifact?.bytes.length);
    expect(Object.keys(artifact?.files ?? {}).sort()).toEqual(['noise.bin', 'result.json']);
    expect(Buffer.from(artifact?.files['result.json'] ?? []).toString()).toBe('{"verdict":"pass"}\n');
    const days = (Date.parse(artifact?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(3);
  });

  test('refuses a name that is taken', async () => {
    await using service = await startArtifactService({ existing: ['old'] });
    await expect(upload(service, 'old')).rejects.toThrow('409');
    await upload(service, 'new');
    await expect(upload(service, 'new')).rejects.toThrow('already exists');
    expect(service.artifacts.map(({ name }) => name)).toEqual(['new']);
  });

  test('can be out of quota, or fail in a method', async () => {
    await using service = await startArtifactService({ quotaExceeded: true });
    await expect(upload(service, 'big')).rejects.toThrow(/quota/i);
    await using failing = await startArtifactService({
      faults: [{ path: /FinalizeArtifact$/, effect: { kind: 'status', status: 403, json: { msg: 'no' } } }],
    });
    await expect(upload(failing, 'any')).rejects.toThrow('403');
    expect(failing.artifacts).toEqual([]);
  });

  test('refuses a wrong hash and a call for another run', async () => {
    await using service = await startArtifactService();
    const ids = { workflow_run_backend_id: 'x', workflow_job_run_backend_id: 'y' };
    const call = async (method: string, body: object) => {
      const url = `${service.url}/twirp/github.actions.results.api.v1.ArtifactService/${method}`;
      const headers = {
        authorization: `Bearer ${service.runtimeToken()}`,
        'content-type': 'application/json',
      };
      return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
    };
    expect(await call('CreateArtifact', { ...ids, name: 'a' })).toBe(403);
    const scope: unknown = JSON.parse(
      Buffer.from(service.runtimeToken().split('.')[1] ?? '', 'base64url').toString(),
    );
    const [, run, job] = /Results:([^:]+):([^" ]+)/.exec(JSON.stringify(scope)) ?? [];
    const own = { workflow_run_backend_id: run, workflow_job_run_backend_id: job, name: 'a' };
    expect(await call('CreateArtifact', own)).toBe(200);
    await fetch(`${service.url}/account/container/a?sig=loopback`, { method: 'PUT', body: 'hello' });
    expect(await call('FinalizeArtifact', { ...own, size: '5', hash: 'sha256:00' })).toBe(400);
    expect(service.violations).toHaveLength(2);
  });
});
