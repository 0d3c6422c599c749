/** The cost of a result with many findings, from the received body to all reports, compared with `JSON.parse` of it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeLargeBody } from './large-body.ts';
import type { LargeRun } from './large-run.ts';
import { atMost, figure, median, type Row, type Section, show } from './table.ts';

const counts = [100, 1000, 10_000, 100_000];
const runs = 7;
const script = fileURLToPath(new URL('large-run.ts', import.meta.url));

interface Cost {
  readonly count: number;
  readonly bodyBytes: number;
  readonly parse: LargeRun;
  readonly reports: LargeRun;
  /** Of the sums: single processes differ by a fifth, of either kind. */
  readonly ratio: number;
}

async function once(mode: 'parse' | 'reports', path: string): Promise<LargeRun> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, mode, path]);
  return JSON.parse(stdout);
}

/** The run with the median time, with the median of the peaks. */
function middle(all: readonly LargeRun[]): LargeRun {
  const sorted = all.toSorted((a, b) => a.ms - b.ms);
  const typical = sorted[sorted.length >> 1];
  if (typical === undefined) throw new Error('No run was measured.');
  return { ...typical, peakBytes: median(all.map(({ peakBytes }) => peakBytes)) };
}

async function cost(count: number, folder: string): Promise<Cost> {
  const path = join(folder, `${count}.json`);
  const bodyBytes = await writeLargeBody(path, count);
  const parse: LargeRun[] = [];
  const reports: LargeRun[] = [];
  for (let run = 0; run < runs; run += 1) {
    parse.push(await once('parse', path));
    reports.push(await once('reports', path));
  }
  await rm(path);
  const sum = (all: readonly LargeRun[]) => all.reduce((total, { ms: each }) => total + each, 0);
  const ratio = sum(reports) / sum(parse);
  return { count, bodyBytes, parse: middle(parse), reports: middle(reports), ratio };
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

function rowOf({ count, bodyBytes, parse, reports }: Cost): Row {
  const megabytes = (bodyBytes / 1e6).toFixed(1);
  return figure(
    `${count.toLocaleString('en')} findings, ${megabytes} MB`,
    `${ms(reports.ms)}, JSON.parse ${ms(parse.ms)}`,
  );
}

export async function measureLarge(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'scan-gate-bench-'));
  try {
    const costs: Cost[] = [];
    for (const count of counts) costs.push(await cost(count, folder));
    const [before, last] = costs.slice(-2);
    if (before === undefined || last === undefined) throw new Error('Two sizes are needed.');
    const perFinding = (one: Cost) => one.reports.ms / one.count;
    return {
      title: 'Large results',
      command: 'node bench/large.ts',
      how: `From the last byte of the body to log, result.json, comment, summary, SARIF and annotations, on findings of about 1.5 KB and of 200 kinds. The body is searched for secrets while it arrives: a network takes longer than that, so it has a row of its own. Each run is a process of its own; medians of ${runs}, in turns with processes that only call \`JSON.parse\`; the ratio is that of the sums. Memory is the peak of the whole process.`,
      rows: [
        ...costs.map(rowOf),
        atMost('10,000: time', before.reports.ms, { limit: 500, unit: 'ms', digits: 0 }),
        atMost('100,000: time, ratio to JSON.parse', last.ratio, {
          limit: 4,
          digits: 2,
        }),
        atMost('100,000: peak memory, ratio to the body', last.reports.peakBytes / last.bodyBytes, {
          limit: 6.5,
          digits: 2,
        }),
        figure('… of JSON.parse alone', (last.parse.peakBytes / last.bodyBytes).toFixed(2)),
        atMost('time per finding, 100,000 to 10,000', perFinding(last) / perFinding(before), {
          limit: 1.25,
          digits: 2,
        }),
        atMost('lines of the log', last.reports.logLines, { limit: 50, digits: 0 }),
        figure('100,000: while the body arrives', ms(last.reports.arrivalMs)),
        ...Object.entries(last.reports.phases).map(([name, took]) => figure(`100,000: ${name}`, ms(took))),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await show(measureLarge);
