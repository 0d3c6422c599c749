/** Reads the whole result of a scan of the baseline, and refuses a result that is not whole. */

import { isMapping } from '../core/fields.ts';
import { ProblemError } from '../core/problem.ts';
import { mapIssueLists } from '../service/list-limits.ts';
import type { WireScanResult } from '../service/wire.ts';
import { otherScanProblem, type ScanContext } from './scan-context.ts';

/**
 * Reads a finished scan of a baseline, which must be as trustworthy as the scan that is compared with it.
 *
 * @throws ProblemError if it cannot be read, has not finished, or is another scan
 */
export async function fetchWholeResult(
  { setup, client, signal }: Pick<ScanContext, 'setup' | 'client' | 'signal'>,
  scanId: string,
): Promise<WireScanResult> {
  const options = { ...setup.inputs.scan, includeSubdomains: false, includeLeaks: false };
  const answer = await client.fetch(scanId, options, signal);
  if (answer === null) throw new ProblemError({ kind: 'ended-early', percentage: 0 });
  const { percentage, endedAt, result } = answer;
  const otherScan = otherScanProblem(result, scanId);
  if (otherScan !== null) throw new ProblemError(otherScan);
  if (percentage < 100 || endedAt === null) throw new ProblemError({ kind: 'ended-early', percentage });
  return result;
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
