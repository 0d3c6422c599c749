import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { Endpoint, Fault } from '../../sandbox/faults.ts';
import { startScene } from '../e2e/scene.ts';
import { folderForTests } from '../support/folder-for-tests.ts';
import { filesOfJob } from '../support/hostile/job-folder.ts';
import { foreignCommands } from '../support/hostile/job-log.ts';

const folder = folderForTests();
const mebibyte = 1024 * 1024;
const peakMemory = new URL('peak-memory.js', import.meta.url).href;

/**
 * For a run without a large result. Node.js, the bundle with the clients of GitHub and of the artifact service, and a few
 * garbage collections that are still due take 120 to 200 MiB, on a loaded machine too.
 */
const smallMiB = 300;

function result(fields: string): Fault {
  const start = '"identificator":"","percentage":"100.00","endDate":"2026-11-21T10:00:00Z","totalChecked":1';
  return { kind: 'body', body: `{${start},${fields}}` };
}

function findings(): Fault {
  const issues = Array.from({ length: 100_000 }, (_, index) => ({
    ...{ group: 'Unspecified Threat', name: `finding ${index}`, severity: index % 2 === 0 ? 'low' : 'high' },
    ...{ cve: [], cwe: [79], cvss: { score: 9, detail: '' } },
  }));
  return result(`"issues":${JSON.stringify(issues)},"issuesSummary":{"low":50000,"high":50000}`);
}

/** Members put end to end are one stream (RFC 1952, section 2.2). */
function packed(): Fault {
  const members = Array.from({ length: 300 }, () => gzipSync(Buffer.alloc(mebibyte, ' ')));
  return { kind: 'body', headers: { 'content-encoding': 'gzip' }, body: Buffer.concat(members) };
}

const endless: Fault = { kind: 'endless-body', contentType: 'application/pdf' };
const errorPage: Fault = { kind: 'status', code: 400, body: 'x'.repeat(50_000_000) };
const tooLarge = /the answer was larger than 32 MiB.*Narrow the scan with/s;

/**
 * A result is in memory as text and as objects, and then as the text of `result.json`. A report goes to the disk. Which
 * sizes are refused is decided in `test/unit/service`. The limit is one of the resident set.
 */
const loads: readonly (readonly [string, Endpoint, () => Fault, verdict: string, says: RegExp, number])[] = [
  ['a report without end', 'report', () => endless, 'pass', /PDF/, smallMiB],
  ['a result that unpacks to 300 MiB', 'fetch', packed, 'inconclusive', tooLarge, 1024],
  ['an error page of 50 MB', 'fetch', () => errorPage, 'inconclusive', /400/, smallMiB],
  ['100,000 findings', 'fetch', findings, 'fail', /./, 768],
];

test.each(loads)(
  'the run ends with a verdict in bounded memory: %s',
  async (name, endpoint, fault, verdict, says, limitMiB) => {
    const peakFile = join(folder, name);
    const sandbox = { faults: [{ endpoint, fault: fault() }] };
    await using scene = await startScene({ shipped: true, sandbox });
    const run = await scene.run({
      inputs: { url: scene.hardened.url, 'wait-for-url': '0' },
      env: { NODE_OPTIONS: `--import=${peakMemory}`, PEAK_MEMORY_FILE: peakFile },
    });
    const peakMiB = Number(await readFile(peakFile, 'utf8')) / 1024;
    expect(run).toMatchObject({ outputs: { verdict }, exitCode: verdict === 'pass' ? 0 : 1 });
    expect(`${run.outputs['reason']}\n${run.maskedLog}`).toMatch(says);
    expect(peakMiB).toBeGreaterThan(20);
    expect(peakMiB).toBeLessThan(limitMiB);
    expect(foreignCommands(run.lines)).toEqual([]);
    // The log is short, and no part of a report is left behind.
    expect(run.stdout.length).toBeLessThan(100_000);
    expect(Buffer.byteLength(run.summary)).toBeLessThanOrEqual(mebibyte);
    const pdfs = [...(await filesOfJob(run.temp))].filter(([file]) => file.endsWith('.pdf'));
    expect(pdfs.length).toBe(endpoint === 'report' || verdict === 'inconclusive' ? 0 : 1);
  },
);
