/** What the evidence file states, and what a scan has to be for `PASSED`. */

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
  const { id, origin } = scan;
  // Fields that are `undefined` are not in the JSON.
  const startedAt = isoTime(scan.startedAt) ?? undefined;
  const annotations = { id, origin, startedAt, target: target ?? undefined, commit: run.sha ?? undefined };
  const configuration = [
    file === null ? null : resourceDescriptor(file.path, file.digest, { blob: file.blob ?? undefined }),
    organization === null
      ? null
      : resourceDescriptor(organization.name, organization.digest, { commit: organization.commit }),
    resultDigest === null ? null : resourceDescriptor('result.json', resultDigest),
    id === null ? null : { name: 'scan', uri: `scan:${encodeURIComponent(id)}`, annotations },
  ];
  return {
    result: assessment.verdict.outcome === 'pass' ? 'PASSED' : 'FAILED',
    url: run.url,
    configuration: configuration.filter((resource) => resource !== null),
  };
}

/** A `ResourceDescriptor` of in-toto. */
function resourceDescriptor(name: string, sha256: string, annotations?: object): object {
  return { name, digest: { sha256 }, annotations };
}
