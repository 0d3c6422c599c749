/** All facts that reports show, collected once for every form of report. */

import type { Disclosure, Language, PdfType } from '../core/choices.ts';
import { shownPreferences } from '../core/interface-preferences.ts';
import { encodedPath } from '../core/text.ts';
import { readTime } from '../core/time.ts';
import type { HostFacts } from '../gate/host.ts';
import type { Decision } from '../gate/judge-scan.ts';
import {
  differentPreferenceNames,
  type PreferenceDifference,
  preferenceDifferences,
} from '../gate/preference-differences.ts';
import type { Assessment } from '../gate/verdict.ts';
import type { RunContext } from '../github/context.ts';
import type { StepInputs } from '../inputs/step-inputs.ts';
import type { Target } from '../inputs/target-url.ts';
import type { Settings } from '../policy/settings-in-force.ts';
import type { RunSetup } from '../prepare/prepare.ts';
import type { ScanOrigin } from '../scan/scan-origin.ts';
import type { ScanStageEnd } from '../scan/scan-stage.ts';
import type { TrendPoint } from '../scan/trend.ts';
import { listLengthIn } from '../service/answers.ts';
import type { LastReport } from './hidden-line.ts';

/** The facts of a report, collected once, so that all reports say the same. Texts from a scan may be hostile. */
export interface ReportModel {
  readonly language: Language;
  readonly assessment: Assessment;
  /** The target without user info and query values; `null` if it is not known. */
  readonly target: string | null;
  /** Statuses of the target that only `allowed-statuses` accepted as ready. */
  readonly acceptedStatuses: readonly number[];
  readonly scan: ReportedScan;
  /**
   * Host of `base-url`, the name by which people know the scanning service; empty if the run may have no `base-url`.
   */
  readonly serviceHost: string;
  readonly hostFacts: HostFacts | null;
  readonly settings: Settings;
  /** Pages of the policy file, where a reader can add a rule; `null` with `config: none`. */
  readonly policyPages: PolicyPages | null;
  readonly files: ReportedFiles;
  readonly run: ReportedRun;
  /** True if the run is known to belong to a pull request. */
  readonly isOnPullRequest: boolean;
  /** The last report in the comment or the tracking issue; `null` if there was none, and in all other reports. */
  readonly lastReport: LastReport | null;
  /** The last finished scans of the target, oldest first; empty if no trend is shown. */
  readonly trend: readonly TrendPoint[];
  readonly disclosure: Disclosure;
  /** When the report was made, in milliseconds since the Unix epoch. */
  readonly writtenAt: number;
}

/** The policy file on the default branch, and GitHub's pages for it. */
export interface PolicyPages {
  readonly path: string;
  readonly exists: boolean;
  /** GitHub's page that shows the file, if the file exists. */
  readonly viewUrl: string;
  /** GitHub's page that edits or creates the file; `null` if the event does not name the default branch. */
  readonly editUrl: string | null;
}

export interface ReportedScan {
  /** `null` if no scan was started. */
  readonly id: string | null;
  readonly origin: ScanOrigin;
  /** When the scan began, in milliseconds since the Unix epoch, by the clock of the service. */
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly percentage: number | null;
  readonly checks: number | null;
  /** How many subdomains are listed; `null` if they were not asked for, or the answer has no such list. */
  readonly subdomains: number | null;
  /** How many leaked addresses are listed; `null` as for subdomains. */
  readonly leaks: number | null;
  /** The preferences of the scan, as {@link shownPreferences} shows them. */
  readonly preferences: Readonly<Record<string, unknown>> | null;
  /** Preferences that differ from the `preferences` input, and `xss` and `sqli` if off. Only of a finished scan. */
  readonly preferenceDifferences: readonly PreferenceDifference[];
  /** Preferences of the interface that have another value in the scan of the baseline. */
  readonly baselineDifferences: readonly string[];
}

/** Where the files of the run are. */
export interface ReportedFiles {
  /** The artifact with the files of the run; `null` if there is none. `formats`: what is in it, besides PDF reports. */
  readonly artifact: { readonly url: string; readonly formats: readonly ('JSON' | 'SARIF')[] } | null;
  /** `url`: the page that shows the report; `null` if the report is on the runner only. */
  readonly pdfs: readonly { readonly type: PdfType; readonly url: string | null }[];
  /** Reports that were requested and are missing, with the reason in the model's language. */
  readonly missing: readonly { readonly type: PdfType; readonly why: string }[];
}

export const noFiles: ReportedFiles = { artifact: null, pdfs: [], missing: [] };

export interface ReportedRun
  extends Pick<RunContext, 'workflow' | 'job' | 'sha' | 'repositoryUrl' | 'workflowUrl'> {
  /** Page of this attempt of the workflow run. */
  readonly url: string;
  /** Duration of the step so far, in milliseconds. */
  readonly durationMs: number;
}

/** The input of a model: facts of the run, and fields that the model takes over. */
export interface ModelSources
  extends Pick<ReportModel, 'acceptedStatuses' | 'files' | 'trend' | 'writtenAt'> {
  readonly setup: Pick<
    RunSetup,
    'stepStartedAt' | 'inputs' | 'settings' | 'context' | 'pullRequest' | 'disclosure'
  >;
  readonly target: Target | null;
  readonly scanEnd: ScanStageEnd;
  readonly decision: Decision;
}

export function buildModel(sources: ModelSources): ReportModel {
  const { setup, decision, writtenAt } = sources;
  const { inputs, settings, context } = setup;
  return {
    language: inputs.scan.language,
    assessment: decision.assessment,
    target: sources.target?.shownAddress ?? null,
    acceptedStatuses: sources.acceptedStatuses,
    scan: reportedScan(sources),
    serviceHost: inputs.service.baseUrl?.host ?? '',
    hostFacts: decision.hostFacts,
    settings,
    policyPages: policyPagesOf(inputs.repositoryFile, settings.file !== null, context),
    files: sources.files,
    run: reportedRun(context, writtenAt - setup.stepStartedAt),
    isOnPullRequest: setup.pullRequest.kind === 'found',
    // `publishVerdictComment` and `renderIssue` set it, because only they know the comment or issue as it stands.
    lastReport: null,
    trend: sources.trend,
    disclosure: setup.disclosure,
    writtenAt,
  };
}

/** The policy file on the default branch, with GitHub's pages: one shows the file, one edits or creates it. */
export function policyPagesOf(
  config: StepInputs['repositoryFile'],
  exists: boolean,
  { repositoryUrl, defaultBranch }: Pick<RunContext, 'repositoryUrl' | 'defaultBranch'>,
): PolicyPages | null {
  if (config === null) return null;
  const { path } = config;
  // GitHub shows a file at `HEAD`, but edits files of a named branch only.
  const viewUrl = `${repositoryUrl}/blob/HEAD/${encodedPath(path)}`;
  if (defaultBranch === null) return { path, exists, viewUrl, editUrl: null };
  const branch = encodedPath(defaultBranch);
  const editPage = `edit/${branch}/${encodedPath(path)}`;
  const newPage = `new/${branch}?filename=${encodeURIComponent(path.toWellFormed())}`;
  return { path, exists, viewUrl, editUrl: `${repositoryUrl}/${exists ? editPage : newPage}` };
}

function reportedScan({ setup, scanEnd, decision }: ModelSources): ReportedScan {
  const { scan } = setup.inputs;
  const { scanId, origin, result, raw, percentage, policiesWithBaselines } = scanEnd;
  const baseline = policiesWithBaselines[0]?.baseline;
  const isWhole = scanEnd.state === 'whole';
  const scanPreferences = isWhole ? result?.preferences : undefined;
  return {
    id: scanId,
    origin,
    startedAt: readTime(result?.startDate),
    endedAt: readTime(result?.endDate),
    percentage,
    checks: decision.checkCount,
    subdomains: scan.includeSubdomains ? listLengthIn(raw, 'subdomain') : null,
    leaks: scan.includeLeaks ? listLengthIn(raw, 'leak') : null,
    preferences: result?.preferences === undefined ? null : shownPreferences(result.preferences),
    preferenceDifferences: isWhole
      ? preferenceDifferences(scan.preferences?.value ?? null, scanPreferences)
      : [],
    baselineDifferences:
      baseline?.kind === 'scan' ? differentPreferenceNames(scanPreferences, baseline.result.preferences) : [],
  };
}

/** What the reports say about the run. @param durationMs of the step so far */
export function reportedRun(context: RunContext, durationMs: number): ReportedRun {
  const { attemptUrl: url, workflow, job, sha, repositoryUrl, workflowUrl } = context;
  return { url, workflow, job, sha, repositoryUrl, workflowUrl, durationMs };
}
