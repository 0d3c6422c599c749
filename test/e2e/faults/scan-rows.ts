/** Rows of the fault table for scans that go wrong, and for results that say strange things. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { FaultRule } from '../../../sandbox/faults.ts';
import type { ScanBehaviour } from '../../../sandbox/scan/scan.ts';
import { isMapping } from '../../../src/core/json.ts';
import type { FaultRow } from './fault-row.ts';

type Json = Readonly<Record<string, unknown>>;

/** A row: how the scan behaves, or what is changed in every result. */
interface ScanFault extends Partial<Pick<FaultRow, 'lasts' | 'verdict' | 'says' | 'note'>> {
  readonly fault: string;
  readonly behaviour?: ScanBehaviour;
  readonly scanMs?: number;
  /** All that the list holds: fields of a finding that is otherwise critical, or `null` for one without any field. */
  readonly findings?: readonly (Json | null)[];
  readonly counts?: Json;
  /** Fields that are replaced. */
  readonly result?: Json;
  /** Fields that are removed. */
  readonly without?: readonly string[];
  /** How many results are changed; all when left out. */
  readonly times?: number;
}

const file = new URL('../../fixtures/faults/scan.yml', import.meta.url);
/** Too long for a file. */
const longList: ScanFault = {
  fault: 'More entries in a list than are read',
  findings: [{ severity: 'low', cve: Array.from({ length: 1001 }, () => 'CVE-2021-23017') }],
  counts: { low: 1 },
  verdict: 'inconclusive',
  says: ['`issues.headers.issues[0].cve` should be a list of at most 1,000 entries', 'newer release'],
};
const faults: readonly ScanFault[] = [...parse(readFileSync(file, 'utf8')), longList];

const noCounts = { critical: 0, high: 0, medium: 0, low: 0, warning: 0 };

function finding(fields: Json | null): Json {
  const cvss = { score: 9.8, detail: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' };
  return fields === null ? {} : { group: 'Improper Access Control', name: 'Open door', cvss, ...fields };
}

function change(result: Json, { findings, counts, without = [], ...fault }: ScanFault): Json {
  const list = findings && {
    issues: { headers: { issues: findings.map(finding) } },
    issuesSummary: { ...noCounts, ...counts },
    issuesSummaryTotal: findings.length,
  };
  const changed = { ...result, ...list, ...fault.result };
  return Object.fromEntries(Object.entries(changed).filter(([name]) => !without.includes(name)));
}

function ruleOf(fault: ScanFault): FaultRule {
  const mutate = (answer: unknown) =>
    isMapping(answer) && 'issues' in answer ? change(answer, fault) : answer;
  const { times = Number.POSITIVE_INFINITY } = fault;
  return { endpoint: 'fetch', fault: { kind: 'mutate', mutate }, times };
}

export const scanRows: readonly FaultRow[] = faults.map((fault) => {
  const { lasts = 'always', verdict = 'pass', says = [], note, behaviour, scanMs = 10_000 } = fault;
  const inputs = { reports: 'none', timeout: '6m' };
  return {
    ...{ fault: fault.fault, place: 'fetch', lasts, verdict, scans: 1, says },
    ...(note === undefined ? {} : { note }),
    plan:
      behaviour === undefined
        ? { inputs, rules: [ruleOf(fault)] }
        : { inputs, sandbox: { scanBehaviour: behaviour, scanMs } },
  };
});
