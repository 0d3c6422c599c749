import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { artifactWarning, uploadArtifact } from '../../../src/publish/upload-artifact.ts';
import {
  type ArtifactService,
  type ArtifactServiceOptions,
  startArtifactService,
} from '../../support/artifact-service.ts';
import { folderForTests } from '../../support/folder-for-tests.ts';

describe('adviseOnArtifact', () => {
  const files = ['/tmp/x/a.pdf', '/tmp/x/result.json'];

  test.each([
    ['@actions/artifact v2.0.0+ are not currently supported on GHES.', 'actions/upload-artifact'],
    ['Failed to CreateArtifact: storage quota has been hit', '`retention-days`'],
    ['Unable to get the ACTIONS_RUNTIME_TOKEN env variable', 'no artifact service'],
    ['socket hang up', 'Re-run the job'],
  ])('says of "%s" what to do, and where the files are', (message, remedy) => {
    const advice = artifactWarning(new Error(message), files);
    expect(advice).toContain(remedy);
    expect(advice).toContain('The files (a.pdf, result.json) are on the runner all the same');
    expect(advice).not.toContain('/tmp/x');
  });

  test.each([
    ['result.json', '`result-path`'],
    ['result.json, result.sarif', '`result-path` and `sarif-path`'],
    ['a.pdf, b.pdf, result.json, result.sarif', '`report-path`, `result-path` and `sarif-path`'],
  ])('names only the outputs that are set, for %s', (names, outputs) => {
    const written = names.split(', ').map((name) => `/x/${name}`);
    expect(artifactWarning(new Error('socket hang up'), written)).toContain(
      `The files (${names}) are on the runner all the same, at ${outputs}. Re-run`,
    );
  });
});

describe('uploadArtifact', () => {
  const folder = folderForTests();
  const files = ['result.json', 'result.sarif'].map((name) => join(folder, name));
  const serverUrl = 'https://github.com';
  const saved = { ...process.env };

  beforeAll(() => {
    // The client reports its progress there.
    jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
    for (const file of files) writeFileSync(file, '{}');
  });
  afterAll(() => {
    jest.restoreAllMocks();
    process.env = saved;
  });

  /** Uploads by the real client, which finds the service in the environment. */
  async function upload(service: ArtifactService, retentionDays: number | null = null) {
    const token = service.runtimeToken();
    Object.assign(process.env, { ACTIONS_RESULTS_URL: service.url, ACTIONS_RUNTIME_TOKEN: token });
    return uploadArtifact('gate', files, { serverUrl, runUrl: `${serverUrl}/run` }, retentionDays);
  }

  test('uploads all files as one artifact, and says where it is', async () => {
    await using service = await startArtifactService();
    const uploaded = await upload(service, 3);
    const [artifact, ...more] = service.artifacts;
    expect(more).toEqual([]);
    expect(Object.keys(artifact?.files ?? {}).sort()).toEqual(['result.json', 'result.sarif']);
    const id = Number(artifact?.id);
    expect(artifact?.name).toBe('gate');
    expect(uploaded).toEqual({ id, url: `https://github.com/run/artifacts/${id}` });
    const days = (Date.parse(artifact?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(3);
    await using plain = await startArtifactService();
    await upload(plain);
    expect(plain.artifacts[0]?.expiresAt).toBe('');
  });

  test.each<[options: ArtifactServiceOptions, expected: string | RegExp]>([
    [{ existing: ['gate'] }, 'gate-2'],
    [{ existing: ['gate', 'gate-2', 'gate-3'] }, 'gate-4'],
    [{ existing: ['gate', 'gate-2', 'gate-3', 'gate-4'] }, /409/],
  ])('takes another name if an earlier attempt has it, up to the fourth: %j', async (options, expected) => {
    await using service = await startArtifactService(options);
    const uploading = await upload(service).catch((error: unknown) => error);
    if (typeof expected === 'string') expect(service.artifacts.map(({ name }) => name)).toEqual([expected]);
    else expect(String(uploading)).toMatch(expected);
  });

  test.each([
    ['https://github.com', true],
    ['https://acme.ghe.com', true],
    ['https://github.acme.example', false],
    ['https://ghe.com.evil.example', false],
    ['no address', false],
  ])('asks the artifact service of %s: %j', async (serverUrl, isAsked) => {
    await using service = await startArtifactService({ quotaExceeded: true });
    const token = service.runtimeToken();
    Object.assign(process.env, { ACTIONS_RESULTS_URL: service.url, ACTIONS_RUNTIME_TOKEN: token });
    const uploading = uploadArtifact('gate', files, { serverUrl, runUrl: serverUrl }, null);
    await expect(uploading).rejects.toThrow(isAsked ? /quota/ : 'no artifact service for this client');
    expect(service.requests.length > 0).toBe(isAsked);
  });
});
