/**
 * Models for tests. {@link judgedModel}: what the gate says by a policy file and inputs, which are read as in a run.
 * {@link plainModel}: the same by the plain policy, with anything else that a test needs.
 */

import type { Problem } from '../../../src/core/problem.ts';
import { countBySeverity } from '../../../src/gate/finding-counts.ts';
import { judge } from '../../../src/gate/judge.ts';
import type { Finding } from '../../../src/gate/read-findings.ts';
import { noFiles, ownPolicyFileOf, type ReportModel, readHost } from '../../../src/report/model.ts';
import { type PublishedModel, publishedModelOf } from '../../../src/report/published-model.ts';
import type { FetchedBaseline } from '../../../src/scan/baseline.ts';
import { scanResultSchema, type WireScanResult } from '../../../src/service/wire.ts';
import type { Disclosure } from '../../../src/settings/disclosure.ts';
import { parsePolicyFile } from '../../../src/settings/policy-file.ts';
import { defaultPolicyLocation } from '../../../src/settings/policy-location.ts';
import { readInputs } from '../../../src/settings/read-inputs.ts';
import { combineSettings, type PolicySettings, type Settings } from '../../../src/settings/settings.ts';
import { blobOf } from '../../support/github/state.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { sampleInformation } from './sample-findings.ts';

/** The plain settings, with `policy` for some of them. */
export function settingsWith(policy: Partial<PolicySettings>): Settings {
  return { policy: { ...plainPolicy, ...policy }, setByUser: [], policyFile: null };
}

const repositoryUrl = 'https://github.com/example/shop';
const runUrl = `${repositoryUrl}/actions/runs/101`;
const previewHost = 'preview-104.example.com';
/** 21 November 2026, noon. */
const now = Date.UTC(2026, 10, 21, 12);
const startedAt = Date.UTC(2026, 10, 21, 9, 12, 30);

/** The answer of the service. */
function wireResult(findings: readonly Finding[]): WireScanResult {
  return scanResultSchema.parse({
    identificator: 'scan-104',
    percentage: '100.00',
    startDate: '2026-11-21T09:12:30.000Z',
    endDate: '2026-11-21T09:25:04.000Z',
    totalChecked: 1482,
    issuesSummaryTotal: findings.length,
    issuesSummary: countBySeverity(findings),
    issues: findings.map((each) => ({
      ...each,
      cvss: each.cvss === null ? null : { score: each.cvss.score, detail: each.cvss.vector },
      references: each.references[0] ?? '',
      raw: { urls: each.places.map((path) => `https://${previewHost}${path}`) },
    })),
    information: sampleInformation(now),
  });
}

function judgementOf(
  findings: readonly Finding[],
  policy: PolicySettings,
  { problem = null, baseline }: { problem?: Problem | null; baseline?: FetchedBaseline | undefined },
) {
  const result = wireResult(findings);
  const end = problem === null ? { result, problem } : { result, problem };
  const facts = { preferences: null, siteHost: previewHost, lostTargetProblem: null, now };
  const none = { kind: policy.baseline === null ? ('none' as const) : ('no-scan-yet' as const) };
  return judge({ ...end, ...facts }, policy, baseline ?? none);
}

/**
 * A finished scan of a preview, judged by the plain policy (`fail-on: high`), with `changes`. With a `problem` the
 * verdict is `inconclusive`.
 */
export function plainModel(
  findings: readonly Finding[] = [],
  { problem = null, ...changes }: Partial<ReportModel> & { readonly problem?: Problem | null } = {},
): PublishedModel {
  const model: ReportModel = {
    language: 'en',
    judgement: judgementOf(findings, plainPolicy, { problem }),
    target: 'https://preview-104.example.com/',
    acceptedStatus: null,
    serviceHost: 'scanner.example.com',
    scan: {
      id: '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11',
      origin: 'started',
      percentage: 100,
      startedAt,
      endedAt: startedAt + 754_000,
      preferences: { scan_type: 'full', scan_speed: 'fast', scan_deep: 3, xss: true, sqli: true },
    },
    host: readHost(wireResult(findings).information, now),
    settings: settingsWith({}),
    ownPolicyFile: ownPolicyFileOf(defaultPolicyLocation, false, repositoryUrl),
    files: {
      artifactUrl: `${runUrl}/artifacts/4711`,
      hasSarif: true,
      pdfs: [{ type: 'ACTION_REPORT', url: `${runUrl}/artifacts/4710` }],
      missing: [],
    },
    run: {
      url: `${runUrl}/attempts/1`,
      repositoryUrl,
      workflow: 'Security',
      job: 'scan',
      durationMs: 791_000,
      sha: '5d41402abc4b2a76b9719d911017c592aabbccdd',
    },
    isOnPullRequest: true,
    disclosure: { mode: 'full' },
    writtenAt: startedAt + 791_000,
    ...changes,
  };
  return publishedModelOf(model);
}

/** A run that ended before there was a scan. */
export function withoutScan(problem: Problem): PublishedModel {
  const model = plainModel([], { problem });
  const none = { id: null, startedAt: null, endedAt: null, percentage: null, preferences: null };
  const judgement = { ...model.judgement, checkCount: null };
  return { ...model, judgement, scan: { ...model.scan, ...none }, host: null, files: noFiles };
}

export const timedOut = withoutScan({ kind: 'timeout', afterMs: 60_000, percentage: 0 });

/** No verdict fails the step. */
export const onlyWarns = { settings: settingsWith({ 'on-fail': 'warn', 'on-inconclusive': 'warn' }) };

interface Example {
  /** Text of the policy file; without it there is none. */
  readonly policy?: string;
  /** Inputs by name. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
  readonly baseline?: FetchedBaseline;
}

const file = '.github/scan-gate.yml';

/** The model of an example. */
export function judgedModel({ policy, inputs = {}, findings, baseline }: Example): PublishedModel {
  const policyFile =
    policy === undefined
      ? null
      : parsePolicyFile(policy, {
          name: file,
          path: file,
          repository: 'example/shop',
          commit: null,
          blob: blobOf(policy),
        });
  const { given } = readInputs((name) => inputs[name] ?? '', {
    owner: 'example',
    repo: 'shop',
    mayLackSecrets: true,
    preferences: null,
  });
  const settings = combineSettings(given, policyFile, 'en');
  return plainModel([], {
    judgement: judgementOf(findings, settings.policy, { baseline }),
    settings,
    ownPolicyFile: ownPolicyFileOf(defaultPolicyLocation, settings.policyFile !== null, repositoryUrl),
  });
}

type WhyCounts = (Disclosure & { mode: 'counts' })['why'];

/** `model` as far as a run that only counts findings tells it. */
export function countsOnlyModel(model: ReportModel, why: WhyCounts = 'setting'): PublishedModel {
  return publishedModelOf({ ...model, disclosure: { mode: 'counts', why } });
}

/** A baseline that has `findings`. */
export function exampleBaseline(findings: readonly Finding[]): FetchedBaseline {
  const scanId = 'c2a7e9d4-1b8f-4c55-9a30-77e0b1f4d6a2';
  return { kind: 'scan', scanId, siteAddress: `https://${previewHost}`, result: wireResult(findings) };
}

/** A policy file whose one rule ignores the finding of severity `low`. */
export const ignoreLow = 'ignore:\n  - cwe: 693\n    reason: Sent by the proxy in production\n';
