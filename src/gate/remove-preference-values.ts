import type { Redactor } from '../core/ports.ts';
import type { ScanEnd } from '../scan/scan.ts';
import { removeSecretsFrom } from '../service/remove-secrets.ts';
import type { Decision } from './judge-scan.ts';

/**
 * Removes values of `preferences` from the findings and the raw answer. They stayed until the verdict, because
 * fingerprints and ignore rules must not depend on them (`prepare/protect.ts` describes all steps). The findings are
 * copied. `raw` is changed in place, because a copy may not fit into memory.
 */
export function removePreferenceValues(
  decision: Decision,
  { raw }: Pick<ScanEnd, 'raw'>,
  { redact }: Pick<Redactor, 'redact'>,
): Decision {
  const { assessment } = decision;
  const remover = { redact, redactExceptPreferences: redact };
  removeSecretsFrom(raw, remover);
  const findings = assessment.findings.map((judged) => {
    const finding = structuredClone(judged.finding);
    removeSecretsFrom(finding, remover);
    return { ...judged, finding };
  });
  return { ...decision, assessment: { ...assessment, findings } };
}
