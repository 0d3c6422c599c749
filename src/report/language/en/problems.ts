/** Why there is no trustworthy answer and what to do, in English. */

import { describeGitHubFault } from '../../../core/github-fault.ts';
import { shownDuration } from '../../../core/time.ts';
import { type ProblemTexts, textFor } from '../advice.ts';
import { enNumbers, quotedNames } from '../numbers.ts';
import { enBriefFaults } from './faults.ts';

const { number, plural } = enNumbers;

/** What to do if a scan may have been started. */
const lookItUp =
  'Look for a scan of the target in the dashboard of the scanning service. If one runs, set `scan-id`.\nIf none runs, run the job again.';
const unknownStart = 'It is not known whether a scan was started.';

export const enProblems: ProblemTexts = {
  'missing-api-key': ({ skipped }) =>
    skipped
      ? {
          what: 'Nothing was scanned: pull requests from forks and from Dependabot get no secrets, so there is no API key.',
          remedy:
            'To have it scanned, open the pull request from a branch of this repository; for Dependabot, add the key to the Dependabot secrets too.',
        }
      : {
          what: 'Nothing was scanned, because `api-key` is empty.',
          remedy:
            'Add the key as a secret of the repository, organization or environment, pass it as `api-key` in the workflow, and run the job again.\nIf forks get no secrets, `on-missing-api-key: skip` skips the scan.',
        },
  'target-not-ready': ({ fault, waitedMs }) => ({
    what: `The target did not answer within ${shownDuration(waitedMs)}: ${textFor(enBriefFaults, fault)}. No scan was started.`,
    remedy: `Check that the deployment has finished and that \`url\` is right.\nIf it only needs longer, raise \`wait-for-url\`.${fault.kind === 'status' && fault.status === 404 ? '\nIf 404 is right for this target, as for an API without a root page, name it in `allowed-statuses`.' : ''}`,
  }),
  'target-refused': ({ status }) => ({
    what: `The target answered HTTP ${status}, which is not the site. No scan was started, since it would be a scan of a login wall or an error page.`,
    remedy: `Allow the scanner and this runner through your preview protection, or disable it for previews.\nIf HTTP ${status} is right for this target, name it in \`allowed-statuses\`.\nIf only the scanning service can open it, set \`wait-for-url: 0\`.`,
  }),
  'target-lost': ({ fault, askedMs }) => ({
    what: `The target was ready before the scan, but not when the scan had finished: ${textFor(enBriefFaults, fault)}, for ${shownDuration(askedMs)}. The scan may have met an error page or a login wall.`,
    remedy:
      'Check that the deployment stays up during the scan and does not block the scanner, then run the job again.\nIf only the scanning service can open it, set `wait-for-url: 0`.',
  }),
  'deployment-not-ready': ({ state }) => ({
    what: `The deployment that caused this run is not successful yet (\`${state}\`), so there is nothing to scan.`,
    remedy:
      "Run the job on finished deployments only: `if: github.event.deployment_status.state == 'success'`.",
  }),
  'deployment-not-meant': ({ environment, wanted }) =>
    wanted === null
      ? {
          what: `The deployment that caused this run is of production (environment \`${environment}\`). No scan was started: production is scanned only if \`environment\` names it.`,
          remedy: `To have it scanned, set \`environment: ${environment}\`.\nIf not, run the job on previews only, by an \`if:\` on \`github.event.deployment.environment\`, or on \`github.event.client_payload.environment\` for Vercel's events.`,
        }
      : {
          what: `The deployment that caused this run is of environment \`${environment}\`, and \`environment\` asks for \`${wanted}\`.`,
          remedy: `Run the job on deployments of that environment only, by an \`if:\` on \`github.event.deployment.environment\`.`,
        },
  'deployment-failed': ({ environment, sha, logUrl }) => ({
    what: `The deployment of ${sha.slice(0, 7)} to \`${environment}\` failed, so there is nothing to scan.${logUrl === '' ? '' : ` Its log: ${logUrl}`}`,
    remedy: `Fix the deployment${logUrl === '' ? '' : ' (log above)'}, then re-run the job.`,
  }),
  'no-deployment': ({ sha, environment, pending, waitedMs }) => ({
    what: `No deployment of ${sha.slice(0, 7)}${environment === null ? ' other than production' : ` to \`${environment}\``} succeeded within ${shownDuration(waitedMs)}${pending.length === 0 ? '; none was seen' : `; still pending: ${quotedNames(pending)}`}.`,
    remedy:
      'Give the URL as `url`, or name the environment of the deployment with `environment`.\nIf the deployment takes longer, raise `wait-for-url`.',
  }),
  'no-deployment-url': ({ eventName }) => ({
    what: `The \`${eventName}\` event names no address that could be scanned.`,
    remedy: 'Give the URL as `url`, or let the deploying app set the environment URL of its deployments.',
  }),
  'deployments-unreadable': ({ fault }) => {
    const { what, remedy } = describeGitHubFault(fault, 'deployments: read');
    return {
      what: `The deployments of the commit could not be read (${what}).`,
      remedy: `${remedy}\nOr give the URL as \`url\`.`,
    };
  },
  'target-left-site': ({ location }) => ({
    what: `The target redirects to another site, \`${location}\`. No scan was started, since it would not be a scan of the target.`,
    remedy:
      'Set `url` to the address that is to be scanned, or let the redirect stay on the same site (often it is a login page of the host).',
  }),
  'start-lost': ({ fault, lookedForMs, listFault }) => ({
    what: `The answer to the start of the scan was lost (${textFor(enBriefFaults, fault)}), and the scan ${
      listFault === null
        ? 'was not found in the scan list'
        : `could not be looked for in the scan list (${textFor(enBriefFaults, listFault)})`
    } within ${shownDuration(lookedForMs)}. It is not known whether it runs.`,
    remedy:
      'Look for it in the dashboard of the scanning service. If it is there, set `scan-id`.\nIf it is not, run the job again.',
  }),
  timeout: ({ afterMs, percentage, scan }) => {
    const time = shownDuration(afterMs);
    const early = `The time for the scan (${time}) was up before`;
    const slow = 'If the scanning service is just slow, raise `timeout`.';
    const byState = {
      none: { what: `${early} one was started.`, remedy: `Run the job again.\n${slow}` },
      unknown: {
        what: `${early} the scanning service confirmed its start. ${unknownStart}`,
        remedy: `${lookItUp}\n${slow}`,
      },
      unread: {
        what: `${early} its progress could be read.`,
        remedy: `Run the job again to wait for the scan.\n${slow}`,
      },
      read: {
        what:
          percentage === null
            ? `The scan was still waiting in the queue after ${time}.`
            : `The scan was not finished after ${time}; it had reached ${percentage}%.`,
        remedy:
          'The scan goes on: run the job again to wait for it.\nIf scans of this site usually take so long, raise `timeout`.',
      },
    };
    return byState[scan ?? 'read'];
  },
  'no-end-date': ({ graceMs }) => ({
    what: `The scan reached 100%, but was not marked finished within ${shownDuration(graceMs)}.`,
    remedy: 'The result may still be there: run the job again with `scan-id` set to this scan.',
  }),
  'ended-early': ({ percentage }) => ({
    what: `The scan ended at ${percentage}%, so part of the target was never checked.`,
    remedy:
      'Run the job again for a new scan. If it ends early again, contact the support of the scanning service.',
  }),
  'nothing-checked': () => ({
    what: 'The scan finished without making a single check, so it says nothing about the target.',
    remedy:
      'Check that the scanning service can reach the target (firewall, login, DNS).\nCheck that `preferences` leave checks on.',
  }),
  'too-few-checks': ({ checks, minimum }) => ({
    what: `The scan made ${plural(checks, 'check', 'checks')}, and \`min-checks\` asks for ${number(minimum)}, so it says too little about the target.`,
    remedy:
      'Check that the scanning service can reach the whole target (firewall, login, rate limit).\nCheck that `preferences` leave checks on.\nIf fewer checks are right for it, lower `min-checks`.',
  }),
  'check-switched-off': ({ checks }) => ({
    what: `\`preferences\` ask for ${quotedNames(checks)}, but the scan ran without ${checks.length === 1 ? 'it' : 'them'}.`,
    remedy:
      'Run the job again for a new scan, without `scan-id`.\nIf it happens again, contact the support of the scanning service, or remove the check from `preferences`.',
  }),
  unreadable: ({ path, expected }) => ({
    what: `The result of the scan could not be understood: \`${path}\` should be ${expected}.`,
    remedy: 'Run the job again; if it happens again, look for a newer release of Scan Gate.',
  }),
  'no-host-information': () => ({
    what: 'The policy has rules for the host, but the scan has no information about the host.',
    remedy:
      'Run the job again for a new scan.\nIf the rules are not needed, remove `host` from the policy file.',
  }),
  'list-cut': ({ listed, total }) => ({
    what: `The scan list of the scanning service was cut: it names ${listed} of ${total} scans of this target, and no finished one.`,
    remedy: 'Set `baseline` to the id of a finished scan.',
  }),
  'policy-unreadable': ({ path, fault }) => {
    const { what, remedy } = describeGitHubFault(fault, 'contents: read');
    return {
      what: `The policy file \`${path}\` could not be read from the default branch (${what}). Nothing was scanned, since it is not known what may block.`,
      remedy: `${remedy}\nIf there is no policy file, set \`config: none\`.`,
    };
  },
  'uncounted-findings': ({ total, found }) => ({
    what: `The scan says it has ${total} findings in all, but lists only ${found}, so it is not known how severe the others are.`,
    remedy: 'Look up the scan in the dashboard of the scanning service, or run the job again for a new scan.',
  }),
  'other-scan': ({ expected, got }) => ({
    what: `The scanning service answered with another scan: \`${got}\` instead of \`${expected}\`.`,
    remedy: 'Run the job again; if it happens again, contact the support of the scanning service.',
  }),
  cancelled: ({ scanId, scan }) => {
    const what = 'The run was cancelled by the user or by a newer run before it was done.';
    if (scan === 'unknown') return { what: `${what} ${unknownStart}`, remedy: lookItUp };
    const remedy =
      'If a newer run has started, there is nothing to do: it replaces this comment. If none has, run the job again';
    return scanId === null
      ? { what: `${what} No scan was started.`, remedy: `${remedy}.` }
      : {
          what,
          remedy: `${remedy} to take up the scan, which is still running.\nOr set \`scan-id\` to the id of this scan, which is among its details.`,
        };
  },
  internal: ({ detail }) => ({
    what: `Scan Gate itself failed${detail === '' ? '' : `: ${detail}`}.`,
    remedy: `This is a bug. Run the job again with debug logging, and open an issue with the log in the repository that \`uses:\` names.`,
  }),
};
