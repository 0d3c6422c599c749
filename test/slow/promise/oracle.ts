/**
 * Promises 1 and 2 of the gate (docs/contract.md) again, without any code of the gate: whether a result, as `JSON.parse`
 * returns it, may pass at all.
 */

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

/** How severe a finding is, and by which word of the service. `null` where a score that decides cannot be read. */
function classify(issue: unknown): { severity: string; word: string } | null {
  const given = own(issue, 'severity');
  if (typeof given === 'string' && known.includes(given)) return { severity: given, word: given };
  const word = typeof given === 'string' ? given : '';
  const cvss = own(issue, 'cvss') ?? {};
  const text = own(cvss, 'score');
  const score = typeof text === 'string' && /^[0-9]{1,2}([.][0-9]+)?$/.test(text) ? Number(text) : text;
  const isEmpty = isMapping(cvss) && Object.values(cvss).every((value) => value === null || value === '');
  if (isEmpty && (score === undefined || score === null)) return { severity: 'critical', word };
  if (!isMapping(cvss) || typeof score !== 'number' || score < 0 || score > 10) return null;
  const bands: readonly (readonly [number, string])[] = [
    [9, 'critical'],
    [7, 'high'],
    [4, 'medium'],
    [Number.MIN_VALUE, 'low'],
  ];
  return { severity: bands.find(([from]) => score >= from)?.[1] ?? 'warning', word };
}

/** True if the scan finished, checked something, can be understood where it matters, and holds nothing that blocks. */
export function mayPass(result: unknown, scanId: string, failOn: Threshold): boolean {
  if (!isMapping(result) || !isFinished(result, scanId) || !hasChecked(result)) return false;
  const issues = listed(own(result, 'issues'));
  const summary = own(result, 'issuesSummary');
  if (issues === null || !issues.every(isMapping) || !isMapping(summary)) return false;
  const blocks: readonly string[] = blocking[failOn];
  const classified = issues.map(classify);
  const findings = classified.filter((finding) => finding !== null);
  if (findings.length < classified.length) return false;
  if (findings.some(({ severity }) => blocks.includes(severity))) return false;
  let counted = findings.length;
  for (const [word, count] of Object.entries(summary)) {
    if (!isCount(count)) return false;
    const hidden = count - findings.filter((finding) => finding.word === word).length;
    if (hidden > 0 && blocks.includes(known.includes(word) ? word : 'critical')) return false;
    counted += Math.max(0, hidden);
  }
  const total = own(result, 'issuesSummaryTotal');
  return total === undefined || total === null || (isCount(total) && total <= counted);
}
