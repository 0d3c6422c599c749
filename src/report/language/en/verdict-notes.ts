import { number, plural } from './numbers.ts';

/** What else is true of a verdict, in sentences of plain text. */
export const enNotes = {
  /** After the verdict, in brackets. */
  partialResult: 'partial result',
  isPartial: (percentage: number | null) =>
    `This result is partial: with \`fail-fast\`, the run stopped waiting${percentage === null ? '' : ` at ${percentage}%`}, and the scan may find more.`,
  /** `list`: statuses, such as `401, 404`. */
  acceptedStatuses: (list: string) => `The target answered HTTP ${list}, which \`allowed-statuses\` accepts.`,
  clean: (checks: number | null) =>
    checks === null ? 'No findings.' : `No findings in ${plural(checks, 'check', 'checks')}.`,
  notBlocking: (total: number) =>
    total === 1 ? 'The only finding does not block.' : `None of the ${number(total)} findings blocks.`,
  /** The job stays green although the verdict is inconclusive. */
  onlyWarns: 'The step is not failed by this, because `on-inconclusive` is `warn`.',
  /** The description of the commit status then, which is cut after 140 characters. */
  statusOnlyWarns: (reason: string) => `Inconclusive, but only warned about: ${reason}`,
  /** `list`: the counts by severity, such as `1 critical, 2 low`. */
  unlisted: (count: number, list: string) =>
    `The scan counts ${plural(count, 'finding', 'findings')} that it does not list (${list}).`,
};
