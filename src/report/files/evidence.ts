import { isoTime } from '../../core/time.ts';
import type { ReportModel } from '../model.ts';

/**
 * What the run proves about a scan, as a predicate of type `https://in-toto.io/attestation/test-result/v0.1`
 * (https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md) that `actions/attest` signs. Only
 * the verdict `pass` is PASSED: a warning about a failed scan is no proof.
 *
 * @param model what anybody may read: attestations of public repositories are public
 * @param resultDigest SHA-256 of the JSON result, in hexadecimal digits; `null` if it was not written
 */
export function evidenceOf(
  { assessment, settings, scan, target, run }: ReportModel,
  resultDigest: string | null,
): object {
  const { file, organization } = settings;
  const ofRepository =
    file === null ? [] : [policyEntry({ name: file.path, digest: file.digest }, { blob: file.blob })];
  const ofOrganization =
    organization === null ? [] : [policyEntry(organization, { commit: organization.commit })];
  const results = resultDigest === null ? [] : [{ name: 'result.json', digest: { sha256: resultDigest } }];
  const { id, origin } = scan;
  const annotations = { id, origin, startedAt: isoTime(scan.startedAt), target, commit: run.sha };
  const scans =
    scan.id === null
      ? []
      : [{ name: 'scan', uri: `scan:${encodeURIComponent(scan.id)}`, annotations: withoutNull(annotations) }];
  return {
    result: assessment.verdict.outcome === 'pass' ? 'PASSED' : 'FAILED',
    url: run.url,
    configuration: [...ofRepository, ...ofOrganization, ...results, ...scans],
  };
}

function policyEntry(
  { name, digest }: { readonly name: string; readonly digest: string },
  annotations: Readonly<Record<string, string | null>>,
): object {
  return { name, digest: { sha256: digest }, annotations: withoutNull(annotations) };
}

function withoutNull(fields: Readonly<Record<string, string | null>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
