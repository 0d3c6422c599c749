/** A service that scans nothing and remembers what really happened, whatever it answers. */
import { Faults } from '../../support/faults.ts';
import { type Answer, type ReceivedRequest, startLoopback } from '../../support/loopback.ts';

export interface ScanPlan {
  readonly lengthMs: number;
  readonly ending: 'whole' | 'early' | 'unchecked' | 'never';
  /** Of the only weakness; `null`: there is none. */
  readonly severity: string | null;
}

/** Times are in milliseconds since the Unix epoch. */
export interface ModelScan {
  readonly id: string;
  readonly url: string;
  readonly startedAt: number;
  readonly plan: ScanPlan;
  /** The API key that started it. */
  readonly startedBy: string;
}

/** When the scan ends; never for one that does not. */
export function endOf({ startedAt, plan }: ModelScan): number {
  return plan.ending === 'never' ? Number.POSITIVE_INFINITY : startedAt + plan.lengthMs;
}

export async function startModelService() {
  const faults = new Faults();
  const scans: ModelScan[] = [];
  /** The plan of the scans that start from now on. */
  const next: { plan: ScanPlan } = { plan: { lengthMs: 5_000, ending: 'whole', severity: null } };
  const startScan = (url: string, startedBy: string): ModelScan => {
    const id = `scan-${scans.length + 1}`;
    const scan = { id, url, startedAt: Date.now(), plan: next.plan, startedBy };
    scans.push(scan);
    return scan;
  };
  const answer = ({ method, path, body, headers }: ReceivedRequest): Answer => {
    if (method === 'POST' && path === '/v1/api/scan') {
      const { url = '' }: { url?: string } = typeof body === 'object' && body !== null ? body : {};
      const { id } = startScan(url, headers['authorization']?.replace('Bearer ', '') ?? '');
      return { status: 200, json: { enqueued_scan_id: id } };
    }
    if (path === '/v1/api/list_scans') return { status: 200, json: scans.toReversed().map(listed) };
    const scan = scans.find(({ id }) => path === `/v1/api/scan/${id}`);
    if (scan === undefined) return { status: 404, json: { detail: 'Not found.' } };
    return { status: 200, json: resultOf(scan) };
  };
  const { url, close } = await startLoopback({
    faults,
    respond: (request) => ({ headers: { date: new Date().toUTCString() }, ...answer(request) }),
  });
  return { url, scans, faults, next, startScan, [Symbol.asyncDispose]: close };
}

function progressOf(scan: ModelScan): number {
  if (endOf(scan) <= Date.now()) return scan.plan.ending === 'early' ? 60 : 100;
  return Math.min(99, (100 * (Date.now() - scan.startedAt)) / scan.plan.lengthMs);
}

function listed(scan: ModelScan) {
  const { id, url, startedAt } = scan;
  return { url, scans: [{ id, startDate: Math.floor(startedAt / 1000), progress: progressOf(scan) }] };
}

function resultOf(scan: ModelScan) {
  const { severity, ending } = scan.plan;
  const hasEnded = endOf(scan) <= Date.now();
  const issues =
    hasEnded && severity !== null ? [{ name: 'Weakness', group: 'Unspecified Threat', severity }] : [];
  return {
    identificator: scan.id,
    issues,
    issuesSummary: severity === null ? {} : { [severity]: issues.length },
    totalChecked: ending === 'unchecked' ? 0 : 25,
    percentage: progressOf(scan).toFixed(2),
    endDate: hasEnded ? new Date(endOf(scan)).toISOString() : null,
  };
}
