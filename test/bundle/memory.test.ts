import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Endpoint, Fault } from '../../sandbox/faults.ts';
import { startScene } from '../e2e/scene.ts';
import { filesOfJob } from '../support/hostile/job-folder.ts';
import { foreignCommands } from '../support/hostile/job-log.ts';

const mebibyte = 1024 * 1024;
const peakMemory = new URL('../support/hostile/peak-memory.js', import.meta.url).href;

interface Load {
  readonly endpoint: Endpoint;
  readonly fault: () => Fault;
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  /** What the reason or, for a report, the log says. */
  readonly says?: RegExp;
  /** Limit of the resident set. A bare start takes about 130 MiB. */
  readonly peakMiB: number;
}

/** A finished result with something huge in it. */
function grown(huge: Readonly<Record<string, unknown>>): Fault {
  return {
    kind: 'mutate',
    mutate: (answer) => {
      const result: Record<string, unknown> = typeof answer === 'object' ? { ...answer } : {};
      return result['endDate'] === null ? result : { ...result, ...huge };
    },
  };
}

function issue(severity: string, name: string): object {
  return { group: 'Unspecified Threat', name, severity, cve: [], cwe: [79], cvss: { score: 9, detail: '' } };
}

const manyNames = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${index}`, 1]));
const nested = (open: string, close: string) => `${open.repeat(100_000)}1${close.repeat(100_000)}`;
const finished = (percentage: string) =>
  `"identificator":"","percentage":${percentage},"endDate":"2026-11-21T10:00:00Z","totalChecked":1,"issues":{},"issuesSummary":{}`;

/**
 * For a run without a large result. Node.js, the bundle with the clients of GitHub and of the artifact service, and a few
 * garbage collections that are still due take 120 to 200 MiB, on a loaded machine too.
 */
const smallMiB = 300;

/**
 * Limits of answers: 256 MiB for a result, 64 MiB for the list, 8 MiB for a start, and 64 MiB for a report, which goes to
 * the disk. A result is in memory as bytes, as text and as objects, for a moment at the same time, so it may take three
 * times its size. Hosted runners have 7 GiB and more. Answers without end and compressed bombs: `service-faults.test.ts`.
 */
const loads: Readonly<Record<string, Load>> = {
  'a report without end': {
    endpoint: 'report',
    fault: () => ({ kind: 'endless-body', contentType: 'application/pdf' }),
    verdict: 'pass',
    says: /PDF/,
    peakMiB: smallMiB,
  },
  'a report one byte above its limit': {
    endpoint: 'report',
    fault: () => ({
      kind: 'body',
      contentType: 'application/pdf',
      body: Buffer.alloc(64 * mebibyte + 1, '%PDF-1.7\n'),
    }),
    verdict: 'pass',
    says: /64/,
    peakMiB: smallMiB,
  },
  'an error page without end': {
    endpoint: 'fetch',
    fault: () => ({ kind: 'status', code: 400, body: 'x'.repeat(50_000_000) }),
    verdict: 'inconclusive',
    says: /400/,
    peakMiB: smallMiB,
  },
  'arrays nested 100,000 deep': {
    endpoint: 'fetch',
    fault: () => ({
      kind: 'body',
      body: `{${finished('"100.00"')},"preferences":{"x":${nested('[', ']')}}}`,
    }),
    verdict: 'inconclusive',
    says: /nested too deep/,
    peakMiB: smallMiB,
  },
  'objects nested 100,000 deep': {
    endpoint: 'fetch',
    fault: () => ({ kind: 'body', body: `{${finished('"100.00"')},"information":${nested('{"a":', '}')}}` }),
    verdict: 'inconclusive',
    says: /nested too deep/,
    peakMiB: smallMiB,
  },
  'an error nested 10,000 deep': {
    endpoint: 'fetch',
    fault: () => ({
      kind: 'status',
      code: 400,
      body: `{"detail":${'['.repeat(10_000)}1${']'.repeat(10_000)}}`,
    }),
    verdict: 'inconclusive',
    says: /400/,
    peakMiB: smallMiB,
  },
  'eight million objects in 111 KB': {
    endpoint: 'fetch',
    fault: () => ({
      kind: 'body',
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(`{"issues":[${'{},'.repeat(7_999_999)}{}]}`),
    }),
    verdict: 'inconclusive',
    says: /too many values and was not read/,
    peakMiB: smallMiB,
  },
  '48 MiB of services': {
    endpoint: 'fetch',
    fault: () => ({
      kind: 'body',
      body: `{${finished('"100.00"')},"information":{"services":[${'{"port":443},'.repeat(3_800_000)}{}]}}`,
    }),
    verdict: 'pass',
    peakMiB: 1024,
  },
  'a million findings': {
    endpoint: 'fetch',
    fault: () => ({
      kind: 'body',
      body: `{${finished('"100.00"').replace('"issues":{}', `"issues":[${'{},'.repeat(1_000_000)}{}]`)}}`,
    }),
    verdict: 'fail',
    says: /issues.{0,9} should be a list of at most 100,000 entries/,
    peakMiB: 500,
  },
  'a list of too many targets': {
    endpoint: 'list',
    fault: () => ({ kind: 'body', body: `[${'{"url":"a"},'.repeat(100_000)}{}]` }),
    verdict: 'inconclusive',
    says: /the body.{0,9} should be a list of at most 100,000 entries/,
    peakMiB: 768,
  },
  'a name of 20 MB': {
    endpoint: 'fetch',
    fault: () => grown({ issues: [issue('low', 'x'.repeat(20_000_000))], issuesSummary: { low: 1 } }),
    verdict: 'pass',
    peakMiB: 450,
  },
  '100,000 findings': {
    endpoint: 'fetch',
    fault: () =>
      grown({
        issues: Array.from({ length: 100_000 }, (_, index) =>
          issue(index % 2 === 0 ? 'low' : 'high', `finding ${index}`),
        ),
        issuesSummary: { low: 50_000, high: 50_000 },
      }),
    verdict: 'fail',
    peakMiB: 768,
  },
  '100,000 names in each map': {
    endpoint: 'fetch',
    fault: () => {
      const names = manyNames(100_000);
      return grown({
        issuesCategoriesSummary: names,
        preferences: names,
        information: { components: names, web_server: names },
        issuesSummary: names,
      });
    },
    verdict: 'fail',
    peakMiB: 500,
  },
};

let ran = 0;
let highestMiB = 0;

describe('the run ends with a verdict in bounded time and memory, however large an answer is', () => {
  test.each(Object.keys(loads))('%s', async (name) => {
    const load = loads[name];
    if (load === undefined) throw new Error(name);
    await using scene = await startScene({ shipped: true });
    scene.sandbox.faults = [{ endpoint: load.endpoint, fault: load.fault() }];
    const folder = await mkdtemp(join(tmpdir(), 'scan-gate-peak-'));
    await using _removal = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
    const peakFile = join(folder, 'peak');
    const result = await scene.run({
      inputs: {
        url: scene.hardened.url,
        'wait-for-url': '0',
        // What is refused is asked for until the time is up.
        timeout: load.verdict === 'inconclusive' ? '12s' : '60s',
        ...(load.endpoint === 'list' ? { 'reuse-within': '1h' } : {}),
      },
      env: {
        NODE_OPTIONS: `--import=${peakMemory}`,
        PEAK_MEMORY_FILE: peakFile,
      },
      timeoutMs: 40_000,
    });
    const peakMiB = Number(await readFile(peakFile, 'utf8')) / 1024;
    expect(result.outputs['verdict']).toBe(load.verdict);
    expect(result.exitCode).toBe(load.verdict === 'pass' ? 0 : 1);
    expect(`${result.outputs['reason']}\n${result.maskedLog}`).toMatch(load.says ?? /./);
    expect(peakMiB).toBeGreaterThan(20);
    expect(peakMiB).toBeLessThan(load.peakMiB);
    expect(foreignCommands(result.lines)).toEqual([]);
    // The log is short, and no part of a report is left behind.
    expect(result.stdout.length).toBeLessThan(100_000);
    expect(Buffer.byteLength(result.summary)).toBeLessThanOrEqual(mebibyte);
    const partial = [...(await filesOfJob(result.temp))].filter(([file]) => file.endsWith('.pdf'));
    expect(partial.length).toBe(load.endpoint === 'report' || load.verdict === 'inconclusive' ? 0 : 1);
    ran += 1;
    highestMiB = Math.max(highestMiB, peakMiB);
  });
});

afterAll(() => {
  process.stderr.write(`bounds: ${ran} oversized answers, at most ${Math.round(highestMiB)} MiB of memory\n`);
});
