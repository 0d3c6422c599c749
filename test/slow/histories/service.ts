/**
 * A service that a history decides about: which scans there are, how each goes, and what is refused or lost. It scans
 * nothing, and remembers what really happened, whatever it answers.
 */
import { type Fault, Faults } from '../../support/faults.ts';
import { type Answer, type Loopback, type ReceivedRequest, startLoopback } from '../../support/loopback.ts';

/** One weakness that a scan will report. */
export interface Weakness {
  /** As the service writes it, in any letter case. */
  readonly severity: string;
  readonly score: number;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** How the next scans go. */
export interface ScanPlan {
  readonly lengthMs: number;
  readonly ending: 'whole' | 'early' | 'unchecked' | 'never';
  readonly weaknesses: readonly Weakness[];
  /** How far ahead of the truth its start date is, in milliseconds. */
  readonly datedAheadMs: number;
}

/** What really happened. Times are those of the history's one true clock, in milliseconds since the Unix epoch. */
export interface ModelScan {
  readonly id: string;
  readonly url: string;
  readonly preferences: Readonly<Record<string, unknown>>;
  readonly startedAt: number;
  readonly plan: ScanPlan;
  /** The API key that started it. */
  readonly startedBy: string;
}

export interface ModelService extends AsyncDisposable {
  readonly url: string;
  readonly scans: ModelScan[];
  readonly faults: Faults;
  /** Applies to scans that start from now on. */
  plan: ScanPlan;
  /** How far its clock is ahead of the true one, in milliseconds. */
  clockAheadMs: number;
  /** True: a target has one scan at a time, and a further start is refused. */
  oneAtATime: boolean;
  /** Starts a scan, as anybody with a key may. */
  startScan(url: string, preferences?: Readonly<Record<string, unknown>>, startedBy?: string): ModelScan;
}

/** When the scan ends; never for one that does not. */
export function endOf({ startedAt, plan }: ModelScan): number {
  return plan.ending === 'never' ? Number.POSITIVE_INFINITY : startedAt + plan.lengthMs;
}

export async function startModelService(faults: readonly Fault[] = []): Promise<ModelService> {
  const known = new Faults(faults);
  const loopback: Loopback = await startLoopback({
    faults: known,
    respond: (request) => {
      const date = new Date(Date.now() + service.clockAheadMs).toUTCString();
      return { headers: { date }, ...answer(service, request) };
    },
  });
  const scans: ModelScan[] = [];
  const service: ModelService = {
    url: loopback.url,
    scans,
    faults: known,
    plan: { lengthMs: 5_000, ending: 'whole', weaknesses: [], datedAheadMs: 0 },
    clockAheadMs: 0,
    oneAtATime: false,
    startScan: (url, preferences = {}, startedBy = 'somebody else') => {
      const id = `scan-${scans.length + 1}`;
      const scan = { id, url, preferences, startedAt: Date.now(), plan: service.plan, startedBy };
      scans.push(scan);
      return scan;
    },
    [Symbol.asyncDispose]: loopback.close,
  };
  return service;
}

function answer(service: ModelService, { method, path, body, headers }: ReceivedRequest): Answer {
  const { scans, oneAtATime } = service;
  if (method === 'POST' && path === '/v1/api/scan') {
    const { url = '', preferences = {} }: { url?: string; preferences?: Record<string, unknown> } =
      typeof body === 'object' && body !== null ? body : {};
    const isBusy = scans.some((scan) => scan.url === url && endOf(scan) > Date.now());
    if (oneAtATime && isBusy) return { status: 409, json: { detail: 'A scan of this target is running.' } };
    const scan = service.startScan(url, preferences, headers['authorization']?.replace('Bearer ', ''));
    return { status: 200, json: { enqueued_scan_id: scan.id } };
  }
  if (path === '/v1/api/list_scans') return { status: 200, json: listOf(service) };
  const scan = scans.find(({ id }) => path === `/v1/api/scan/${id}`);
  if (scan === undefined) return { status: 404, json: { detail: 'Not found.' } };
  return { status: 200, json: resultOf(scan, service) };
}

/** docs/internals/service-interface.md, section 2.6. */
function listOf({ scans, clockAheadMs }: ModelService) {
  return [...Map.groupBy(scans, ({ url }) => url)].map(([url, ofTarget]) => ({
    url,
    scans: ofTarget.toReversed().map((scan) => ({
      id: scan.id,
      startDate: Math.floor((scan.startedAt + clockAheadMs + scan.plan.datedAheadMs) / 1000),
      progress: Math.min(100, shownProgress(scan)),
      preferences: scan.preferences,
      severity: 'low',
      subdomains: null,
    })),
    total: ofTarget.length,
  }));
}

/** Section 2.2. Preferences are echoed, as the real service does. */
function resultOf(scan: ModelScan, { clockAheadMs }: ModelService) {
  const { plan } = scan;
  const hasEnded = endOf(scan) <= Date.now();
  const shown = (time: number) => new Date(time + clockAheadMs + plan.datedAheadMs).toISOString();
  const { origin } = new URL(scan.url);
  const issues = hasEnded ? plan.weaknesses.map((weakness, index) => issueOf(weakness, index, origin)) : [];
  const totalChecked = plan.ending === 'unchecked' ? 0 : 25;
  return {
    identificator: scan.id,
    issues,
    issuesSummaryTotal: issues.length,
    issuesSummary: Object.fromEntries(
      [...Map.groupBy(issues, ({ severity }) => severity)].map(([severity, each]) => [severity, each.length]),
    ),
    totalChecked,
    information: { total_checked: totalChecked },
    preferences: scan.preferences,
    percentage: shownProgress(scan).toFixed(2),
    startDate: shown(scan.startedAt),
    endDate: hasEnded ? shown(endOf(scan)) : null,
  };
}

function shownProgress(scan: ModelScan): number {
  if (endOf(scan) <= Date.now()) return scan.plan.ending === 'early' ? 60 : 100;
  return Math.min(99, (100 * (Date.now() - scan.startedAt)) / scan.plan.lengthMs);
}

function issueOf({ severity, score, raw }: Weakness, index: number, site: string) {
  return {
    group: 'Unspecified Threat',
    name: `Weakness ${index}`,
    severity,
    cve: [],
    cwe: [693],
    cvss: { score, detail: '' },
    remediation: 'Mend it.',
    references: '',
    description: 'A weakness.',
    raw: JSON.parse(JSON.stringify(raw).replaceAll('URL', site)),
  };
}
