/**
 * Promises 1 and 2 of the gate (docs/contract.md) again, without any code of the gate: whether a result, as `JSON.parse`
 * returns it, passes. Host rules, ignore rules and the baseline have tests of their own in `test/unit/gate`.
 */

/** What a result is judged by. */
export interface Terms {
  readonly failOn: Threshold;
  readonly failOnCvss: number | null;
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
  const isIso = typeof endDate === 'string' && /^\d{4}-\d\d-\d\d/.test(endDate);
  const hasEnd = isIso && !Number.isNaN(new Date(endDate).getTime());
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

/** How severe a finding is; `null` if a score that decides cannot be read. */
function classify(issue: unknown): { severity: string } | null {
  const word = wordOf(issue);
  if (known.includes(word)) return { severity: word };
  const score = scoreOf(issue);
  if (score === null) return null;
  if (score === undefined) return { severity: 'critical' };
  const bands: readonly (readonly [number, string])[] = [
    [9, 'critical'],
    [7, 'high'],
    [4, 'medium'],
    [Number.MIN_VALUE, 'low'],
  ];
  return { severity: bands.find(([from]) => score >= from)?.[1] ?? 'warning' };
}

/** The highest score of a severity, for a finding without one. */
const highest = new Map([
  ['critical', 10],
  ['high', 8.9],
  ['medium', 6.9],
  ['low', 3.9],
  ['warning', 0],
]);

/** More entries are not read. */
const many = 100_000;
const several = 1_000;

function isLong(list: unknown): boolean {
  return Array.isArray(list) && list.length > several;
}

/** The score of a finding. `null` if it cannot be read, `undefined` if there is none. */
function scoreOf(issue: unknown): number | null | undefined {
  const cvss = own(issue, 'cvss') ?? {};
  if (!isMapping(cvss)) return null;
  const text = own(cvss, 'score');
  const score = typeof text === 'string' && /^[0-9]{1,2}([.][0-9]{1,20})?$/.test(text) ? Number(text) : text;
  if (typeof score === 'number') return score >= 0 && score <= 10 ? score : null;
  const isEmpty = Object.values(cvss).every((value) => value === null || value === '');
  return isEmpty && (score === undefined || score === null) ? undefined : null;
}

/** True if the finding does not block by itself. */
function isFine(issue: unknown, { failOn, failOnCvss }: Terms): boolean {
  const found = classify(issue);
  if (found === null) return false;
  const blocks: readonly string[] = blocking[failOn];
  if (blocks.includes(found.severity)) return false;
  if (failOnCvss === null) return true;
  const score = scoreOf(issue);
  return score !== null && (score ?? highest.get(found.severity) ?? 10) < failOnCvss;
}

function isOff(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && /^ *(false|0) *$/i.test(value));
}

/** True if no check that was asked for came back as switched off. */
function ranAll(asked: Terms['asked'], preferences: unknown): boolean {
  if (asked === null) return true;
  const got = isMapping(preferences) ? preferences : {};
  if (Object.keys(got).length > several) return false;
  const isOn = (wanted: unknown, ran: unknown): boolean => {
    if (isMapping(wanted))
      return Object.entries(wanted).every(([name, value]) =>
        isOn(value, isMapping(ran) ? own(ran, name) : ran),
      );
    return wanted !== true || !isOff(ran);
  };
  return Object.entries(asked).every(([name, value]) => isOn(value, own(got, name)));
}

/** True if the scan finished, checked something, can be understood where it matters, and holds nothing that blocks. */
export function mayPass(result: unknown, scanId: string, terms: Terms): boolean {
  if (!isMapping(result) || !isFinished(result, scanId) || !hasChecked(result)) return false;
  const issues = listed(own(result, 'issues'));
  const summary = own(result, 'issuesSummary');
  if (issues === null || !issues.every(isMapping) || !isMapping(summary)) return false;
  if (issues.length > many || Object.keys(summary).length > several) return false;
  if (issues.some((issue) => isLong(own(issue, 'cve')) || isLong(own(issue, 'cwe')))) return false;
  if (!issues.every((issue) => isFine(issue, terms))) return false;
  if (!ranAll(terms.asked, own(result, 'preferences'))) return false;
  const blocks: readonly string[] = blocking[terms.failOn];
  const words = issues.map((issue) => wordOf(issue));
  let counted = issues.length;
  const inSummary: Record<string, number> = Object.create(null);
  for (const [name, count] of Object.entries(summary)) {
    if (!isCount(count)) return false;
    const word = name.toLowerCase();
    inSummary[word] = (inSummary[word] ?? 0) + count;
  }
  for (const [word, count] of Object.entries(inSummary)) {
    const hidden = count - words.filter((each) => each === word).length;
    const severity = known.includes(word) ? word : 'critical';
    const isOver = terms.failOnCvss !== null && (highest.get(severity) ?? 10) >= terms.failOnCvss;
    if (hidden > 0 && (isOver || blocks.includes(severity))) return false;
    counted += Math.max(0, hidden);
  }
  const total = own(result, 'issuesSummaryTotal');
  return total === undefined || total === null || (isCount(total) && total <= counted);
}
