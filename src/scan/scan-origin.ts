/**
 * How the run got its scan:
 *
 * - `started`: the run started it, or there is no scan
 * - `recovered`: the run started it, and the answer was lost. The scan was found in the scan list
 * - `attached`: it is given as `scan-id`
 * - `reused`: a recent scan of the target, which `reuse-within` allows to use
 * - `resumed`: an earlier attempt of this run left it running
 */
export type ScanOrigin = 'started' | 'attached' | 'reused' | 'resumed' | 'recovered';

/** The scan that a run waits for, and how the run got it. */
export interface ObtainedScan {
  readonly scanId: string;
  readonly origin: ScanOrigin;
}
