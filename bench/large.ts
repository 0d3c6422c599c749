/**
 * What a large result costs the action: time from the last byte of the body, or from a cancel, to the end of the run,
 * and memory.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listenOnLoopback } from '../sandbox/loopback-server.ts';
import { severities } from '../src/core/severity.ts';
import { peakMiB } from './process-cost.ts';
import { ownJob } from './start.ts';
import { atMost, figure, median, type Section, show } from './table.ts';

const runs = 5;
/** The largest body that is read has 64 MiB. */
const counts = { common: 10_000, largest: 45_000 };
const scanId = '7f3a1c9e-2d4b-4e8f-9a6c-5b0d1e2f3a4b';

/** A finding of about 1.5 KB. A scanner uses the same texts wherever it finds the same. */
function issue(number: number): object {
  const kind = number % 200;
  return {
    group: 'Protection Mechanism Failure',
    name: `Content-Security-Policy without directive ${kind}`,
    severity: severities[number % severities.length],
    cve: [`CVE-2024-${10_000 + kind}`],
    cwe: [693, 1021],
    cvss: { score: (number % 90) / 10, detail: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N' },
    description: `Directive ${kind} is missing. A browser runs any script that gets into the page. `.repeat(
      5,
    ),
    remediation: `Allow what the site needs, such as \`default-src 'self'\`. Add directive ${kind}. `.repeat(
      4,
    ),
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

/** A service that answers every start with one id and every other request with `body`. */
async function startService(body: Buffer) {
  const sent = { atMs: 0 };
  const server = await listenOnLoopback((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.method === 'POST') response.end(JSON.stringify({ enqueued_scan_id: scanId }));
    else response.end(body, () => Object.assign(sent, { atMs: performance.now() }));
  });
  return { server, sent };
}

/** Peak of the resident memory of a process until it ends. */
async function peakUntilEnd(pid: number | undefined, ended: Promise<unknown>): Promise<number> {
  let peak = 0;
  let isRunning = true;
  const noticed = ended.then(() => {
    isRunning = false;
  });
  while (isRunning) {
    // A process that has just ended has no memory.
    peak = Math.max(peak, (await peakMiB(pid).catch(() => 0)) || 0);
    await Promise.race([wait(5), noticed]);
  }
  return peak;
}

async function measure(count: number) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-bench-'));
  const body = resultBody(count);
  const { server, sent } = await startService(body);
  await using _server = server;
  const times: number[] = [];
  const peaks: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { args, env } = await ownJob(folder.path, server.url);
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    peaks.push(await peakUntilEnd(child.pid, ended));
    times.push((performance.now() - sent.atMs) / 1000);
    // Some findings are critical: the verdict is `fail`.
    if (child.exitCode !== 1) throw new Error(`the run ended with ${child.exitCode}`);
  }
  const bodyMiB = body.length / 2 ** 20;
  // Such as `10,000 findings, 13.5 MiB`.
  const what = `${count.toLocaleString('en')} findings, ${bodyMiB.toFixed(1)} MiB`;
  return { what, bodyMiB, seconds: median(times), peakMiB: median(peaks) };
}

/** Seconds from a cancel to the end of the run, while an answer is read that is large and has little in it. */
async function measureCancel(): Promise<number> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'scan-gate-bench-'));
  const services = Array.from({ length: 1_900_000 }, () => '{"port":443}').join();
  const { server, sent } = await startService(
    Buffer.from(`{"percentage":"42.17","endDate":null,"information":{"services":[${services}]}}`),
  );
  await using _server = server;
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    sent.atMs = 0;
    const { args, env } = await ownJob(folder.path, server.url);
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    while (sent.atMs === 0) await wait(5);
    child.kill('SIGTERM');
    const cancelledMs = performance.now();
    await ended;
    times.push((performance.now() - cancelledMs) / 1000);
  }
  return median(times);
}

export async function measureLarge(): Promise<Section> {
  const common = await measure(counts.common);
  const largest = await measure(counts.largest);
  const cancelled = await measureCancel();
  return {
    title: 'Large results',
    command: 'node bench/large.ts',
    how: `Findings of about 1.4 KB and of 200 kinds. The time is from the last byte of the body to the end of the process, with log, summary, annotations, JSON result and SARIF. The memory is the peak of the whole process. Medians of ${runs}.`,
    rows: [
      atMost(`${common.what}: time`, common.seconds, { limit: 1.5, unit: 's', digits: 2 }),
      atMost(`${largest.what}: peak memory, ratio to the body`, largest.peakMiB / largest.bodyMiB, {
        limit: 10,
      }),
      atMost('cancelled while 24 MiB of services are read: time', cancelled, {
        limit: 5,
        unit: 's',
        digits: 2,
      }),
      figure(`${largest.what}: time`, `${largest.seconds.toFixed(2)} s`),
      figure(`${common.what}: peak memory`, `${common.peakMiB.toFixed(0)} MiB`),
    ],
  };
}

if (import.meta.main) await show(measureLarge);
