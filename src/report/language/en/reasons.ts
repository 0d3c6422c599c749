/** Why the verdict is what it is, and what else is true of it, in English. */

import { joinNonEmpty } from '../../../core/text.ts';
import type { ReasonScope, ReasonTexts } from '../advice.ts';
import { enNumbers } from '../numbers.ts';

const { number, plural } = enNumbers;

/** `Apart from ignored ones, 2 new findings`. */
function countedFindings(count: number, { isOnlyNew, hasIgnored }: ReasonScope): string {
  const counted = isOnlyNew
    ? plural(count, 'new finding', 'new findings')
    : plural(count, 'finding', 'findings');
  return `${hasIgnored ? 'Apart from ignored ones, ' : ''}${counted}`;
}

function orWorse(threshold: string): string {
  return threshold === 'critical' ? '' : ' or worse';
}

/** `Apart from ignored ones, no new finding`. */
function noFinding({ isOnlyNew, hasIgnored }: ReasonScope): string {
  return `${hasIgnored ? 'Apart from ignored ones, no' : 'No'} ${isOnlyNew ? 'new finding' : 'finding'}`;
}

function nothingBlocks(threshold: string, scope: ReasonScope): string {
  const score = scope.failOnCvss === null ? '' : `a CVSS score of ${scope.failOnCvss.toFixed(1)} or more`;
  if (threshold === 'never' && score === '')
    return 'No finding blocks by itself, because `fail-on` is `never`.';
  const severity = threshold === 'never' ? '' : `severity \`${threshold}\`${orWorse(threshold)}`;
  const both = joinNonEmpty([severity, score], ', or ');
  return `${noFinding(scope)} has ${both}.`;
}

/** “What blocks” is right even if a budget lets some findings stay. */
const fixFindings = 'Fix what blocks, deploy, and run the job again.';

export const enReasons: ReasonTexts = {
  'nothing-blocks': ({ threshold }, scope) => ({ what: nothingBlocks(threshold, scope), remedy: '' }),
  'blocking-findings': ({ threshold, count }, scope) => ({
    what: `${countedFindings(count, scope)} ${count === 1 ? 'has' : 'have'} severity \`${threshold}\`${orWorse(threshold)}.`,
    remedy: fixFindings,
  }),
  'over-cvss': ({ score, count }, scope) => ({
    what: `${countedFindings(count, scope)} ${count === 1 ? 'reaches' : 'reach'} the CVSS score of ${score.toFixed(1)} that \`fail-on-cvss\` sets.`,
    remedy: fixFindings,
  }),
  'over-budget': ({ severity, allowed, count }, scope) => ({
    what: `${countedFindings(count, scope)} ${count === 1 ? 'has' : 'have'} severity \`${severity}\`; \`max-findings\` allows ${number(allowed)}.`,
    remedy: `Fix at least ${number(count - allowed)} of them, deploy, and run the job again.`,
  }),
  'host-violations': ({ count }) => ({
    what: `${plural(count, 'rule for the host is', 'rules for the host are')} violated.`,
    remedy:
      'Bring the host in line with the rules under `host`, then run the job again.\nIf a rule is wrong for this host, change it in its policy file.',
  }),
  'unlisted-findings': ({ count }) => ({
    what: `The scan counts ${plural(count, 'finding', 'findings')} that would block and that it does not list.`,
    remedy:
      'Look up the scan in the dashboard of the scanning service, or run a new scan; the worse of the two numbers decides.',
  }),
};

/** What else there is to say about a verdict, in sentences of plain text. */
export const enNotes = {
  /** After the verdict, in brackets. */
  partialResult: 'partial result',
  partialSoFar: (percentage: number | null) =>
    `This result is partial: with \`fail-fast\`, the run stopped waiting${percentage === null ? '' : ` at ${percentage}%`}, and the scan may find more.`,
  /** `list`: statuses, such as `401, 404`. */
  acceptedStatuses: (list: string) => `The target answered HTTP ${list}, which \`allowed-statuses\` accepts.`,
  clean: (checks: number | null) =>
    checks === null ? 'No findings.' : `No findings in ${plural(checks, 'check', 'checks')}.`,
  notBlocking: (total: number) =>
    total === 1 ? 'The only finding does not block.' : `None of the ${number(total)} findings blocks.`,
  /** The job stays green although the verdict is inconclusive. */
  stepOnlyWarns: 'The step is not failed by this, because `on-inconclusive` is `warn`.',
  /** The description of the commit status if `stepOnlyWarns` applies. It is cut after 140 characters. */
  statusOnlyWarns: (reason: string) => `Inconclusive, but only warned about: ${reason}`,
  /** `list`: the counts by severity, such as `1 critical, 2 low`. */
  unlisted: (count: number, list: string) =>
    `The scan counts ${plural(count, 'finding', 'findings')} that it does not list (${list}).`,
};
