/**
 * The two ways to make a model for a test. {@link plainModel}: what the gate decides about some findings by the plain
 * policy, with anything else that a test needs. {@link judgedModel}: what the gate decides by a policy file and inputs,
 * which are read as in a run.
 */
import type { Disclosure } from '../../../src/core/choices.ts';
import type { Problem } from '../../../src/core/problem.ts';
import { noFindings } from '../../../src/core/severity.ts';
import type { BaselineFindings } from '../../../src/gate/baseline-findings.ts';
import type { Finding } from '../../../src/gate/findings.ts';
import { fingerprinter } from '../../../src/gate/fingerprint.ts';
import { judgeByPolicy } from '../../../src/gate/judge-scan.ts';
import { mergeAssessments } from '../../../src/gate/merge-assessments.ts';
import { type ParsedScan, parseScan } from '../../../src/gate/parse-scan.ts';
import { countBySeverity } from '../../../src/gate/summary-counts.ts';
import type { Assessment } from '../../../src/gate/verdict.ts';
import { createInputReader } from '../../../src/inputs/reader.ts';
import {
  judgingPolicies,
  parseOrganizationPolicy,
  withOrganization,
} from '../../../src/policy/organization.ts';
import type { OrganizationPolicy, Policy } from '../../../src/policy/policy.ts';
import { parsePolicyFile } from '../../../src/policy/policy-file.ts';
import { combineSettings, readInputSettings, type Settings } from '../../../src/policy/settings-in-force.ts';
import { defaultSources } from '../../../src/policy/settings-table.ts';
import { policyPagesOf, type ReportModel } from '../../../src/report/model.ts';
import { publicModelOf } from '../../../src/report/public-model.ts';
import { scanResultSchema } from '../../../src/service/wire.ts';
import { endState } from '../../support/end-state.ts';
import { blobOf } from '../../support/github/views.ts';
import {
  organizationCommit,
  organizationName,
  plainPolicy,
  plainReports,
} from '../../support/plain-policy.ts';
import { sampleHost } from './sample-findings.ts';

/** What the gate decides about `list` by the plain policy (`fail-on: high`), as in {@link plainModel}. */
export function plainAssessment(list: readonly Finding[], problem: Problem | null = null): Assessment {
  const scan: ParsedScan = {
    ...endState(scanResultSchema.parse({}), { problem }),
    listed: { findings: [...list], repeatedUnderTypes: [], unreadable: null },
    summaryCounts: { counts: countBySeverity(list), unlisted: noFindings, unreadable: null },
    hostFacts: null,
    checkCount: 1,
    preferences: null,
    siteHost: null,
    now: 0,
    doubts: [],
  };
  return judgeByPolicy(scan, plainPolicy, { kind: 'none' });
}

/** The disclosure of a run that names no finding. */
export const countsDisclosure = { mode: 'counts', because: 'setting' } as const;

/** The plain settings, with `policy` for some of them. */
export function settingsWith(policy: Partial<Policy>): Settings {
  return {
    policy: { ...plainPolicy, ...policy },
    publishing: plainReports,
    sources: { ...defaultSources, 'fail-on': 'input' },
    file: null,
    organization: null,
  };
}

const runUrl = 'https://github.com/example/shop/actions/runs/101';

/**
 * A finished scan of a preview, judged by the plain policy, with `changes`. With a `problem` the verdict is
 * `inconclusive`.
 */
export function plainModel(
  findings: readonly Finding[] = [],
  { problem = null, ...changes }: Partial<ReportModel> & { readonly problem?: Problem | null } = {},
): ReportModel {
  const startedAt = Date.UTC(2026, 10, 21, 9, 12, 30);
  return {
    language: 'en',
    assessment: plainAssessment(findings, problem),
    target: 'https://preview-104.example.com/',
    serviceHost: 'scanner.example.com',
    acceptedStatuses: [],
    scan: {
      id: '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11',
      origin: 'started',
      percentage: 100,
      checks: 1482,
      subdomains: null,
      leaks: null,
      startedAt,
      endedAt: startedAt + 754_000,
      preferences: { scan_type: 'full', scan_speed: 'fast', scan_deep: 3, xss: true, sqli: true },
      preferenceDifferences: [],
      baselineDifferences: [],
    },
    hostFacts: sampleHost,
    settings: settingsWith({}),
    policyPages: {
      path: '.github/scan-gate.yml',
      exists: false,
      viewUrl: 'https://github.com/example/shop/blob/HEAD/.github/scan-gate.yml',
      editUrl: 'https://github.com/example/shop/new/main?filename=.github%2Fscan-gate.yml',
    },
    files: {
      artifact: { url: `${runUrl}/artifacts/4711`, formats: ['JSON', 'SARIF'] },
      pdfs: [{ type: 'ACTION_REPORT', url: `${runUrl}/artifacts/4710` }],
      missing: [],
    },
    run: {
      url: `${runUrl}/attempts/1`,
      repositoryUrl: 'https://github.com/example/shop',
      workflowUrl: `${runUrl}/workflow`,
      workflow: 'Security',
      job: 'scan',
      durationMs: 791_000,
      sha: '5d41402abc4b2a76b9719d911017c592aabbccdd',
    },
    isOnPullRequest: true,
    lastReport: null,
    trend: [],
    disclosure: { mode: 'full' },
    writtenAt: startedAt + 791_000,
    ...changes,
  };
}

/** A run that ended before there was a scan. */
export function withoutScan(problem: Problem): ReportModel {
  const model = plainModel([], { problem });
  const none = {
    id: null,
    startedAt: null,
    endedAt: null,
    percentage: null,
    checks: null,
    preferences: null,
  };
  const files = { artifact: null, pdfs: [], missing: [] };
  return { ...model, scan: { ...model.scan, ...none }, hostFacts: null, files };
}

/** 21 November 2026, noon. */
const now = Date.UTC(2026, 10, 21, 12);
const dayS = 86_400;
const file = '.github/scan-gate.yml';
const previewHost = 'preview-104.example.com';
const baselineScan = 'c2a7e9d4-1b8f-4c55-9a30-77e0b1f4d6a2';

/** Services and certificates of a host. */
interface ExampleHost {
  /** `''`: a port without a number. */
  readonly ports: readonly (number | '')[];
  /** `null`: the host has no certificate. */
  readonly certificateDays: number | null;
  readonly waf: readonly string[];
}

export interface Example {
  /** Text of the policy file; without it there is none. */
  readonly policy?: string;
  /** Inputs by name. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Text of the organization's policy file; without it there is none. */
  readonly organization?: string;
  readonly findings: readonly Finding[];
  readonly baseline?: BaselineFindings;
  readonly host?: ExampleHost;
  /** The percentage at which `fail-fast` ended the wait; without it the scan finished. */
  readonly partialAt?: number;
}

/** The answer of the service. */
function wireResult({ findings, host, partialAt }: Example) {
  return scanResultSchema.parse({
    identificator: 'scan-104',
    percentage: (partialAt ?? 100).toFixed(2),
    startDate: '2026-11-21T09:12:30.000Z',
    endDate: partialAt === undefined ? '2026-11-21T09:25:04.000Z' : null,
    totalChecked: 1482,
    issuesSummaryTotal: findings.length,
    issuesSummary: countBySeverity(findings),
    issues: findings.map((each) => ({
      ...each,
      cvss: each.cvss === null ? null : { score: each.cvss.score, detail: each.cvss.vector },
      references: each.references[0] ?? '',
      raw: { ...each.subjects, places: each.where.map((path) => `https://${previewHost}${path}`) },
    })),
    information: host === undefined ? undefined : wireInformation(host),
  });
}

function wireInformation({ ports, certificateDays, waf }: ExampleHost) {
  const certificate = {
    'Issue On': { $date: now / 1000 - 80 * dayS },
    'Expires On': { $date: now / 1000 + (certificateDays ?? 0) * dayS },
    commonName: previewHost,
    subject: `CN=${previewHost}`,
  };
  return {
    services: ports.map((port) => ({
      state: 'open',
      reason: 'syn-ack',
      product: '',
      version: '',
      port,
      name: port === 443 ? 'https' : 'http-proxy',
    })),
    certificate: certificateDays === null ? [] : [certificate],
    waf,
    ips: ['192.0.2.17'],
  };
}

function readOrganization(text: string): OrganizationPolicy {
  return parseOrganizationPolicy(text, { name: organizationName, commit: organizationCommit });
}

const context = { repositoryUrl: 'https://github.com/example/shop', defaultBranch: 'main' };

/** The model of an example. */
export function judgedModel(example: Example): ReportModel {
  const policyFile =
    example.policy === undefined ? null : parsePolicyFile(example.policy, file, blobOf(example.policy));
  const inputSettings = readInputSettings(createInputReader((name) => example.inputs?.[name] ?? ''));
  const organization = example.organization === undefined ? null : readOrganization(example.organization);
  const repositorySettings = combineSettings(inputSettings, policyFile, 'en');
  const settings =
    organization === null ? repositorySettings : withOrganization(repositorySettings, organization);
  const { policy } = settings;
  const partial = example.partialAt !== undefined;
  const baseline = example.baseline ?? { kind: policy.baseline === null ? 'none' : 'first' };
  const end = endState(wireResult(example), { partial });
  const scan = parseScan({ ...end, preferences: null, siteHost: previewHost, now, doubts: [] });
  const assessment = judgingPolicies(settings, now)
    .map((judging, index) => judgeByPolicy(scan, judging, index === 0 ? baseline : { kind: 'none' }))
    .reduce(mergeAssessments);
  const model = plainModel([], {
    assessment,
    settings,
    policyPages: policyPagesOf({ path: file, isDefault: true }, settings.file !== null, context),
    hostFacts: scan.hostFacts,
  });
  return partial
    ? { ...model, scan: { ...model.scan, percentage: example.partialAt ?? 0, endedAt: null } }
    : model;
}

type WhyCounts = (Disclosure & { mode: 'counts' })['because'];

/** `model` as far as a run that only counts findings tells it. */
export function countsOnlyModel(model: ReportModel, because: WhyCounts = 'setting'): ReportModel {
  return publicModelOf({ ...model, disclosure: { mode: 'counts', because } });
}

/** A baseline that has `findings`. */
export function exampleBaseline(findings: readonly Finding[]): BaselineFindings {
  return {
    kind: 'scan',
    scans: [
      {
        scanId: baselineScan,
        findings: findings.map((finding) => ({
          fingerprint: fingerprinter('www.example.com')(finding),
          severity: finding.severity,
        })),
      },
    ],
    leftOutScanIds: [],
    problem: null,
  };
}

/** A policy file whose one rule ignores the finding of severity `low`. */
export const ignoreLow = 'ignore:\n  - cwe: 693\n    reason: Sent by the proxy in production\n';
