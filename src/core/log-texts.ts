import type { Severity } from './severity.ts';

/**
 * What most runs log before the report, in English; `src/report/texts/pt/log.ts` has it in Portuguese. The log carries the texts,
 * because the rooms that log must not import the reports. What few runs log stays English, where it is logged: each line here
 * is twice in the bundle. `target`: how the target is called in the log.
 */
export const enLog = {
  /** Names of targets that must not be named. */
  theTarget: 'the target',
  anotherTarget: 'another target',
  cancelled: (signal: string) =>
    `Cancelled by ${signal}: publishing what there is. A second signal ends the run at once.`,

  policyFile: (path: string, commit: string) => `Policy file: ${path} at ${commit}`,
  noPolicyFile: (path: string, commit: string) => `There is no policy file ${path} at ${commit}`,

  targetIs: (address: string) => `Target: ${address}`,
  foundInStatus: (environment: string) =>
    `Target found in the deployment status of environment ${environment}`,
  foundInDeployment: (commit: string, environment: string) =>
    `Target found in the deployment of ${commit} to environment ${environment}`,
  noDeploymentYet: (commit: string) => `No deployment of ${commit} has succeeded yet, waiting for one`,
  notYetReady: (target: string, cause: string) => `${target} does not answer yet (${cause}), waiting for it`,
  answered: (target: string, status: number) => `${target} answered ${status}`,
  noLongerReady: (target: string, cause: string) =>
    `${target} is no longer ready after the scan (${cause}), asking it again`,

  started: (scanId: string, target: string) => `Started scan ${scanId} of ${target}`,
  /** `cause`: the kind of the fault. */
  startLost: (cause: string) =>
    `The answer to the start of the scan was lost (${cause}). Looking for the scan in the scan list; none is started a second time.`,
  reusing: (scanId: string, finished: boolean) =>
    `Reusing scan ${scanId}, ${finished ? 'finished' : 'running'} (\`reuse-within\`)`,
  takingUp: (scanId: string) => `Taking up scan ${scanId}, which an earlier attempt of this run left running`,
  unread: (scanId: string, cause: string) =>
    `Scan ${scanId} could not be read (${cause}). Asking again; the scan goes on at the service.`,
  noBaseline: (target: string) =>
    `There is no finished scan of the baseline (${target}) yet: every finding counts as new.`,
  /** `older`: how many scans count too. `target`: `null` where the setting names a scan. */
  comparing: (scanId: string, older: number, target: string | null) =>
    `Comparing with scan ${scanId}${older === 0 ? '' : ` and ${older} older`}${target === null ? '' : ` of ${target}`}`,

  inQueue: (elapsed: string) => `Waiting in the service's queue, ${elapsed} elapsed`,
  /** `left`: estimated; `null` where it is not known. */
  times: (elapsed: string, left: string | null) =>
    `${elapsed} elapsed${left === null ? '' : `, about ${left} left`}`,
  soFar: (list: string) => `so far ${list}`,
  severityCount: (severity: Severity, count: number) =>
    `${count} ${severity === 'warning' && count !== 1 ? 'warnings' : severity}`,
};

export type LogTexts = typeof enLog;
