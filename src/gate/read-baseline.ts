import type { Problem } from '../errors.ts';
import { targetHost } from '../inputs/target-url.ts';
import type { BaselineScan } from '../scan/baseline.ts';
import type { BaselineFindings } from './judge-findings.ts';
import { readFindings } from './read-findings.ts';

/** Reads the findings of the baseline. One that cannot be understood is a problem, since anything might be known. */
export function readBaselineFindings(baseline: BaselineScan): {
  findings: BaselineFindings;
  problem: Problem | null;
} {
  if (baseline.kind !== 'scan') return { findings: baseline, problem: null };
  const { scanId, result, target } = baseline;
  const { findings, unreadable } = readFindings(result.issues);
  const problem: Problem | null =
    unreadable === null
      ? null
      : { kind: 'baseline', baseline: scanId, problem: { kind: 'unreadable', ...unreadable } };
  return {
    findings: { kind: 'scan', scanId, findings, host: target === null ? null : targetHost(target) },
    problem,
  };
}
