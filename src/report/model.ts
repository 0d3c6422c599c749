/** All facts that reports show, the same for every form of report. */

import { encodedPath } from '../core/address.ts';
import type { Language } from '../core/say.ts';
import { dayMs, readTime } from '../core/time.ts';
import type { Judgement } from '../gate/judgement.ts';
import type { RunContext } from '../github/context.ts';
import type { ScanOfRun } from '../scan/scan.ts';
import type { ScanOrigin } from '../scan/start.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireInformation } from '../service/wire.ts';
import type { Disclosure } from '../settings/disclosure.ts';
import type { PolicyLocation } from '../settings/policy-location.ts';
import { documentedPreferences } from '../settings/preferences.ts';
import type { Settings } from '../settings/settings.ts';
import type { RunSetup } from '../settings/setup.ts';
import type { PdfType } from '../settings/value-schemas.ts';

/** The facts of a report. Texts from a scan may be hostile. */
export interface ReportModel {
  readonly language: Language;
  readonly judgement: Judgement;
  /** The target without user info and query values; `null` if it is not known. */
  readonly target: string | null;
  /** The status of the target, if only `allowed-statuses` accepted it. */
  readonly acceptedStatus: number | null;
  readonly scan: ReportedScan;
  /** `null` if the scan says nothing about the host. */
  readonly host: HostFacts | null;
  /**
   * Host of `base-url`, the name by which people know the scanning service; empty if the run may have no `base-url`.
   */
  readonly serviceHost: string;
  readonly settings: Settings;
  /** The policy file of this repository; `null` with `config: none` and for a file of another repository. */
  readonly ownPolicyFile: OwnPolicyFile | null;
  readonly files: ReportedFiles;
  readonly run: ReportedRun;
  /** True if the run is known to belong to a pull request. */
  readonly isOnPullRequest: boolean;
  readonly disclosure: Disclosure;
  /** When the report was made, in milliseconds since the Unix epoch. */
  readonly writtenAt: number;
}

/**
 * `issue`: without the headline, because GitHub shows the title, and with a note on what happens to the issue.
 * `summary`: with the details of all findings, not only of those that block.
 */
export type PageKind = 'comment' | 'issue' | 'summary';

/** The policy file on the default branch. */
export interface OwnPolicyFile {
  readonly path: string;
  /** GitHub's page that shows the file; `null` if there is no file yet. */
  readonly url: string | null;
}

export interface ReportedScan {
  /** `null` if no scan was started. */
  readonly id: string | null;
  /** `null` without a scan. */
  readonly origin: ScanOrigin | null;
  /** When the scan began, in milliseconds since the Unix epoch, by the clock of the service. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly percentage: number | null;
  /** The preferences of the scan, as {@link documentedPreferences} shows them. */
  readonly preferences: Readonly<Record<string, unknown>> | null;
}

/** Where the files of the run are. */
export interface ReportedFiles {
  /** The artifact with the JSON result, and SARIF if there is one; `null` if there is none. */
  readonly artifactUrl: string | null;
  readonly hasSarif: boolean;
  /** The PDF reports. `url`: the page that shows one; `null` if it is on the runner only. */
  readonly pdfs: readonly { readonly type: PdfType; readonly url: string | null }[];
  readonly missing: readonly MissingPdf[];
}

/** A PDF report that was asked for and is missing, and why, in the language of the run. */
export interface MissingPdf {
  readonly type: PdfType;
  readonly why: string;
}

export const noFiles: ReportedFiles = { artifactUrl: null, hasSarif: false, pdfs: [], missing: [] };

export interface ReportedRun extends Pick<RunContext, 'workflow' | 'job' | 'sha' | 'repositoryUrl'> {
  /** Page of this attempt of the workflow run. */
  readonly url: string;
  /** Duration of the step so far, in milliseconds. */
  readonly durationMs: number;
}

/** A run with its verdict, as it is published. */
export interface JudgedRun {
  readonly setup: RunSetup;
  readonly service: ServiceClient;
  /** The status of the target, if only `allowed-statuses` accepted it. */
  readonly acceptedStatus: number | null;
  readonly scan: ScanOfRun;
  readonly judgement: Judgement;
}

/** The report of a run that has published no file yet. @param writtenAt in milliseconds since the Unix epoch */
export function buildModel(judgedRun: JudgedRun, writtenAt: number): ReportModel {
  const { setup, acceptedStatus, scan, judgement } = judgedRun;
  const { inputs, settings, context } = setup;
  const { attemptUrl, workflow, job, sha, repositoryUrl } = context;
  const durationMs = writtenAt - setup.stepStartedAt;
  return {
    language: inputs.language,
    judgement,
    target: scan.target?.shownAddress ?? null,
    acceptedStatus,
    scan: reportedScan(scan),
    host: readHost(scan.result?.information, writtenAt),
    serviceHost: inputs['base-url']?.host ?? '',
    settings,
    ownPolicyFile: ownPolicyFileOf(inputs.config, settings.policyFile !== null, repositoryUrl),
    files: noFiles,
    run: { url: attemptUrl, workflow, job, sha, repositoryUrl, durationMs },
    isOnPullRequest: setup.pullRequest !== null,
    disclosure: setup.resolvedDisclosure,
    writtenAt,
  };
}

export function ownPolicyFileOf(
  location: PolicyLocation | null,
  hasFile: boolean,
  repositoryUrl: string,
): OwnPolicyFile | null {
  // A file of another repository is not for the reader to change.
  if (location === null || location.elsewhere !== null) return null;
  const { path } = location;
  return { path, url: hasFile ? `${repositoryUrl}/blob/HEAD/${encodedPath(path)}` : null };
}

function reportedScan({ scanId, origin, result, percentage }: ScanOfRun): ReportedScan {
  return {
    id: scanId,
    origin,
    startedAt: readTime(result?.startDate),
    endedAt: readTime(result?.endDate),
    percentage,
    preferences: documentedPreferences(result?.preferences),
  };
}

/** What a scan found out about the host. Strings are hostile. */
export type HostFacts = NonNullable<ReturnType<typeof readHost>>;
export type HostService = HostFacts['services'][number];
export type HostCertificate = HostFacts['certificates'][number];

/** What the reports show of the host. The rest is in the raw answer. @param now in milliseconds since the Unix epoch */
export function readHost(information: WireInformation | undefined, now: number) {
  if (information === undefined) return null;
  const { services = [], certificate = [], waf = [] } = information;
  return {
    services,
    certificates: certificate.map(({ commonName, 'Expires On': end }) => ({
      commonName,
      /** Whole days until the certificate expires; below 0 if it has expired, `null` if the end is unknown. */
      daysLeft: end?.$date === undefined ? null : Math.floor((end.$date * 1000 - now) / dayMs),
    })),
    waf,
  };
}
