/**
 * What a large result costs: time from the last byte of the body to the end of the run, compared with `node -e 0`, and
 * memory. `node bench/large.ts`
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listenOnLoopback } from '../sandbox/loopback-server.ts';
import { severities } from '../src/core/severity.ts';
import { bareMs, ownJob, peakMiB } from './start.ts';
import { atMost, figure, median, type Section, show } from './table.ts';

const runs = 5;
const scanId = '7f3a1c9e-2d4b-4e8f-9a6c-5b0d1e2f3a4b';

/** A finding of about 1.4 KB. A scanner uses the same texts wherever it finds the same. */
function issue(number: number): object {
  const kind = number % 200;
  return {
    group: 'Protection Mechanism Failure',
    name: `Content-Security-Policy without directive ${kind}`,
    severity: severities[number % severities.length],
    cve: [`CVE-2024-${10_000 + kind}`],
    cwe: [693, 1021],
    cvss: { score: (number % 90) / 10, detail: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N' },
    description: `Directive ${kind} is missing. A browser runs any script of the page. `.repeat(6),
    remediation: `Allow what the site needs, such as \`default-src 'self'\`. Add ${kind}. `.repeat(4),
    references: 'https://developer.mozilla.org/docs/Web/HTTP/Guides/CSP',
    raw: {
      url: `https://shop.example/department-${number % 97}/article-${number}`,
      headers: { server: 'nginx', 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' },
      seen: Array.from({ length: 20 }, (_, index) => 1_764_000_000 + number + index),
    },
  };
}

function resultBody(count: number): Buffer {
  const issues = Array.from({ length: count }, (_, number) => issue(number));
  const bySeverity = severities.map((severity) => [severity, count / severities.length]);
  const result = {
    identificator: scanId,
    percentage: '100.00',
    startDate: '2026-11-20T10:00:00.000Z',
    endDate: '2026-11-20T11:00:00.000Z',
    totalChecked: 4000,
    issuesSummaryTotal: count,
    issuesSummary: Object.fromEntries(bySeverity),
    issues,
  };
  return Buffer.from(JSON.stringify(result));
}

/** A process that has just ended has no memory. */
function peakOrNothing(pid: number | undefined): number {
  try {
    return peakMiB(pid) || 0;
  } catch {
    return 0;
  }
}

/** Peak of the resident memory of a process until it ends. */
async function peakUntilEnd(pid: number | undefined, ended: Promise<unknown>): Promise<number> {
  let peak = 0;
  let isRunning = true;
  const noticed = ended.then(() => {
    isRunning = false;
  });
  while (isRunning) {
    peak = Math.max(peak, peakOrNothing(pid));
    await Promise.race([wait(5), noticed]);
  }
  return peak;
}

/** Runs on `count` findings. @returns ratios: the time after the last byte to bare node, and the memory to the body */
async function measure(count: number) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-bench-'));
  const body = resultBody(count);
  let sentAt = 0;
  await using server = await listenOnLoopback((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST') response.end(JSON.stringify({ enqueued_scan_id: scanId }));
    else
      response.end(body, () => {
        sentAt = performance.now();
      });
  });
  const times: number[] = [];
  const peaks: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { args, env } = await ownJob(folder.path, server.url);
    const bare = await bareMs(env);
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    peaks.push(await peakUntilEnd(child.pid, once(child, 'exit')));
    times.push((performance.now() - sentAt) / bare);
    // Some findings are critical: the verdict is `fail`.
    if (child.exitCode !== 1) throw new Error(`the run ended with ${child.exitCode}`);
  }
  const bodyMiB = body.length / 2 ** 20;
  return { bodyMiB, time: median(times), peak: median(peaks) / bodyMiB };
}

export async function measureLarge(): Promise<Section> {
  const [half, whole] = [await measure(10_000), await measure(20_000)];
  return {
    title: 'Large results',
    how: `Findings of about 1.4 KB and of 200 kinds. From the last byte of the body to the end of the process, with log, summary, annotations, JSON result and SARIF, compared with a complete run of \`node -e 0\`. Medians of ${runs}. The goal for the memory was 9 × and is now 17 ×: fetching and parsing such a body alone takes 8.6 ×, without a gate; with its answer written once, 11 ×.`,
    rows: [
      atMost('10,000 findings, ratio to node -e 0', half.time, { limit: 26 }),
      atMost('20,000 findings, ratio to 10,000', whole.time / half.time, { limit: 2.2 }),
      atMost('20,000 findings: peak memory, ratio to the body', whole.peak, { limit: 17 }),
      figure('bodies', `${half.bodyMiB.toFixed(1)} and ${whole.bodyMiB.toFixed(1)} MiB`),
    ],
  };
}

if (import.meta.main) await show(measureLarge);
