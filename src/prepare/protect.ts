/** Which values of a step are secrets: they are masked in the log, and removed from all that is published. */

import { fixedTexts, isOutputWord, minDistinctLength, minSecretLength } from '../core/never-secret.ts';
import type { RunPorts } from '../core/ports.ts';
import type { EventAndContext } from '../github/context.ts';
import { pullRequestInPayload } from '../github/pull-request.ts';
import { secretInputs } from '../inputs/reader.ts';
import { cleanCommentKey } from '../inputs/run-names.ts';
import type { StepInputs } from '../inputs/step-inputs.ts';
import { maskUrlSecrets, type Target, targetSecrets } from '../inputs/target-url.ts';
import type { BaselineSetting } from '../policy/baseline.ts';
import { maskAndRedact } from '../runner/redactor.ts';

/** Called before anything else: an error may quote an input. */
export function protectTokens(ports: RunPorts): void {
  const { runner } = ports;
  const tokens = secretInputs.map((name) => runner.input(name));
  maskAndRedact(ports, [...tokens, runner.env['ACTIONS_RUNTIME_TOKEN'] ?? '']);
}

/** User info and query values of a target may be secrets. */
export function protectTarget(run: EventAndContext, target: Target | null, ports: RunPorts): void {
  if (target !== null)
    maskAndRedact(ports, targetSecrets(target), publishedTexts(run, target.shownAddress, ports));
}

/** Texts in outputs or in every report: a value that is a part of such a text cannot be hidden. */
function publishedTexts(
  { context, event }: EventAndContext,
  address: string,
  { runner }: RunPorts,
): readonly string[] {
  const { repositoryUrl, runUrl, sha } = context;
  const number = pullRequestInPayload(context, event)?.number ?? '';
  const commentsAndIssues = [`${repositoryUrl}/pull/${number}#issuecomment-`, `${repositoryUrl}/issues/`];
  return [address, `${runUrl}/artifacts/`, ...commentsAndIssues, sha ?? '', runner.tempFolder, ...fixedTexts];
}

/**
 * Keeps values of `preferences` that may be secrets out of all that is published:
 *
 * 1. `inputs/preferences.ts` says which values these are.
 * 2. Here the redactor gets them, when the target is known and before the scan. A value that is a part of
 *    {@link publishedTexts} is in every report, so it stays.
 * 3. `service/remove-secrets.ts` removes them from every answer of the service, but not from its issues: fingerprints
 *    and ignore rules must not depend on `preferences`.
 * 4. `removePreferenceValuesInPlace` in `service/remove-secrets.ts` removes them from the findings, when these are
 *    judged.
 * 5. `publish/publish.ts` masks them in the log, when the outputs are known: GitHub drops an output that holds a masked
 *    text.
 *
 * @param address the target as it is shown; `null` if it is not known
 * @returns the forms of these values, for the mask of the runner
 */
export function protectPreferences(
  { inputs, ...run }: EventAndContext & { readonly inputs: StepInputs },
  address: string | null,
  ports: RunPorts,
): readonly string[] {
  const published = publishedTexts(run, address ?? '', ports);
  return (inputs.scan.preferences?.secretTexts ?? [])
    .filter((value) => !isOutputWord(value) && !published.some((text) => text.includes(value)))
    .flatMap((value) => ports.redactor.addPreferenceValue(value));
}

export function protectBaseline(
  run: EventAndContext,
  baseline: BaselineSetting | null,
  ports: RunPorts,
): void {
  protectTarget(run, baseline?.kind === 'url' ? baseline.target : null, ports);
}

/** Removes secrets from the comment key: values of the matrix may be parts of the target or of `preferences`. */
export function withCleanCommentKey(inputs: StepInputs, { runner, redactor }: RunPorts): StepInputs {
  const { service, naming, scan } = inputs;
  const preferenceSecrets = scan.preferences?.secretTexts ?? [];
  // The text of `url` is searched, because an address that is not valid cannot be parsed, and may hold a secret too.
  const url = runner.input('url');
  const redact = (text: string) =>
    sharesSecret(text, preferenceSecrets) || isMaskedInUrl(text, url) ? '***' : redactor.redact(text);
  const commentKeyInput = cleanCommentKey(naming.commentKeyInput, { redact, apiKey: service.apiKey });
  return { ...inputs, naming: { ...naming, commentKeyInput } };
}

/** True if `text` holds one of `secrets`, or is a long part of one. */
function sharesSecret(text: string, secrets: readonly string[]): boolean {
  const holds = (whole: string, part: string) =>
    whole === part || (part.length >= minDistinctLength && whole.includes(part));
  return secrets.some((secret) => holds(secret, text) || holds(text, secret));
}

/** True if `text` is a part of `url` that is not shown. */
function isMaskedInUrl(text: string, url: string): boolean {
  if (text.length < minSecretLength || text === url) return false;
  return url.includes(text) && !maskUrlSecrets(url).includes(text);
}
