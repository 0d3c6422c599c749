import { shownDuration } from './duration.ts';
import type { ProblemTexts } from './texts.ts';

type DeploymentProblem =
  | 'deployment-not-ready'
  | 'deployment-not-meant'
  | 'deployment-failed'
  | 'no-deployment'
  | 'no-deployment-url'
  | 'deployments-unreadable';

/** Problems with finding the target in the deployments of a commit. */
export const enDeploymentProblems: Pick<ProblemTexts, DeploymentProblem> = {
  'deployment-not-ready': ({ state }) => ({
    what: `The deployment that caused this run is not successful yet (\`${state}\`), so there is nothing to scan.`,
    remedy:
      "Run the job on finished deployments only: `if: github.event.deployment_status.state == 'success'`.",
  }),
  'deployment-not-meant': ({ environment, wanted }) => ({
    what: `The deployment that caused this run is of environment \`${environment}\`, and \`environment\` asks for \`${wanted}\`.`,
    remedy: `Run the job on deployments of that environment only, by an \`if:\` on \`github.event.deployment.environment\`.`,
  }),
  'deployment-failed': ({ environment, sha, logUrl }) => ({
    what: `The deployment of ${sha.slice(0, 7)} to \`${environment}\` failed, so there is nothing to scan.${logUrl === '' ? '' : ` Its log: ${logUrl}`}`,
    remedy: 'Mend the deployment, and run the job again.',
  }),
  'no-deployment': ({ sha, environment, pending, waitedMs }) => ({
    what: `No deployment of ${sha.slice(0, 7)}${environment === null ? ' other than production' : ` to \`${environment}\``} succeeded within ${shownDuration(waitedMs)}${pending.length === 0 ? '; none was seen' : `; still pending: ${pending.join(', ')}`}.`,
    remedy:
      'Give the URL as `url`, raise `wait-for-url` if the deployment takes longer, or name its environment with `environment`.',
  }),
  'no-deployment-url': ({ eventName }) => ({
    what: `The \`${eventName}\` event names no address that could be scanned.`,
    remedy: 'Give the URL as `url`, or let the deploying app set the environment URL of its deployments.',
  }),
  'deployments-unreadable': ({ status }) => ({
    what: `The deployments of the commit could not be read (${status === null ? 'GitHub was not reached' : `HTTP ${status}`}).`,
    remedy:
      'Add `permissions: deployments: read` to the job and pass a `github-token`, or give the URL as `url`.',
  }),
};
