/** The hidden first line by which the action knows its own comment, the key it belongs to and the run that wrote it. */

export interface Marker {
  /** Digest of the comment key. */
  readonly key: string;
  readonly runId: number;
  readonly attempt: number;
}

const pattern = /^<!-- scan-gate:v1 key=([0-9a-f]{16}) run=(\d{1,15}) attempt=(\d{1,6}) -->(?:\r?\n|$)/;

export function formatMarker({ key, runId, attempt }: Marker): string {
  return `<!-- scan-gate:v1 key=${key} run=${runId} attempt=${attempt} -->`;
}

/** The marker that `body` begins with, or `null`. */
export function parseMarker(body: string): Marker | null {
  const match = pattern.exec(body);
  return match === null ? null : { key: match[1] ?? '', runId: Number(match[2]), attempt: Number(match[3]) };
}

/** True when `marker` was written by a later run than `other`, or by a later attempt of the same one. */
export function isNewer(marker: Marker, other: Marker): boolean {
  return marker.runId > other.runId || (marker.runId === other.runId && marker.attempt > other.attempt);
}
