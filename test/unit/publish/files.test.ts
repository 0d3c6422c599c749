import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { classified } from '../../../src/core/classified-text.ts';
import { CancelledError, type Problem, ProblemError } from '../../../src/core/problem.ts';
import { makeRunFolder, publishFiles, writeRunFile } from '../../../src/publish/files.ts';
import { resultDocument } from '../../../src/report/files/result/document.ts';
import { startArtifactService } from '../../support/artifact-service.ts';
import { schedule } from '../../support/events.ts';
import { folderForTests } from '../../support/folder-for-tests.ts';
import { type DecidedOptions, decidedRun, recordedPorts } from '../recorded-run.ts';
import { partialClient } from '../scan/scripted-client.ts';

const temp = folderForTests();
const saved = { ...process.env };

beforeAll(() => {
  // The artifact client reports its progress there.
  jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
});
afterAll(() => {
  jest.restoreAllMocks();
  process.env = saved;
});

test('makeRunFolder makes a new folder each time, and a missing parent', async () => {
  const parent = join(temp, 'new', 'deep');
  const ports = recordedPorts({ runner: { tempFolder: parent } });
  const [one, other] = [(await makeRunFolder(ports)) ?? '', (await makeRunFolder(ports)) ?? ''];
  expect(one).not.toBe(other);
  expect(dirname(one)).toBe(parent);
  expect(statSync(other).isDirectory()).toBe(true);
});

test('writeRunFile writes a file that only its owner can read', async () => {
  const path =
    (await writeRunFile({ ports: recordedPorts(), folder: temp }, 'a.json', () => '{"ü": 1}\n')) ?? '';
  expect(path).toBe(join(temp, 'a.json'));
  expect(readFileSync(path, 'utf8')).toBe('{"ü": 1}\n');
  expect(statSync(path).mode & 0o077).toBe(0);
});

describe('the files of a run', () => {
  const refused: Problem = {
    kind: 'service',
    operation: 'report',
    tries: 1,
    fault: { kind: 'status', status: 403, detail: classified('detail', 'not your plan'), retryAfterMs: null },
  };
  /** A service whose reports are fetched, or fail with `error`. */
  const clientWith = (error: unknown = null) =>
    partialClient({
      pdfReport: async (_request, path) => {
        if (error !== null) throw error;
        writeFileSync(path, '%PDF-1.7');
      },
    });

  /** Not uploaded, unless `options` say so. */
  async function write(options: DecidedOptions = {}) {
    const inputs = { disclosure: 'counts', ...options.inputs };
    const run = { client: clientWith(), ...options.run };
    const decided = await decidedRun({ event: schedule(), ...options, inputs, run });
    return { ...decided, files: await publishFiles({ ...decided.publication, verdictLine: 'the reason' }) };
  }

  test('are PDF reports, the result and SARIF', async () => {
    const { files } = await write({
      inputs: { reports: 'ACTION_REPORT, COMMERCIAL_RISK_REPORT' },
    });
    const types = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'];
    const result: unknown = JSON.parse(readFileSync(files.outputs['result-path'] ?? '', 'utf8'));
    expect(result).toMatchObject({ verdict: 'pass', reason: 'the reason', artifactUrl: null });
    const sarif: unknown = JSON.parse(readFileSync(files.outputs['sarif-path'] ?? '', 'utf8'));
    expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ results: [] }] });
    const pdfs = types.map((type) => ({ type, url: null }));
    expect(files.forReports).toMatchObject({ pdfs, missing: [] });
  });

  test('have the whole document as the result, which is written again over the first', async () => {
    const raw = { identificator: 'é💥' };
    const scanned = { issues: [{ name: 'ü', severity: 'low' }], issuesSummary: { low: 1 } };
    const { files, publication } = await write({ scanEnd: { raw }, scanned });
    const facts = { reason: 'é', artifactUrl: null, raw };
    await publishFiles({ ...publication, verdictLine: 'é' });
    const written: unknown = JSON.parse(readFileSync(files.outputs['result-path'] ?? '', 'utf8'));
    expect(written).toEqual(resultDocument(publication.fullModel, facts));
  });

  test('have no secret, whatever a problem quotes', async () => {
    const key = 'key-"0123456789';
    const fault = { ...refused.fault, detail: classified('detail', `The key ${key} is unknown`) };
    const problem: Problem = { ...refused, operation: 'start', fault };
    const { files } = await write({ inputs: { 'api-key': key }, scanEnd: { problem } });
    const text = readFileSync(files.outputs['result-path'] ?? '', 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      reasons: [{ problem: { fault: { detail: 'The key *** is unknown' } } }],
    });
  });

  test.each<[when: string, options: DecidedOptions]>([
    ['without a scan', { scanEnd: { scanId: null } }],
    ['of a scan that did not finish', { scanEnd: { problem: { kind: 'nothing-checked' } } }],
    ['of a partial result', { scanEnd: { partial: true } }],
    ['after a cancel', { ports: { cancelled: AbortSignal.abort(new CancelledError('SIGINT')) } }],
  ])('have no PDF report %s', async (_when, options) => {
    const { files, ports } = await write(options);
    expect(files.forReports.pdfs).toEqual([]);
    expect(files.outputs['result-path']).not.toBeNull();
    expect(ports.log.of('warning')).toEqual([]);
  });

  test.each([
    ['full', 'not your plan'],
    ['counts', 'HTTP 403'],
  ])('have a warning for a PDF report that fails, and the report says so: %s', async (disclosure, says) => {
    const run = { client: clientWith(new ProblemError(refused)) };
    const env = { GITHUB_SERVER_URL: 'https://github.acme.example' };
    const { files, ports } = await write({ inputs: { disclosure }, run, env });
    expect(ports.log.of('warning')[0]).toMatch(new RegExp(`ACTION_REPORT.*${says}`));
    if (disclosure === 'counts') expect(ports.log.of('warning').join()).not.toContain('not your plan');
    const missing = [{ type: 'ACTION_REPORT', why: expect.stringContaining('403') }];
    expect(files.forReports).toMatchObject({ pdfs: [], missing });
  });

  test('have a warning for a PDF report that was cancelled, with the scan that has it', async () => {
    const run = { client: clientWith(new CancelledError('SIGINT')) };
    const { ports } = await write({ run });
    expect(ports.log.of('warning')).toEqual([expect.stringMatching(/ACTION_REPORT.*scan-1/)]);
  });

  test('that cannot be written are a warning each, and without a folder there are none', async () => {
    const { publication, ports } = await write();
    const gone = await publishFiles({ ...publication, folder: join(temp, 'gone') });
    expect(gone.outputs).toMatchObject({ 'result-path': null, 'sarif-path': null, 'evidence-path': null });
    expect(ports.log.of('warning').filter((warning) => warning.includes('report file'))).toHaveLength(3);
    const none = await publishFiles({ ...publication, folder: null });
    expect(none.outputs).toMatchObject({
      'report-path': null,
      'result-path': null,
      'sarif-path': null,
      'evidence-path': null,
    });
  });

  test('have evidence that is JSON, whatever a secret looks like', async () => {
    const { files } = await write({ inputs: { 'api-key': 'null' } });
    expect(JSON.parse(readFileSync(files.outputs['evidence-path'] ?? '', 'utf8'))).toMatchObject({
      result: 'PASSED',
    });
  });

  test('have evidence with the digest of the result', async () => {
    const { files } = await write();
    const sha256 = hash('sha256', readFileSync(files.outputs['result-path'] ?? ''));
    const evidence: unknown = JSON.parse(readFileSync(files.outputs['evidence-path'] ?? '', 'utf8'));
    expect(evidence).toMatchObject({
      result: 'PASSED',
      configuration: expect.arrayContaining([{ name: 'result.json', digest: { sha256 } }]),
    });
  });

  test('are not uploaded if findings are withheld', async () => {
    const { files, ports } = await write({ inputs: { disclosure: 'counts' } });
    expect(files.outputs['artifact-id']).toBeNull();
    expect(ports.log.of('group')).toEqual([]);
  });

  test('are named in the report only if they are in the artifact', async () => {
    await using service = await startArtifactService();
    const token = service.runtimeToken();
    // The artifact client finds the service there.
    Object.assign(process.env, { ACTIONS_RESULTS_URL: service.url, ACTIONS_RUNTIME_TOKEN: token });
    const { publication } = await write({ inputs: { disclosure: 'counts' } });
    // In its place is a folder, so that the file cannot be written.
    const folder = join(temp, 'no-sarif');
    mkdirSync(join(folder, 'result.sarif'), { recursive: true });
    const setup = { ...publication.decided.setup, disclosure: { mode: 'full' } } as const;
    const decided = { ...publication.decided, setup };
    const { forReports: shown } = await publishFiles({ ...publication, decided, folder });
    expect(shown.artifact).toEqual({ url: expect.any(String), formats: ['JSON'] });
  });

  test('that cannot be uploaded are a warning that says where they are', async () => {
    const env = { GITHUB_SERVER_URL: 'https://github.acme.example' };
    const inputs = { disclosure: 'full' };
    const { files, ports } = await write({ env, inputs });
    expect(files.outputs['artifact-id']).toBeNull();
    expect(ports.log.of('warning')).toEqual([
      expect.stringMatching(/ACTION_REPORT[^,]*\.pdf, result\.json, result\.sarif/),
    ]);
    expect(ports.log.of('group')).toEqual([expect.stringContaining('artifact')]);
    const cancelled = AbortSignal.abort(new CancelledError('SIGINT'));
    const late = await write({ env, inputs, ports: { cancelled } });
    expect(late.ports.log.of('warning')).toEqual([]);
  });
});
