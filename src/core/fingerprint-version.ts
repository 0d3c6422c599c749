/**
 * The version that a fingerprint starts with, as in `v1:6b1f…`. A change of what `src/gate/fingerprint.ts` hashes needs
 * a new version. These depend on it:
 *
 * - ignore rules with a fingerprint of another version are refused (`src/policy/policy-schema.ts`);
 * - our comments and issues note it, and a report compares nothing with prints of another version
 *   (`src/report/since-last-report.ts`);
 * - alerts are known by the digits alone (`src/report/files/sarif/alerts.ts`): GitHub closes all and opens new ones;
 * - `docs/policy.md` says what this version is made of, and shows fingerprints of it.
 *
 * A baseline doesn't depend on it: its fingerprints are made anew in each run, from the fields that `identityOf` in
 * `src/scan/whole-scan.ts` keeps of older scans. A new field has to be kept there.
 */
export const fingerprintVersion = 'v1';

/** A fingerprint without what stands before its colon: the digits that name a finding in SARIF and in our comments. */
export function digitsOf(fingerprint: string): string {
  return fingerprint.replace(/^.*:/u, '');
}
