/**
 * Notices about a baseline that counts although something is different (`docs/contract.md`, `baseline`,
 * `baseline-scans`).
 */

import { en } from '../language/en/en.ts';
import type { ReportModel } from '../model.ts';

export function baselineNotices({ scan, assessment: { baseline } }: ReportModel): string[] {
  if (baseline.kind !== 'compared') return [];
  const names = scan.baselineDifferences.map((name) => `\`${name}\``).join(', ');
  const differs = `Baseline ${baseline.scanId}: ${en.phrase.otherPreferences(names)} Scan both with the same \`preferences\`.`;
  const ids = baseline.leftOut.join(', ');
  const lacks = `Of the older scans of the baseline, these are not whole and are left out: ${ids}.`;
  return [...(names === '' ? [] : [differs]), ...(ids === '' ? [] : [lacks])];
}
