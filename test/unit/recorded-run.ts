/** A run in memory, for what needs the whole of it: real inputs and event, the real functions of `setup.ts`, the real gate. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Runner, RunPorts } from '../../src/core/ports.ts';
import type { Problem } from '../../src/core/problem.ts';
import { judge } from '../../src/gate/judge.ts';
import { publicationOf } from '../../src/publish/publication.ts';
import type { JudgedRun } from '../../src/report/model.ts';
import { createRedactor } from '../../src/runner/redactor.ts';
import type { ScanOfRun } from '../../src/scan/scan.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { scanResultSchema } from '../../src/service/wire.ts';
import {
  beginSetup,
  completeSetup,
  type RunSetup,
  type SetupBeforePolicy,
} from '../../src/settings/setup.ts';
import { endState } from '../support/end-state.ts';
import { pullRequest, type RunnerEvent } from '../support/events.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { folderForTests } from '../support/folder-for-tests.ts';
import type { LoopbackGitHub } from '../support/github/server.ts';
import { createRecordingLog, type RecordingLog } from '../support/recording-log.ts';
import { partialClient } from './scan/scripted-client.ts';

const temp = folderForTests();

/** A runner that keeps what it is told. */
export interface RecordingRunner extends Runner {
  readonly masked: string[];
  readonly outputs: Record<string, string>;
  readonly annotations: Parameters<Runner['annotate']>[0][];
  summary: string;
}

export interface RecordedPorts extends RunPorts {
  readonly runner: RecordingRunner;
  readonly log: RecordingLog;
  readonly clock: FakeClock;
}

export interface RecordedOptions {
  /** Beside those that a run needs; without a policy file. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Default: a pull request. */
  readonly event?: RunnerEvent;
  /** Without one there is no token. */
  readonly github?: LoopbackGitHub;
  readonly runId?: number;
  readonly attempt?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: FakeClock;
  /** Replaces signals. */
  readonly ports?: Partial<Pick<RunPorts, 'cancelSignal' | 'giveUpSignal'>>;
  /** Replaces what the runner can do. */
  readonly runner?: Partial<Runner>;
}

/** 21 November 2026, noon: when every recorded run begins. */
const startedAt = Date.UTC(2026, 10, 21, 12);

export function recordedPorts(options: RecordedOptions = {}): RecordedPorts {
  const { event = pullRequest(), github, runId = 100, attempt = 1 } = options;
  const given: Readonly<Record<string, string>> = {
    'api-key': 'key-0123456789',
    'base-url': 'https://api.example.com',
    url: 'https://preview.example.com',
    config: 'none',
    'github-token': github?.token ?? '',
    ...options.inputs,
  };
  const runner: RecordingRunner = {
    masked: [],
    outputs: {},
    annotations: [],
    summary: '',
    env: {
      GITHUB_EVENT_NAME: event.name,
      GITHUB_REPOSITORY: 'acme/storefront',
      GITHUB_WORKFLOW: 'CI',
      GITHUB_JOB: 'scan',
      GITHUB_RUN_ID: String(runId),
      GITHUB_RUN_ATTEMPT: String(attempt),
      GITHUB_API_URL: github?.url ?? 'http://127.0.0.1:1',
      ...event.env,
      ...options.env,
    },
    event: event.payload,
    tempFolder: mkdtempSync(join(temp, 'job-')),
    input: (name) => given[name] ?? '',
    mask: (text) => runner.masked.push(text),
    setOutput: (name, value) => {
      runner.outputs[name] = value;
    },
    annotate: (annotation) => runner.annotations.push(annotation),
    writeSummary: async (markdown) => {
      runner.summary += markdown;
    },
    ...options.runner,
  };
  const never = new AbortController().signal;
  return {
    redactor: createRedactor(),
    cancelSignal: never,
    giveUpSignal: never,
    ...options.ports,
    runner,
    log: createRecordingLog(),
    clock: options.clock ?? createFakeClock(startedAt),
  };
}

export interface PreparedRun {
  readonly ports: RecordedPorts;
  readonly setupBeforePolicy: SetupBeforePolicy;
  readonly setup: RunSetup;
}

/** A run up to the target. @throws SettingsError if an input or the policy file is wrong */
export async function preparedRun(options: RecordedOptions = {}): Promise<PreparedRun> {
  const ports = recordedPorts(options);
  const setupBeforePolicy = await beginSetup(ports);
  return { ports, setupBeforePolicy, setup: await completeSetup(setupBeforePolicy, ports) };
}

export interface JudgedOptions extends RecordedOptions {
  /** Fields of the scan's result. By default it checked something and found nothing. */
  readonly scanned?: Readonly<Record<string, unknown>>;
  /** Why there is no trustworthy scan. */
  readonly problem?: Problem;
  /** What else differs from a scan that finished. */
  readonly scan?: Partial<Pick<ScanOfRun, 'scanId' | 'raw' | 'baseline' | 'mayBeTakenUp'>>;
  readonly service?: Partial<ServiceClient>;
}

/** A run up to its verdict. `fail-on` is `high` unless an input says otherwise. */
export async function judgedRun(options: JudgedOptions = {}) {
  const { ports, setup } = await preparedRun(options);
  const answer = scanResultSchema.parse({
    percentage: '100.00',
    endDate: '2026-11-21T11:59:00Z',
    totalChecked: 10,
    issues: [],
    issuesSummary: {},
    ...options.scanned,
  });
  const scan: ScanOfRun = {
    ...endState(answer, options),
    target: setup.inputs.url,
    scanId: 'scan-1',
    origin: 'started',
    baseline: { kind: 'none' },
    raw: null,
    percentage: 100,
    mayBeTakenUp: false,
    ...options.scan,
  };
  const facts = {
    preferences: null,
    siteHost: 'preview.example.com',
    lostTargetProblem: null,
    now: startedAt,
  };
  const result: JudgedRun = {
    setup,
    service: partialClient(options.service ?? {}),
    acceptedStatus: null,
    scan,
    judgement: judge({ ...scan, ...facts }, setup.settings.policy, scan.baseline),
  };
  return { ports, result, publication: publicationOf(result, ports) };
}
