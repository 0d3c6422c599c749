import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { uploadFiles } from '../../../src/publish/artifacts.ts';
import { type ArtifactService, startArtifactService } from '../../support/artifact-service.ts';
import { folderForTests } from '../../support/folder-for-tests.ts';
import { type JudgedOptions, judgedRun } from '../recorded-run.ts';

const folder = folderForTests();
const pathOf = (name: string) => {
  writeFileSync(join(folder, name), '{}');
  return join(folder, name);
};
const pdf = { type: 'ACTION_REPORT', path: pathOf('a.pdf') } as const;
const others = ['result.json', 'result.sarif'].map(pathOf);

// The artifact client reports its progress there.
beforeAll(() => {
  jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
});
afterAll(() => {
  jest.restoreAllMocks();
});

/** Uploads by the real client, which finds the service in the environment. */
async function upload(service: ArtifactService | null, options: JudgedOptions = {}) {
  const token = service?.runtimeToken() ?? '';
  Object.assign(process.env, { ACTIONS_RESULTS_URL: service?.url ?? '', ACTIONS_RUNTIME_TOKEN: token });
  const { publication, ports } = await judgedRun({ ...options, inputs: { disclosure: 'full' } });
  return { ...(await uploadFiles(publication, Promise.resolve([pdf]), others)), ports };
}

describe('uploadFiles', () => {
  test('uploads each PDF by itself, and the others as an archive that is named by key and attempt', async () => {
    await using service = await startArtifactService();
    const { pdfUrls, archive, ports } = await upload(service, { attempt: 2 });
    const byName = new Map(service.artifacts.map((artifact) => [artifact.name, artifact]));
    expect([...byName.keys()].sort()).toEqual(['a.pdf', 'scan-gate-CI-scan-2']);
    expect(byName.get('a.pdf')?.contentType).toBe('application/pdf');
    const uploaded = byName.get('scan-gate-CI-scan-2');
    expect(Object.keys(uploaded?.files ?? {}).sort()).toEqual(['result.json', 'result.sarif']);
    const page = 'https://github.com/acme/storefront/actions/runs/100/artifacts';
    expect(archive).toEqual({ id: Number(uploaded?.id), url: `${page}/${uploaded?.id}` });
    expect(pdfUrls).toEqual([`${page}/${byName.get('a.pdf')?.id}`]);
    // GitHub's setting decides how long it keeps them.
    expect(uploaded?.expiresAt).toBe('');
    expect(ports.log.of('group')).toEqual([expect.stringContaining('artifacts')]);
    expect(service.violations).toEqual([]);
  });

  test.each([
    ['https://github.com', true],
    ['https://acme.ghe.com', true],
    ['https://github.acme.example', false],
    ['https://ghe.com.evil.example', false],
    ['no address', false],
  ])('asks the artifact service of %s: %j', async (serverUrl, isAsked) => {
    await using service = await startArtifactService();
    await upload(service, { env: { GITHUB_SERVER_URL: serverUrl } });
    expect(service.requests.length > 0).toBe(isAsked);
  });
});

describe('uploads that fail are one warning that says what to do, and where the files are', () => {
  const enterprise = { GITHUB_SERVER_URL: 'https://github.acme.example' };
  test.each<[why: string, isServed: boolean, env: Record<string, string>, remedy: string]>([
    ['for want of storage', true, {}, 'Free artifact storage'],
    ['on a runner without the service', false, {}, 'keep them by a later step'],
    ['on a server without it', true, enterprise, 'actions/upload-artifact'],
  ])('%s', async (_why, isServed, env, remedy) => {
    await using service = await startArtifactService({ quotaExceeded: true });
    const { pdfUrls, archive, ports } = await upload(isServed ? service : null, { env });
    expect({ pdfUrls, archive }).toEqual({ pdfUrls: [null], archive: null });
    const [warning = '', ...more] = ports.log.of('warning');
    expect(more).toEqual([]);
    const places = 'at the paths in the outputs: result.json, result.sarif, a.pdf. ';
    for (const part of [places, remedy]) expect(warning).toContain(part);
    expect(warning).not.toContain(folder);
  });

  test('because another job has the name: the others are uploaded', async () => {
    await using service = await startArtifactService({ existing: ['scan-gate-CI-scan-1'] });
    const { pdfUrls, archive, ports } = await upload(service);
    expect(archive).toBeNull();
    expect(pdfUrls).toEqual([expect.any(String)]);
    const [warning] = ports.log.of('warning');
    expect(warning).toContain('outputs: result.json, result.sarif.');
    expect(warning).toContain('the same `comment-key`');
  });
});
