/** Reads the whole result of a baseline's scan. Refuses the result of another scan, of any scan that is waited for. */

import { classified } from '../core/classified-text.ts';
import { isMapping } from '../core/fields.ts';
import { type Problem, ProblemError } from '../core/problem.ts';
import { isSameScan } from '../core/scan-id.ts';
import type { FetchOptions, ServiceClient } from '../service/client.ts';
import { mapIssueLists } from '../service/list-limits.ts';
import type { WireScanResult } from '../service/wire.ts';

/** How scans are read. */
export interface ScanAccess {
  readonly client: ServiceClient;
  readonly fetchOptions: FetchOptions;
  readonly signal: AbortSignal;
}

/**
 * Reads a finished scan of a baseline, which must be as trustworthy as the scan that is compared with it.
 *
 * @throws ProblemError if it cannot be read, has not finished, or is another scan
 */
export async function fetchWholeResult(
  { client, fetchOptions, signal }: ScanAccess,
  scanId: string,
): Promise<WireScanResult> {
  const options = { ...fetchOptions, includeSubdomains: false, includeLeaks: false };
  const answer = await client.fetch(scanId, options, signal);
  if (answer.state === 'queued') throw new ProblemError({ kind: 'ended-early', percentage: 0 });
  const { completion, result } = answer;
  const { percentage, endedAt } = completion;
  const otherScan = otherScanProblem(result, scanId);
  if (otherScan !== null) throw new ProblemError(otherScan);
  if (percentage < 100 || endedAt === null) throw new ProblemError({ kind: 'ended-early', percentage });
  return result;
}

/** The problem with a result that names another scan; `null` if it names `scanId` or none. */
export function otherScanProblem({ identificator: id }: WireScanResult, scanId: string): Problem | null {
  if (id === undefined || id === null || id === '') return null;
  if (typeof id === 'string' && isSameScan(id, scanId)) return null;
  const got = typeof id === 'string' ? id : JSON.stringify(id);
  return {
    kind: 'other-scan',
    expected: classified('public', scanId),
    got: classified('private', got.slice(0, 1000)),
  };
}

/** A result with only what tells its findings apart: several whole results may not fit into the memory. */
export function keepFingerprintFields({ issues }: WireScanResult): WireScanResult {
  return { issues: mapIssueLists(issues, (list) => list.map(fingerprintFieldsOf)) };
}

/**
 * The fields that the fingerprint and the severity of a finding are made from (`gate/fingerprint.ts`,
 * `gate/findings.ts`).
 */
function fingerprintFieldsOf(issue: unknown): unknown {
  if (!isMapping(issue)) return issue;
  const { group, name, severity, cve, cwe, cvss } = issue;
  return { group, name, severity, cve, cwe, cvss };
}
