/** Rows of the fault table for scans that go wrong, and for results that say strange things. */

import type { FaultRule } from '../../../sandbox/faults.ts';
import type { ScanBehaviour } from '../../../sandbox/scan/scan.ts';
import { isMapping } from '../../../src/core/json.ts';
import type { FaultRow, Plan } from './fault-row.ts';

type Outcome = Pick<FaultRow, 'lasts' | 'verdict' | 'says'> & { readonly note?: string };

const inputs = { reports: 'none', timeout: '6m' };

function behaves(fault: string, scanBehaviour: ScanBehaviour, outcome: Outcome, scanMs = 10_000): FaultRow {
  return {
    fault,
    place: 'fetch',
    scans: 1,
    plan: { inputs, sandbox: { scanBehaviour, scanMs } },
    ...outcome,
  };
}

type Json = Readonly<Record<string, unknown>>;

/** Changes every result, from the first to the last, or as often as `times` says. */
function changes(change: (result: Json) => Json, times?: number): readonly FaultRule[] {
  const mutate = (answer: unknown) => (isMapping(answer) && 'issues' in answer ? change(answer) : answer);
  return [
    { endpoint: 'fetch', fault: { kind: 'mutate', mutate }, ...(times === undefined ? {} : { times }) },
  ];
}

function tells(fault: string, change: (result: Json) => Json, outcome: Outcome, more: Plan = {}): FaultRow {
  return { fault, place: 'fetch', scans: 1, plan: { inputs, rules: changes(change), ...more }, ...outcome };
}

function issue(fields: Json): Json {
  return {
    group: 'Improper Access Control',
    name: 'Open door',
    cvss: { score: 9.8, detail: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
    ...fields,
  };
}

/** A result whose list and counts both hold these findings alone. */
function holding(issues: readonly Json[], counts: Json): (result: Json) => Json {
  return (result) => ({
    ...result,
    issues: { headers: { issues } },
    issuesSummary: { critical: 0, high: 0, medium: 0, low: 0, warning: 0, ...counts },
    issuesSummaryTotal: issues.length,
  });
}

function without(...names: readonly string[]): (result: Json) => Json {
  return (result) => Object.fromEntries(Object.entries(result).filter(([name]) => !names.includes(name)));
}

const inconclusive = (...says: readonly string[]): Outcome => ({
  lasts: 'always',
  verdict: 'inconclusive',
  says,
});
const fail = (...says: readonly string[]): Outcome => ({ lasts: 'always', verdict: 'fail', says });
const pass = (note: string): Outcome => ({ lasts: 'always', verdict: 'pass', says: [], note });
const briefly = (note: string): Outcome => ({ lasts: 'briefly', verdict: 'pass', says: [], note });
const lasting = (...says: readonly string[]): Outcome => ({ ...inconclusive(...says), lasts: 'on' });

const stages: readonly FaultRow[] = [
  behaves('404 right after the start', { invisibleForMs: 20_000 }, briefly('asked again for up to a minute')),
  behaves(
    '404 right after the start',
    { invisibleForMs: 86_400_000 },
    lasting('While reading the scan, the service does not know the scan (HTTP 404', 'Check `scan-id`'),
  ),
  behaves(
    'The queue never ends',
    { neverLeavesQueue: true },
    lasting('still waiting in the queue after 6 min', 'gate on it later with `scan-id`, or raise `timeout`'),
  ),
  behaves(
    'Progress goes back',
    { progressGoesBack: true },
    pass('waited for; only the end of the scan counts'),
    60_000,
  ),
  behaves(
    'Progress sticks at 99.99',
    { stuckAt: 99.99 },
    lasting('not finished after 6 min; it had reached 99.99%', 'raise `timeout`'),
  ),
  {
    ...tells('`100.00` without an end date', without(), briefly('waited for, two minutes at most')),
    plan: { inputs, rules: changes((result) => ({ ...result, percentage: '100.00', endDate: null }), 3) },
  },
  behaves(
    '`100.00` without an end date',
    { noEndDate: true },
    lasting('reported 100%, but for 2 min no end of the scan', 'with `scan-id` set to this scan'),
  ),
  behaves(
    'An end date below 100',
    { endsEarlyAt: 40 },
    inconclusive('The scan ended at 40%', 'Run the job again for a new scan'),
  ),
];

const counts: readonly FaultRow[] = [
  tells(
    'The counts hold more than the list',
    (result) => ({ ...holding([], { high: 2 })(result), issuesSummaryTotal: 2 }),
    fail('counts 2 findings that would block and that its list does not hold', 'the worse of the two'),
  ),
  tells(
    'The list holds more than the counts',
    holding([issue({ severity: 'critical' })], {}),
    fail('1 finding has severity `high` or worse', 'Fix the blocking finding'),
  ),
  tells(
    'The total holds more than list and counts',
    (result) => ({ ...holding([], {})(result), issuesSummaryTotal: 3 }),
    inconclusive('has 3 findings in all, but names only 0', 'run the job again for a new scan'),
  ),
  tells(
    'Zero checks',
    (result) => ({ ...holding([], {})(result), totalChecked: 0 }),
    inconclusive('without making a single check', 'Check that the service can reach the target'),
  ),
];

const findings: readonly FaultRow[] = [
  tells(
    'An unknown severity, with a score',
    holding([issue({ severity: 'grave', cvss: { score: 3.1, detail: '' } })], { grave: 1 }),
    pass('placed by its CVSS score, here 3.1, which is `low`'),
  ),
  tells(
    'An unknown severity, without a score',
    holding([issue({ severity: 'grave', cvss: null })], { grave: 1 }),
    fail('1 finding has severity `high` or worse', 'Fix the blocking finding'),
  ),
  tells(
    'An unknown group',
    holding([issue({ severity: 'low', group: 'Something New' })], { low: 1 }),
    pass('shown as it came; the severity decides'),
  ),
  tells(
    'The same finding twice',
    holding([issue({ severity: 'high' }), issue({ severity: 'high' })], { high: 2 }),
    fail('2 findings have severity `high` or worse', 'Fix the blocking findings'),
  ),
  tells(
    'A finding without any field',
    holding([{}], { low: 1 }),
    fail('1 finding has severity `high` or worse', 'Fix the blocking finding'),
  ),
];

const fields: readonly FaultRow[] = [
  ['issues', 'an array, or an object by issue type'],
  ['issuesSummary', 'an object of counts'],
].map(([name = '', expected]) =>
  tells(
    `The field \`${name}\` is missing`,
    without(name),
    inconclusive(
      `The result of the scan could not be understood: \`${name}\` should be ${expected}`,
      'newer release',
    ),
  ),
);

const others: readonly FaultRow[] = [
  tells(
    'The number of checks is missing',
    (result) => without('totalChecked', 'information')(result),
    inconclusive('`totalChecked` should be the number of checks performed', 'newer release'),
  ),
  tells(
    'The percentage is missing',
    without('percentage'),
    lasting('While reading the scan', '`percentage` should be a percentage', 'Check that `base-url`'),
  ),
  tells(
    'The fields that decide nothing are missing',
    without(
      'information',
      'preferences',
      'startDate',
      'issuesCategoriesSummary',
      'identificator',
      'issuesSummaryTotal',
    ),
    pass('left out of the reports'),
  ),
  tells(
    'The result of another scan',
    (result) => ({ ...result, identificator: '00000000-0000-4000-8000-000000000000' }),
    inconclusive('answered with another scan', 'Run the job again'),
  ),
];

export const scanRows: readonly FaultRow[] = [...stages, ...counts, ...findings, ...fields, ...others];
