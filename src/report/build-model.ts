import { checksOf } from '../gate/assess.ts';
import { readHost } from '../gate/read-host.ts';
import type { Assessment } from '../gate/verdict.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Settings } from '../inputs/settings.ts';
import type { Target } from '../inputs/target-url.ts';
import type { ScanOutcome } from '../scan/scan.ts';
import type { WireScanResult } from '../service/schema.ts';
import type { RunContext } from '../target/context.ts';
import type { PreviousState } from './changes.ts';
import type { Disclosure, ReportFiles, ReportModel, RunFacts, ScanFacts, TrendPoint } from './model.ts';

export interface ModelParts {
  readonly inputs: Inputs;
  readonly settings: Settings;
  readonly target: Target | null;
  readonly context: RunContext;
  readonly outcome: ScanOutcome;
  readonly assessment: Assessment;
  readonly files: ReportFiles;
  /** Of the step so far, in milliseconds. */
  readonly durationMs: number;
  /** `null` unless given. */
  readonly previous?: PreviousState | null;
  /** Empty unless given. */
  readonly trend?: readonly TrendPoint[];
  /** `full` unless given. */
  readonly disclosure?: Disclosure;
}

const openly: Disclosure = { mode: 'full', because: 'setting' };

/** Gathers what the reports say. */
export function buildModel({
  inputs,
  settings,
  target,
  context,
  outcome,
  assessment,
  files,
  durationMs,
  previous = null,
  trend = [],
  disclosure = openly,
}: ModelParts): ReportModel {
  return {
    language: inputs.scan.language,
    assessment,
    target: target?.shown ?? null,
    scan: scanFacts(outcome),
    host: readHost(outcome.result?.information),
    policy: settings.policy,
    settings: { reports: settings.reports, sources: settings.sources, file: settings.file },
    files,
    run: runFacts(context, durationMs),
    previous,
    trend,
    disclosure,
  };
}

function scanFacts({ scanId, origin, result, percentage }: ScanOutcome): ScanFacts {
  return {
    id: scanId,
    origin,
    startedAt: readTime(result?.startDate),
    endedAt: readTime(result?.endDate),
    percentage,
    checks: result === null ? null : checksOf(result),
    preferences: readPreferences(result),
  };
}

function readTime(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

function readPreferences(result: WireScanResult | null): ScanFacts['preferences'] {
  return result?.preferences ?? null;
}

/** What the reports say of the run itself; `durationMs` is that of the step so far. */
export function runFacts(context: RunContext, durationMs: number): RunFacts {
  const { serverUrl, owner, repo, runId, attempt, workflow, job, sha } = context;
  return {
    url: `${serverUrl}/${owner}/${repo}/actions/runs/${runId}/attempts/${attempt}`,
    workflow,
    job,
    sha,
    durationMs,
  };
}
