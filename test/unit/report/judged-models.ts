/** Models of examples, as in a run: the policy file and the inputs are read, and the real gate judges. */

import type { Disclosure } from '../../../src/core/choices.ts';
import type { BaselineFindings } from '../../../src/gate/baseline-findings.ts';
import type { Finding } from '../../../src/gate/findings.ts';
import { fingerprinter } from '../../../src/gate/fingerprint.ts';
import { judgeByPolicy, parseScan } from '../../../src/gate/judge-scan.ts';
import { mergeAssessments } from '../../../src/gate/merge-assessments.ts';
import { countBySeverity } from '../../../src/gate/summary-counts.ts';
import { inputReader } from '../../../src/inputs/reader.ts';
import {
  parseOrganizationPolicy,
  policyWithAllowances,
  withOrganization,
} from '../../../src/policy/organization.ts';
import type { OrganizationPolicy, Policy } from '../../../src/policy/policy.ts';
import { parsePolicyFile } from '../../../src/policy/policy-file.ts';
import { combineSettings, readInputSettings } from '../../../src/policy/settings-in-force.ts';
import { textsIn } from '../../../src/report/language/texts.ts';
import { policyPagesOf, type ReportModel } from '../../../src/report/model.ts';
import { renderPage } from '../../../src/report/page/page.ts';
import { withholdDetails } from '../../../src/report/withheld-model.ts';
import { scanResultSchema } from '../../../src/service/wire.ts';
import { endState } from '../../support/end-state.ts';
import { blobOf } from '../../support/github/views.ts';
import { organizationCommit, organizationName } from '../../support/plain-policy.ts';
import { findElements, type HtmlTree, renderMarkdownTree, textOf } from '../../support/render.ts';
import { reportModel } from './models.ts';

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
export function modelOf(example: Example): ReportModel {
  const parsed =
    example.policy === undefined ? null : parsePolicyFile(example.policy, file, blobOf(example.policy));
  const given = readInputSettings(inputReader((name) => example.inputs?.[name] ?? ''));
  const organization = example.organization === undefined ? null : readOrganization(example.organization);
  const own = combineSettings(given, parsed, 'en');
  const settings = organization === null ? own : withOrganization(own, organization);
  const { policy } = settings;
  const result = wireResult(example);
  const partial = example.partialAt !== undefined;
  const baseline = example.baseline ?? { kind: policy.baseline === null ? 'none' : 'first' };
  const rules = { preferences: null, siteHost: previewHost, now };
  const scan = { ...rules, ...endState(result, { partial }), doubts: [] };
  const read = parseScan(scan);
  const judgeBy = (by: Policy, against: BaselineFindings) => judgeByPolicy(read, by, against);
  const ownAssessment = judgeBy(policy, baseline);
  const assessment =
    organization === null
      ? ownAssessment
      : mergeAssessments(
          ownAssessment,
          judgeBy(policyWithAllowances(policy, organization, now), { kind: 'none' }),
        );
  const shown = reportModel(assessment, {
    settings,
    policyPages: policyPagesOf({ path: file, isDefault: true }, settings.file !== null, context),
    hostFacts: read.hostFacts,
  });
  return partial
    ? { ...shown, scan: { ...shown.scan, percentage: example.partialAt ?? 0, endedAt: null } }
    : shown;
}

type WhyCounts = (Disclosure & { mode: 'counts' })['because'];

/** `shown` as far as a run that only counts findings tells it. */
export function counted(shown: ReportModel, because: WhyCounts = 'setting'): ReportModel {
  return withholdDetails({ ...shown, disclosure: { mode: 'counts', because } });
}

/** A baseline that has `findings`. */
export function exampleBaseline(findings: readonly Finding[]): BaselineFindings {
  return {
    kind: 'scan',
    scanId: baselineScan,
    findings: findings.map((finding) => ({
      fingerprint: fingerprinter('www.example.com')(finding),
      severity: finding.severity,
    })),
    olderScans: [],
    leftOutScanIds: [],
    problem: null,
  };
}

/** A policy file whose one rule ignores the finding of severity `low`. */
export const ignoreLow = 'ignore:\n  - cwe: 693\n    reason: Sent by the proxy in production\n';

/** The first line of {@link comment}. */
export const marker = '<!-- scan-gate key=security -->';

/** The comment of a model, in its language. */
export function comment(shown: ReportModel): string {
  return renderPage(shown, textsIn[shown.language], 'comment', marker);
}

/** The job summary of a model, in its language. */
export function summary(shown: ReportModel): string {
  return renderPage(shown, textsIn[shown.language], 'summary');
}

/** The rendered comment. */
export function commentTree(shown: ReportModel): HtmlTree {
  return renderMarkdownTree(comment(shown));
}

/** The text of the fold whose title starts with `title`; `''` if there is none. */
export function unfolded(markdown: string, title: string): string {
  const all = findElements(renderMarkdownTree(markdown), 'details').map(textOf);
  return all.find((text) => text.startsWith(title)) ?? '';
}

/** The addresses of all links. */
export function linksIn(tree: HtmlTree): string[] {
  return findElements(tree, 'a').map(({ properties }) => String(properties['href']));
}
