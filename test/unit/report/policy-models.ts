/** Models with everything a policy can bring, as the gate itself judges them. */
import { assess } from '../../../src/gate/assess.ts';
import type { BaselineFindings } from '../../../src/gate/compare.ts';
import { countBySeverity } from '../../../src/gate/finding-counts.ts';
import type { Finding } from '../../../src/gate/findings.ts';
import { readHost } from '../../../src/gate/host.ts';
import { inputReader } from '../../../src/inputs/read-input.ts';
import { parsePolicyFile } from '../../../src/policy/policy-file.ts';
import { readGivenSettings, resolveSettings } from '../../../src/policy/settings.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { scanResultSchema } from '../../../src/service/schema.ts';
import * as models from './models.ts';

/** 21 November 2026, noon. */
const now = Date.UTC(2026, 10, 21, 12);
const file = '.github/scan-gate.yml';
const previewHost = 'preview-104.example.com';

/** What the services and certificates of a host look like in a result. */
export interface WireHost {
  readonly ports: readonly (number | '')[];
  /** `null`: the host has no certificate. */
  readonly certificateDays: number | null;
  readonly waf: readonly string[];
}

export interface Scene {
  /** Text of the policy file; `null` without one. */
  readonly policy?: string | null;
  /** Inputs by name. */
  readonly inputs?: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
  readonly baseline?: BaselineFindings;
  readonly host?: WireHost;
  /** Given: `fail-fast` ended the wait there. */
  readonly partialAt?: number;
  readonly language?: 'en' | 'pt';
}

/** The answer of the service that says `findings`. */
function wireResult({ findings, host, partialAt }: Scene) {
  return scanResultSchema.parse({
    identificator: 'scan-104',
    percentage: partialAt === undefined ? '100.00' : partialAt.toFixed(2),
    startDate: '2026-11-21T09:12:30.000Z',
    endDate: partialAt === undefined ? '2026-11-21T09:25:04.000Z' : null,
    totalChecked: 1482,
    issuesSummaryTotal: findings.length,
    issuesSummary: countBySeverity(findings),
    issues: findings.map((each) => ({
      ...each,
      cvss: each.cvss === null ? null : { score: each.cvss.score, detail: each.cvss.vector },
      references: each.references[0] ?? '',
    })),
    information: host === undefined ? undefined : wireInformation(host),
  });
}

function wireInformation({ ports, certificateDays, waf }: WireHost) {
  const seconds = now / 1000;
  return {
    services: ports.map((port) => ({
      state: 'open',
      reason: 'syn-ack',
      name: port === 443 ? 'https' : 'http-proxy',
      product: '',
      version: '',
      port,
    })),
    certificate:
      certificateDays === null
        ? []
        : [
            {
              'Issue On': { $date: seconds - 80 * 86_400 },
              'Expires On': { $date: seconds + certificateDays * 86_400 },
              commonName: previewHost,
              subject: `CN=${previewHost}`,
            },
          ],
    waf,
    ips: ['192.0.2.17'],
  };
}

/** What the reports say of a scene: policy file and inputs are read, the gate judges, as in a run. */
export async function modelOf(scene: Scene, changes: Partial<ReportModel> = {}): Promise<ReportModel> {
  const reader = inputReader((name) => scene.inputs?.[name] ?? '');
  const parsed = typeof scene.policy === 'string' ? await parsePolicyFile(scene.policy, file) : null;
  const { policy, ...settings } = resolveSettings(
    await readGivenSettings(reader),
    parsed,
    scene.language ?? 'en',
  );
  const result = wireResult(scene);
  const assessment = assess({
    result,
    problem: null,
    partial: scene.partialAt !== undefined,
    baseline: scene.baseline ?? { kind: policy.baseline === null ? 'none' : 'first' },
    policy,
    host: previewHost,
    now,
  });
  const base = models.model(assessment);
  return {
    ...base,
    language: scene.language ?? 'en',
    policy,
    settings,
    host: readHost(result.information),
    scan: {
      ...base.scan,
      percentage: scene.partialAt ?? 100,
      endedAt: scene.partialAt === undefined ? base.scan.endedAt : null,
    },
    ...changes,
  };
}

/** A baseline that holds `findings`. */
export function baselineOf(findings: readonly Finding[]): BaselineFindings {
  return { kind: 'scan', scanId: 'c2a7e9d4-1b8f-4c55-9a30-77e0b1f4d6a2', findings, host: 'www.example.com' };
}
