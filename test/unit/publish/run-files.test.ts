import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CancelledError, ProblemError } from '../../../src/core/problem.ts';
import { makeRunFolder, publishFiles, writeRunFile } from '../../../src/publish/run-files.ts';
import { resultDocument } from '../../../src/report/files/result.ts';
import { schedule } from '../../support/events.ts';
import { folderForTests } from '../../support/folder-for-tests.ts';
import { type JudgedOptions, judgedRun, recordedPorts } from '../recorded-run.ts';

const temp = folderForTests();

test('makeRunFolder makes a new folder each time, and a missing parent', async () => {
  const parent = join(temp, 'new', 'deep');
  const ports = recordedPorts({ runner: { tempFolder: parent } });
  const [one, other] = [(await makeRunFolder(ports)) ?? '', (await makeRunFolder(ports)) ?? ''];
  expect(one).not.toBe(other);
  expect(dirname(one)).toBe(parent);
  expect(statSync(other).isDirectory()).toBe(true);
});

test('makeRunFolder warns if there can be none', async () => {
  writeFileSync(join(temp, 'file'), '');
  const ports = recordedPorts({ runner: { tempFolder: join(temp, 'file', 'folder') } });
  expect(await makeRunFolder(ports)).toBeNull();
  expect(ports.log.of('warning')).toEqual([expect.stringContaining('`RUNNER_TEMP`')]);
});

test('writeRunFile writes a file that only its owner can read', async () => {
  const path = (await writeRunFile(recordedPorts(), temp, 'a.json', () => '{"ü": 1}\n')) ?? '';
  expect(path).toBe(join(temp, 'a.json'));
  expect(readFileSync(path, 'utf8')).toBe('{"ü": 1}\n');
  expect(statSync(path).mode & 0o077).toBe(0);
});

/** Not uploaded. The service makes each report, or fails with `error`. */
async function write({ error, ...options }: JudgedOptions & { readonly error?: Error } = {}) {
  const fetchPdfReport = async () => {
    if (error !== undefined) throw error;
    return Buffer.from('%PDF-1.7');
  };
  const inputs = { disclosure: 'counts', ...options.inputs };
  const run = await judgedRun({ event: schedule(), service: { fetchPdfReport }, ...options, inputs });
  return { ...run, ...(await publishFiles(run.publication, run.ports.runner.tempFolder)) };
}

const readJson = (path: string | null): unknown => JSON.parse(readFileSync(path ?? '', 'utf8'));

describe('the files of a run', () => {
  test('are PDF reports, the result and SARIF', async () => {
    const { files, outputs } = await write({ inputs: { reports: 'ACTION_REPORT, COMMERCIAL_RISK_REPORT' } });
    expect(readJson(outputs['result-path'])).toMatchObject({ verdict: 'pass' });
    expect(readJson(outputs['sarif-path'])).toMatchObject({ version: '2.1.0', runs: [{ results: [] }] });
    expect(readFileSync(String(outputs['report-path']), 'utf8')).toBe('%PDF-1.7');
    const pdfs = ['ACTION_REPORT', 'COMMERCIAL_RISK_REPORT'].map((type) => ({ type, url: null }));
    expect(files).toEqual({ artifactUrl: null, hasSarif: true, pdfs, missing: [] });
  });

  test('have the whole document as the result, with the answer of the service', async () => {
    const raw = { identificator: 'é💥' };
    const scanned = { issues: [{ name: 'ü', severity: 'low' }], issuesSummary: { low: 1 } };
    const { outputs, publication } = await write({ scan: { raw }, scanned });
    const { fullModel, reason } = publication;
    const document = resultDocument(fullModel, { reason, raw });
    expect(readJson(outputs['result-path'])).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('hold no secret that the service quotes, and stay JSON', async () => {
    const key = 'key-"0123456789';
    const { outputs } = await write({ inputs: { 'api-key': key }, scan: { raw: { said: [key] } } });
    expect(readJson(outputs['result-path'])).toMatchObject({ raw: { said: ['***'] } });
  });

  test('have no SARIF without a verdict on the whole scan: GitHub would close alerts that are real', async () => {
    const { outputs } = await write({ scanned: { totalChecked: 0 } });
    expect(outputs).toMatchObject({ 'sarif-path': null, 'result-path': expect.any(String) });
  });

  test('go on without a PDF report that fails, and the reports say why it is missing', async () => {
    const problem = { kind: 'service', operation: 'report', tries: 1, fault: { kind: 'not-pdf' } } as const;
    const { files, outputs, ports } = await write({ error: new ProblemError(problem) });
    expect(files).toMatchObject({ pdfs: [], missing: [{ type: 'ACTION_REPORT', why: expect.any(String) }] });
    expect(outputs).toMatchObject({ 'report-path': null, 'sarif-path': expect.any(String) });
    expect(ports.log.of('warning')).toHaveLength(1);
  });

  test('have a PDF report named after key, attempt and type, so that it is unique in a run of the workflow', async () => {
    const { outputs } = await write({ attempt: 2, inputs: { 'comment-key': 'shop' } });
    expect(basename(outputs['report-path'] ?? '')).toBe('scan-gate-shop-2-ACTION_REPORT.pdf');
  });

  test('that cannot be written are a warning each, and without a folder there are none', async () => {
    const { publication, ports } = await write({ inputs: { reports: 'ACTION_REPORT' } });
    const none = { 'report-path': null, 'result-path': null, 'sarif-path': null };
    const { outputs, files } = await publishFiles(publication, join(temp, 'gone'));
    expect(outputs).toMatchObject(none);
    expect(files.missing).toEqual([
      { type: 'ACTION_REPORT', why: expect.stringContaining('not be written') },
    ]);
    expect(ports.log.of('warning')).toHaveLength(3);
    expect((await publishFiles(publication, null)).outputs).toMatchObject(none);
    expect(ports.log.of('warning')).toHaveLength(3);
  });

  test('keep the one that is whole, if another text does not fit in its place', async () => {
    const folder = join(temp, 'blocked');
    mkdirSync(join(folder, 'result.json'), { recursive: true });
    const { publication } = await write({ inputs: { reports: 'none' } });
    const { outputs } = await publishFiles(publication, folder);
    expect(outputs).toMatchObject({ 'result-path': null, 'sarif-path': join(folder, 'result.sarif') });
  });

  const cancelled = AbortSignal.abort(new CancelledError('SIGINT'));
  test.each<[why: string, options: JudgedOptions]>([
    ['if findings are withheld', {}],
    ['after a cancel', { inputs: { disclosure: 'full' }, ports: { cancelSignal: cancelled } }],
  ])('are not uploaded %s', async (_why, options) => {
    const { outputs, ports } = await write(options);
    expect(outputs).toMatchObject({ 'artifact-id': null, 'artifact-url': null, 'report-url': null });
    expect(outputs['result-path']).not.toBeNull();
    expect([...ports.log.of('group'), ...ports.log.of('warning')]).toEqual([]);
  });
});
