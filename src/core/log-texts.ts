import { enGitHubFault, type GitHubFault } from './github-fault.ts';
import { enReport } from './issues-page.ts';
import type { RequestFault } from './problem.ts';
import { enSettings } from './setting-texts.ts';
import type { Severity } from './severity.ts';
import type { Language } from './words.ts';

const places = {
  log: 'the log',
  summary: 'the job summary',
  annotations: 'the annotations',
  comment: 'the pull request comment',
  issue: 'the tracking issue',
};

/** Where the findings of a scan can be read. */
export type Place = keyof typeof places;

/**
 * What the log says beside the reports, and the errors that end a run, in English; `src/report/texts/pt/log.ts` has it in
 * Portuguese. The log carries the texts, because the rooms that log must not import the reports. Debug lines are English only.
 * `target`: how the target is called in the log.
 */
const texts = {
  settings: enSettings,
  /** Names of targets that must not be named. */
  theTarget: 'the target',
  anotherTarget: 'another target',
  cancelled: (signal: string) =>
    `Cancelled by ${signal}: publishing what there is. A second signal ends the run at once.`,

  unreadEvent: (path: string) =>
    `The event payload at ${path} could not be read, so no pull request is known and there is no comment. Check that the file of \`GITHUB_EVENT_PATH\` is there, such as in a container.`,
  unknownPreference: (name: string) =>
    `\`preferences\`: the service's interface names no \`${name}\`. It is sent as given; check the spelling.`,
  unreadPullRequest: (fault: GitHubFault) => {
    const { what, remedy } = enGitHubFault(fault, 'pull-requests: write');
    return `The pull request of this run could not be looked up (${what}), so there is no comment. ${remedy}`;
  },
  severalPullRequests: (commit: string, numbers: string) =>
    `Commit ${commit} is the head of several open pull requests (${numbers}). None is guessed, so there is no comment. To have one, run the gate on \`pull_request\`, which names it.`,
  unreadComment: (fault: GitHubFault) =>
    `The pull request comment could not be read (${enGitHubFault(fault, '').what}), so no scan is taken up by it.`,
  /** `seconds`: until the limit ends. */
  rateLimit: (path: string, seconds: number, waits: boolean) =>
    `GitHub's rate limit is reached (${path}): ${waits ? `waiting ${seconds} s` : `it lasts ${seconds} s, not waiting`}`,
  gitHubSilent: (seconds: number) => `GitHub was silent for ${seconds} s`,
  gitHubSlow: (seconds: number) => `GitHub's answer was not complete after ${seconds} s`,
  gitHubTooLarge: (mebibytes: number) => `GitHub's answer is larger than ${mebibytes} MiB`,

  policyFile: (path: string, commit: string) => `Policy file: ${path} at ${commit}`,
  noPolicyFile: (path: string, commit: string) => `There is no policy file ${path} at ${commit}`,
  organizationFile: (name: string, commit: string) => `Policy of the organization: ${name}, commit ${commit}`,
  places,
  /** `where`: places, beside the artifact. */
  publicFindings: (where: string) =>
    `This repository is public, so anybody can read the findings of this scan, with names, URLs and evidence: in ${where} and the artifact. To publish the verdict and the counts only, set \`disclosure: counts\` (or \`auto\`, which does so on public repositories) as an input or in the policy file.`,

  targetIs: (address: string) => `Target: ${address}`,
  foundInStatus: (environment: string) =>
    `Target found in the deployment status of environment ${environment}`,
  foundInDeployment: (commit: string, environment: string) =>
    `Target found in the deployment of ${commit} to environment ${environment}`,
  foundInEvent: (action: string) => `Target found in the event ${action}`,
  noDeploymentYet: (commit: string) => `No deployment of ${commit} has succeeded yet, waiting for one`,
  notYetReady: (target: string, fault: RequestFault) =>
    `${target} does not answer yet (${briefly(fault)}), waiting for it`,
  answered: (target: string, status: number) => `${target} answered ${status}`,
  noLongerReady: (target: string, fault: RequestFault) =>
    `${target} is no longer ready after the scan (${briefly(fault)}), asking it again`,
  limitsRate: (target: string) =>
    `${target} answered 429 when the scan had finished: it limits the rate of requests. Let the scanner through its rate limit, so that the scan sees the site and not the limit.`,

  started: (scanId: string, target: string) => `Started scan ${scanId} of ${target}`,
  startLost: (fault: RequestFault) =>
    `The answer to the start of the scan was lost (${briefly(fault)}). Looking for the scan in the scan list; none is started a second time.`,
  foundInList: (scanId: string) => `Found scan ${scanId} in the scan list`,
  endedEarly: (scanId: string) => `Scan ${scanId} ended before it was finished. Starting a new one`,
  reusing: (scanId: string, finished: boolean) =>
    `Reusing scan ${scanId}, ${finished ? 'finished' : 'running'} (\`reuse-within\`)`,
  takingUp: (scanId: string) => `Taking up scan ${scanId}, which an earlier attempt of this run left running`,
  unread: (scanId: string, fault: RequestFault) =>
    `Scan ${scanId} could not be read (${briefly(fault)}). Asking again; the scan goes on at the service.`,
  noBaseline: (target: string) =>
    `There is no finished scan of the baseline (${target}) yet: every finding counts as new.`,
  /** `older`: how many scans count too. `target`: `null` where the setting names a scan. */
  comparing: (scanId: string, older: number, target: string | null) =>
    `Comparing with scan ${scanId}${older === 0 ? '' : ` and ${older} older`}${target === null ? '' : ` of ${target}`}`,

  listCut: (listed: number, total: number, target: string) =>
    `The scan list was cut: it names ${listed} of ${total} scans of ${target}.`,
  noneToTakeUp: 'No scan to take up is among them.',
  newestOfCut: 'The newest of them is compared with.',
  notInList: (scanId: string, isCut: boolean, target: string) =>
    `The scan list${isCut ? ', which was cut,' : ''} does not hold scan ${scanId}, so it is not known whether it is of ${target}. Check \`scan-id\` if in doubt.`,

  inQueue: (elapsed: string) => `Waiting in the service's queue, ${elapsed} elapsed`,
  /** `left`: estimated; `null` where it is not known. */
  times: (elapsed: string, left: string | null) =>
    `${elapsed} elapsed${left === null ? '' : `, about ${left} left`}`,
  soFar: (list: string) => `so far ${list}`,
  severityCount: (severity: Severity, count: number) =>
    `${count} ${severity === 'warning' && count !== 1 ? 'warnings' : severity}`,

  noStatus: (why: keyof typeof noStatus) => `There is no commit status, because ${noStatus[why]}.`,
  newerStatus: (url: string) => `The commit status is left as a newer run set it: ${url}`,
  sharedStatus: (name: string) =>
    `Several jobs of this run set the commit status \`${name}\`, so it is \`error\`. Give each job its own \`commit-status\`, for example with a value of the matrix in it.`,
  /** The description of that status. */
  shared: 'Several jobs of this run set this status, so it is none of theirs. Give each its own.',

  /** What is added to the reason of a verdict. */
  notFailed: 'The step is not failed by this, because `on-fail` is `warn`.',
  cancelledLate: 'The run was cancelled while it published; the verdict stands.',
  cancelledEarly: 'The run was cancelled before anything was known of the site. Run the job again.',
  ownMistake: (what: string) =>
    `Scan Gate failed by a mistake of its own (${what}). The site was not judged. Re-run the job with debug logging, and open an issue with the log ${enReport()}.`,
};

export type LogTexts = typeof texts & { readonly language: Language };
export const enLog: LogTexts = { ...texts, language: 'en' };

const noStatus = {
  schedule: 'a scheduled run gates no commit',
  'scan-id': 'a scan given by `scan-id` may be of any commit',
  'no-commit': 'the commit of this run is not known',
  'no-token': '`github-token` is empty',
  skipped: 'nothing is scanned on this pull request',
};

const briefFaults = {
  timeout: 'no answer in time',
  tooSlow: 'no complete answer in time',
  redirect: 'a redirect',
  notUnderstood: 'an answer that is not understood',
};

/** The fault in a few `words`, or by its code. */
export function briefFault(fault: RequestFault, words: typeof briefFaults): string {
  switch (fault.kind) {
    case 'status':
      return `HTTP ${fault.status}`;
    case 'network':
    case 'tls':
      return fault.code;
    case 'timeout':
      return words.timeout;
    case 'too-slow':
      return words.tooSlow;
    case 'redirect':
      return words.redirect;
    case 'too-large':
    case 'too-many-values':
    case 'not-json':
    case 'wrong-shape':
    case 'not-pdf':
    case 'holds-secret':
      return words.notUnderstood;
  }
}

function briefly(fault: RequestFault): string {
  return briefFault(fault, briefFaults);
}
