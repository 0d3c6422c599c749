/** Removes what may be a secret of `preferences` from what was judged. */

import type { Redactor } from '../core/ports.ts';
import type { ScanStageEnd } from '../scan/scan-stage.ts';
import { removeSecretsFrom } from '../service/remove-secrets.ts';
import type { JudgedFinding } from './verdict.ts';

/**
 * Removes values of `preferences` from the findings and the raw answer. They stayed until the verdict, because
 * fingerprints and ignore rules must not depend on them (`prepare/protect.ts` describes all steps). Changes both in
 * place, because copies may not fit into memory.
 */
export function removePreferenceValuesInPlace(
  findings: readonly JudgedFinding[],
  raw: ScanStageEnd['raw'],
  { redact }: Pick<Redactor, 'redact'>,
): void {
  for (const value of [raw, ...findings.map(({ finding }) => finding)])
    removeSecretsFrom(value, { redact, redactExceptPreferences: redact });
}
