/**
 * One process of `large.ts`: `node large-run.ts parse|reports <body>`. Prints the time and the memory it took, as JSON. `parse`
 * only calls `JSON.parse`. `reports` calls what a run calls from the first byte of the body on.
 */

import { mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assess } from '../src/gate/assess.ts';
import { readContext } from '../src/github/context.ts';
import { resolveSettings } from '../src/policy/settings.ts';
import { writeReportFile, writeReportPieces } from '../src/publish/files.ts';
import { annotate } from '../src/report/annotations.ts';
import { renderComment } from '../src/report/comment/comment.ts';
import { renderSummary } from '../src/report/comment/summary.ts';
import { renderLogTable } from '../src/report/log-table.ts';
import { buildModel } from '../src/report/model.ts';
import { resultDocument } from '../src/report/result-json/document.ts';
import { resultJson } from '../src/report/result-json/write.ts';
import { renderSarif } from '../src/report/sarif/sarif.ts';
import { textsIn } from '../src/report/texts/texts.ts';
import { createRedactor } from '../src/runner/redactor.ts';
import { readScan } from '../src/service/answers.ts';
import { jsonBody } from '../src/service/json-body.ts';
import { readStep } from '../test/support/read-step.ts';
import { peakMiB } from './process-cost.ts';

const chunkBytes = 64 * 1024;

/** The figures of one process. */
export interface LargeRun {
  readonly ms: number;
  /** While the body arrives, reading it from the disk included. */
  readonly arrivalMs: number;
  /** Peak of the resident memory. */
  readonly peakBytes: number;
  readonly logLines: number;
  /** By phase, in milliseconds. */
  readonly phases: Readonly<Record<string, number>>;
}

/** The body in chunks, as the network delivers it. */
function readChunks(path: string, take: (chunk: Uint8Array) => void): void {
  const file = openSync(path, 'r');
  for (;;) {
    const chunk = Buffer.alloc(chunkBytes);
    const bytes = readSync(file, chunk);
    if (bytes === 0) return;
    take(chunk.subarray(0, bytes));
  }
}

function parseAlone(path: string): Omit<LargeRun, 'peakBytes'> {
  const chunks: Uint8Array[] = [];
  readChunks(path, (chunk) => chunks.push(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  chunks.length = 0;
  const startedMs = performance.now();
  const value: unknown = JSON.parse(text);
  const ms = performance.now() - startedMs;
  if (typeof value !== 'object') throw new Error('The body is not a result.');
  return { ms, arrivalMs: 0, logLines: 0, phases: {} };
}

const secrets = ['key-0f5a9c2e77d14b83', 'ghs_16C7e42F292c6912E7710c838347Ae178B4a'];
const given = new Map([
  ['api-key', secrets[0]],
  ['base-url', 'https://service.example'],
  ['url', 'https://shop.example'],
]);

async function reports(path: string, folder: string): Promise<Omit<LargeRun, 'peakBytes'>> {
  const inputs = await readStep((name) => given.get(name) ?? '');
  const settings = resolveSettings(inputs.given, null, 'en');
  const context = readContext({ GITHUB_REPOSITORY: 'acme/storefront', GITHUB_RUN_ID: '7' }, {});
  const texts = textsIn.en;
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  const body = jsonBody({ maxBytes: 2 ** 28, redact: redactor.redact }, readScan);
  const beganMs = performance.now();
  readChunks(path, (chunk) => body.write(chunk));
  const arrivalMs = performance.now() - beganMs;

  const phases: Record<string, number> = {};
  const startedMs = performance.now();
  let phaseMs = startedMs;
  const phase = (name: string) => {
    const nowMs = performance.now();
    phases[name] = nowMs - phaseMs;
    phaseMs = nowMs;
  };
  const answer = await body.end();
  if (answer.state === 'queued') throw new Error('The body is not a result.');
  const { result, raw } = answer;
  phase('read');
  const gate = {
    preferences: null,
    problem: null,
    partial: false,
    baseline: { kind: 'none' },
    organizationBaseline: { kind: 'none' },
    doubts: [],
  } as const;
  const { policy } = settings;
  const assessment = assess({ ...gate, result, policy, host: 'shop.example', now: Date.now() });
  phase('gate');
  const outcome = { ...gate, scanId: 'a-scan', origin: 'started', result, raw, percentage: 100 } as const;
  const files = { artifact: null, pdfs: [], missing: [] };
  const pullRequest = { kind: 'none' } as const;
  const parts = {
    ...{ inputs, settings, target: inputs.target.url, context, pullRequest },
    ...{ outcome, assessment, files },
  };
  const model = buildModel({ ...parts, durationMs: 1000, now: Date.now() });
  const { length } = renderLogTable(model);
  phase('log');
  const document = resultDocument(model, { reason: '', raw });
  await writeReportPieces(folder, 'result.json', resultJson(document));
  const category = { category: 'bench', toolVersion: '1.0.0' };
  const place = { workflowRef: null, repository: 'acme/storefront' };
  writeReportFile(folder, 'result.sarif', renderSarif(model, texts, { ...category, ...place }));
  phase('result.json and SARIF');
  writeReportFile(
    folder,
    'report.md',
    redactor.redact(renderComment(model, texts, { marker: '<!-- m -->' })),
  );
  phase('comment');
  writeReportFile(folder, 'summary.md', redactor.redact(renderSummary(model, texts)));
  phase('summary');
  annotate(model, texts);
  phase('annotations');
  return { ms: performance.now() - startedMs, arrivalMs, logLines: length, phases };
}

const [mode, path = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'scan-gate-large-'));
try {
  const run = mode === 'parse' ? parseAlone(path) : await reports(path, folder);
  const peakBytes = (await peakMiB(process.pid)) * 2 ** 20;
  process.stdout.write(JSON.stringify({ ...run, peakBytes } satisfies LargeRun));
} finally {
  rmSync(folder, { recursive: true });
}
