import { enReport } from '../../../core/issues-page.ts';

/** What the log says while the results are published. Plain text; parts between backticks are literal names. */
export const enPublishing = {
  /** Sinks on GitHub, as the sentences below need them. */
  sink: { comment: 'The pull request comment', issue: 'The tracking issue', status: 'The commit status' },
  /** What happened to a sink on GitHub. `sink`: one of the names above. */
  notFinished: (sink: string): string =>
    `${sink} was not finished, because the run was cancelled. The verdict stands.`,
  /** `cause`: the end of a sentence. */
  failed: (sink: string, cause: string): string => `${sink} failed: ${cause}.`,
  overdue: (seconds: number): string => `not done within ${seconds} s`,
  answered: (status: number): string => `GitHub answered ${status}`,
  /** What to do about a sink on GitHub that failed. */
  remedy: {
    unknownToken: () => 'GitHub did not say whose token it is; check `github-token`.',
    unreachable: () => 'GitHub could not be reached; re-run the job.',
    rateLimit: () => 'Its rate limit is used up; re-run the job later, or scan less often.',
    locked: (switchOff: string): string =>
      `The conversation is locked or the feature is switched off. Unlock it, or set \`${switchOff}\`.`,
    /** `accepted`: the permissions that GitHub names, `''` where it names none. */
    forbidden: (permission: string, accepted: string): string =>
      `The token may not do that. Add \`permissions: ${permission}\` to the job${accepted === '' ? '' : ` (GitHub accepts ${accepted})`}; runs for pull requests from forks have a read-only token.`,
    wrongToken: () => 'The token is not valid. Check `github-token`.',
    notVisible: (permission: string): string =>
      `The repository or the pull request is not visible to the token. Add \`permissions: ${permission}\` to the job.`,
    notTaken: () => `GitHub did not take the content. Please open an issue with the debug log ${enReport()}.`,
    statusRefused: () =>
      'The commit is not in this repository, or has 1,000 statuses of this context: push a new commit, or give another `commit-status`.',
    gitHubFailed: () => 'GitHub has a problem of its own; re-run the job.',
  },
  noToken: {
    comment: () => 'There is no pull request comment, because `github-token` is empty.',
    issue: () => 'There is no tracking issue, because `github-token` is empty.',
  },
  newer: {
    comment: (url: string): string => `The comment is left as a newer run wrote it: ${url}`,
    issue: (url: string): string => `The tracking issue is left as a newer run wrote it: ${url}`,
  },
  /** `report`: its name, such as `ACTION_REPORT`. */
  reportCancelled: (report: string, scanId: string): string =>
    `${report} is missing, because the run was cancelled; the verdict stands. Run the job with \`scan-id: ${scanId}\` to have it.`,
  reportMissing: (report: string): string => `${report} is missing, the verdict stands.`,
  /** What failed on the runner, with the message of the system. */
  fileFailed: (message: string): string =>
    `A report file was not written: ${message}. Check the free space of the runner's temporary folder; the verdict stands.`,
  folderFailed: (message: string): string =>
    `There is no folder for the report files: ${message}. Check that \`RUNNER_TEMP\` names a folder that can be written to; the verdict stands.`,
  summaryFailed: (message: string): string =>
    `The job summary was not written: ${message}. Check \`GITHUB_STEP_SUMMARY\`, or set \`summary: false\` in the policy file; the verdict stands.`,
  outputsFailed: (message: string): string =>
    `The outputs were not set: ${message}. Check \`GITHUB_OUTPUT\`; later steps find no outputs, and the verdict stands.`,
  annotationsFailed: (message: string): string =>
    `The annotations were not written: ${message}. The verdict stands.`,
  /** `id`: of the scan. `names`: preferences. */
  otherPreferences: (id: string, names: string): string =>
    `The scan of the baseline (${id}) ran with other preferences (${names}), so findings can be new or gone for this reason alone. Scan both with the same \`preferences\`.`,
  /** `ids`: of scans. */
  scansLeftOut: (ids: string): string =>
    `Of the older scans of the baseline, these are not whole and are left out: ${ids}.`,
  /** Title of a group in the log. */
  uploading: () => 'Uploading the artifact',
  /** `cause`: the end of a sentence. `stay` and `remedy`: sentences. */
  notUploaded: (cause: string, stay: string, remedy: string): string =>
    `The artifact was not uploaded: ${cause}. ${stay}${remedy === '' ? '' : ` ${remedy}`}`,
  /** `files`: names of files. `outputs`: the outputs with their paths, each between backticks. */
  filesStay: (files: string, outputs: readonly string[]): string =>
    `The files (${files}) are on the runner all the same, at ${new Intl.ListFormat('en-GB').format(outputs)}.`,
  uploadCause: {
    cancelled: () => 'the run was cancelled',
    enterpriseServer: () => 'this GitHub Enterprise Server has no artifact service for this client',
    noService: () => 'this runner offers no artifact service',
  },
  uploadRemedy: {
    enterpriseServer: () => 'Upload them with a version of actions/upload-artifact that it supports.',
    noService: () => 'Keep them by a later step.',
    quota: () => 'Free artifact storage, or lower `retention-days`.',
    other: () => 'Re-run the job to upload them.',
  },
};
