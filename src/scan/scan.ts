import type { Problem } from '../errors.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Clock, Log } from '../ports.ts';
import type { ServiceClient } from '../service/client.ts';
import type { WireScanResult } from '../service/schema.ts';
import { withDeadline } from './deadline.ts';
import { obtainScan, type ScanOrigin } from './obtain.ts';
import { waitForScan } from './wait.ts';

/** What the scan stage found out, whole or not. */
export interface ScanOutcome {
  /** `null` when no scan could be started. */
  readonly scanId: string | null;
  readonly origin: ScanOrigin;
  readonly result: WireScanResult | null;
  readonly percentage: number | null;
  /** Why the result is partial, absent or not to be trusted; `null` when the scan finished. */
  readonly problem: Problem | null;
}

export interface ScanStage {
  readonly client: ServiceClient;
  readonly inputs: Inputs;
  /** `GITHUB_RUN_ATTEMPT`. */
  readonly attempt: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/**
 * Gets hold of a scan and waits for its end, all within `timeout`. A failure is the `problem` of the outcome.
 *
 * @throws SettingsError when `scan-id` belongs to another target than `url`
 */
export async function scan(stage: ScanStage): Promise<ScanOutcome> {
  const { inputs, clock } = stage;
  const { timeoutMs, language, includeSubdomains, includeLeaks, pollIntervalMs } = inputs.scan;
  const startedAt = clock.now();
  using deadline = withDeadline(stage.signal, timeoutMs);
  const { scanId, origin, problem } = await obtainScan({ ...stage, signal: deadline.signal });
  if (scanId === null) return { scanId, origin, result: null, percentage: null, problem };
  const end = await waitForScan({
    ...stage,
    scanId,
    mustBeThere: origin === 'attached',
    fetchOptions: { language, includeSubdomains, includeLeaks },
    timeoutMs,
    remainingMs: timeoutMs - (clock.now() - startedAt),
    pollIntervalMs,
  });
  return { scanId, origin, ...end };
}
