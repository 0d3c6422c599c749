/**
 * “No pass without a trustworthy scan” (docs/contract.md) again, without any code of the gate: whether a result, as
 * `JSON.parse` returns it, passes. Ignore rules and the baseline have tests of their own in `test/unit/gate`.
 */

/** What a result is judged by. */
export interface Terms {
  readonly failOn: Threshold;
  /** The input `preferences`; `null` if it is empty. */
  readonly asked: Readonly<Record<string, unknown>> | null;
}

/** The severities that block at each threshold. */
const blocking = {
  critical: ['critical'],
  high: ['critical', 'high'],
  medium: ['critical', 'high', 'medium'],
  low: ['critical', 'high', 'medium', 'low'],
  warning: ['critical', 'high', 'medium', 'low', 'warning'],
  never: [],
} as const;

export type Threshold = keyof typeof blocking;

const known = ['critical', 'high', 'medium', 'low', 'warning'];

function own(value: unknown, name: string): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return entries.find(([key]) => key === name)?.[1];
}

function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isFinished(result: unknown, scanId: string): boolean {
  const percentage = own(result, 'percentage');
  const endDate = own(result, 'endDate');
  const id = own(result, 'identificator');
  const isNumber =
    typeof percentage === 'number' || (typeof percentage === 'string' && /^[\d.]+$/.test(percentage));
  const isUnnamed = id === undefined || id === null || id === '';
  const isOurs = isUnnamed || (typeof id === 'string' && id.toLowerCase() === scanId.toLowerCase());
  // ISO 8601, as the interface says. `Date` alone would accept a bare year.
  const timeOf = (date: unknown) =>
    typeof date === 'string' && /^\d{4}-\d\d-\d\d/.test(date) ? new Date(date).getTime() : Number.NaN;
  const [start, end] = [timeOf(own(result, 'startDate')), timeOf(endDate)];
  const hasEnd = !Number.isNaN(end) && (Number.isNaN(start) || start <= end);
  return isNumber && Number(percentage) >= 100 && Number(percentage) < 1000 && hasEnd && isOurs;
}

function hasChecked(result: unknown): boolean {
  const information = own(result, 'information');
  const other = isMapping(information) ? own(information, 'total_checked') : undefined;
  const given = [own(result, 'totalChecked'), other].filter(
    (checks) => checks !== undefined && checks !== null,
  );
  return given.length > 0 && given.every((checks) => isCount(checks) && checks > 0);
}

/** Every entry of the list; `null` if it is neither a list nor an object of lists. */
function listed(issues: unknown): unknown[] | null {
  if (Array.isArray(issues)) return issues;
  if (!isMapping(issues)) return null;
  const lists = Object.values(issues).map((group) => own(group, 'issues'));
  return lists.every((list) => Array.isArray(list)) ? lists.flat(1) : null;
}

function wordOf(issue: unknown): string {
  const given = own(issue, 'severity');
  return typeof given === 'string' ? given.toLowerCase() : '';
}

/** How severe a finding is. One without a score that can be read could be anything. */
function severityOf(issue: unknown): string {
  const word = wordOf(issue);
  if (known.includes(word)) return word;
  const given = own(own(issue, 'cvss'), 'score');
  const number =
    typeof given === 'string' && /^[0-9]{1,2}([.][0-9]{1,20})?$/.test(given) ? Number(given) : given;
  if (typeof number !== 'number' || number < 0 || number > 10) return 'critical';
  const tenths = Math.round(number * 10);
  if (tenths >= 90) return 'critical';
  if (tenths >= 70) return 'high';
  if (tenths >= 40) return 'medium';
  return tenths > 0 ? 'low' : 'warning';
}

function isOff(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && /^ *(false|0) *$/i.test(value));
}

/** True if no check that was asked for came back as switched off. */
function ranAll(asked: Terms['asked'], preferences: unknown): boolean {
  const isOn = (wanted: unknown, ran: unknown): boolean => {
    if (isMapping(wanted))
      return Object.entries(wanted).every(([name, value]) =>
        isOn(value, isMapping(ran) ? own(ran, name) : ran),
      );
    return wanted !== true || !isOff(ran);
  };
  return isOn(asked ?? {}, isMapping(preferences) ? preferences : {});
}

/** The counts of an object by name in lower case; `null` if it is no object of counts. */
function countsIn(value: unknown): ReadonlyMap<string, number> | null {
  const counts = new Map<string, number>();
  if (!isMapping(value)) return null;
  for (const [name, count] of Object.entries(value)) {
    if (!isCount(count)) return null;
    counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + count);
  }
  return counts;
}

/** The totals of the whole scan; `null` if one is no count. */
function totalsOf(result: object): number[] | null {
  const total = own(result, 'issuesSummaryTotal') ?? 0;
  const categories = countsIn(own(result, 'issuesCategoriesSummary') ?? {});
  if (!isCount(total) || categories === null) return null;
  return [total, [...categories.values()].reduce((sum, count) => sum + count, 0)];
}

/** True if the scan finished, checked something, can be understood where it matters, and holds nothing that blocks. */
export function mayPass(result: unknown, scanId: string, { failOn, asked }: Terms): boolean {
  if (!isMapping(result) || !isFinished(result, scanId) || !hasChecked(result)) return false;
  const issues = listed(own(result, 'issues'));
  const summary = countsIn(own(result, 'issuesSummary'));
  const totals = totalsOf(result);
  if (issues === null || !issues.every(isMapping) || summary === null || totals === null) return false;
  if (!ranAll(asked, own(result, 'preferences'))) return false;
  const blocks: readonly string[] = blocking[failOn];
  if (issues.some((issue) => blocks.includes(severityOf(issue)))) return false;
  // A word that the summary does not count is counted as the severity that it stands for.
  const words = issues.map((issue) => (summary.has(wordOf(issue)) ? wordOf(issue) : severityOf(issue)));
  let counted = issues.length;
  for (const [word, count] of summary) {
    const hidden = count - words.filter((each) => each === word).length;
    if (hidden > 0 && blocks.includes(known.includes(word) ? word : 'critical')) return false;
    counted += Math.max(0, hidden);
  }
  return totals.every((total) => total <= counted);
}
