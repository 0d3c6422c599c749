import type { Clock } from '../../src/core/ports.ts';
import type { Scan, ScanBehaviour } from '../scan/scan.ts';

/** What the handlers share. */
export interface SandboxState {
  readonly clock: Clock;
  readonly queueMs: number;
  readonly scanMs: number;
  /** In the order of their start. */
  readonly scans: Scan[];
  /** Applies to scans that start from now on. */
  scanBehaviour: ScanBehaviour;
  /** Aborts when the sandbox closes. */
  readonly closing: AbortController;
  /** Told about faults of the sandbox itself. */
  onError(error: unknown): void;
}
