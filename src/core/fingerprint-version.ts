/**
 * The version that a fingerprint starts with, as in `v1:6b1f…`. A change of what `src/gate/fingerprint.ts` hashes needs
 * a new version. The following depend on the version:
 *
 * - ignore rules with a fingerprint of another version are refused (`src/policy/policy-schema.ts`);
 * - our comments and issues note the version, and a report compares nothing with fingerprints of another version
 *   (`src/report/since-last-report.ts`);
 * - GitHub knows alerts by the digits alone (`src/report/files/sarif/alerts.ts`): it closes all and opens new ones;
 * - `docs/policy.md` says what fingerprints of this version are made of, and shows examples.
 *
 * A baseline does not depend on the version: each run makes its fingerprints anew. For older scans, the run has only
 * the fields that `fingerprintFieldsOf` in `src/scan/baseline-result.ts` keeps, so a new field must be added there.
 */
export const fingerprintVersion = 'v1';

/** The part of a fingerprint after its colon: the digits that name a finding in SARIF and in our comments. */
export function withoutVersion(fingerprint: string): string {
  return fingerprint.replace(/^.*:/u, '');
}
