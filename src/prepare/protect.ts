/** Which values of a step are secrets: they are masked in the log, and removed from all that is published. */
import type { World } from '../core/ports.ts';
import type { RunOnGitHub } from '../github/context.ts';
import { pullRequestOf } from '../github/pull-request.ts';
import { maskUrlSecrets, secretInputs } from '../inputs/reader.ts';
import { withoutSecrets } from '../inputs/run-names.ts';
import type { Inputs } from '../inputs/step-inputs.ts';
import { isOwnWord, type Target, targetSecrets } from '../inputs/target-url.ts';
import type { Baseline } from '../policy/baseline.ts';
import { maskAndRedact } from '../runner/redactor.ts';

/** What names a run in its outputs. */
type RunNames = Pick<RunOnGitHub, 'context' | 'event'>;

/** Called before anything else: an error may quote an input. */
export function protectTokens(world: World): void {
  const { runner } = world;
  const inputs = secretInputs.map((name) => runner.input(name));
  maskAndRedact(world, [...inputs, runner.env['ACTIONS_RUNTIME_TOKEN'] ?? '']);
}

/** User info and query values of a target may be secrets. */
export function protectTarget(world: World, run: RunNames, target: Target | null): void {
  if (target !== null)
    maskAndRedact(world, targetSecrets(target), publishedTexts(world, run, target.bareAddress));
}

/** Texts in outputs or in every report: a value that is a part of one cannot be hidden. */
function publishedTexts({ runner }: World, { context, event }: RunNames, address: string): readonly string[] {
  const { serverUrl, owner, repo, runId, sha } = context;
  const home = `${serverUrl}/${owner}/${repo}`;
  const number = pullRequestOf(context, event)?.number ?? '';
  const comments = [`${home}/pull/${number}#issuecomment-`, `${home}/issues/`];
  return [
    address,
    `${home}/actions/runs/${runId}/artifacts/`,
    ...comments,
    sha ?? '',
    runner.tempFolder,
    'Scan Gate',
    '<!-- scan-gate:previous v1 -->',
  ];
}

/**
 * Keeps values of `preferences` that may be secrets out of all that is published. A value that is a part of
 * {@link publishedTexts} is in every report, so it stays. Called when the target is known, and before the scan.
 *
 * @param address the target as it is shown; `null` if it is not known
 * @returns the forms of these values, for the mask of the runner
 */
export function protectPreferences(
  world: World,
  { inputs, ...run }: RunNames & { readonly inputs: Inputs },
  address: string | null,
): readonly string[] {
  const published = publishedTexts(world, run, address ?? '');
  return (inputs.scan.preferences?.hidden ?? [])
    .filter((value) => !isOwnWord(value) && !published.some((text) => text.includes(value)))
    .flatMap((value) => world.redactor.addLate(value));
}

export function protectBaseline(world: World, run: RunNames, baseline: Baseline | null): void {
  protectTarget(world, run, baseline?.kind === 'url' ? baseline.url : null);
}

/** Removes secrets from the comment key: values of the matrix may be parts of the target or of `preferences`. */
export function withCleanKey(inputs: Inputs, { runner, redactor }: World): Inputs {
  const { service, reports, scan } = inputs;
  // A URL that is not valid has no parts that could be masked by themselves.
  const url = runner.input('url');
  const shownUrl = maskUrlSecrets(url);
  // A part of a password is as good as the whole, from eight characters on.
  const overlap = (one: string, other: string) => one === other || (one.length >= 8 && other.includes(one));
  const isHidden = (text: string) =>
    scan.preferences?.hidden.some((value) => overlap(value, text) || overlap(text, value)) === true ||
    (text.length >= 4 && url.includes(text) && !shownUrl.includes(text) && text !== url);
  const redact = (text: string) => (isHidden(text) ? '***' : redactor.redact(text));
  const commentKey = withoutSecrets(reports.commentKey, { redact, apiKey: service.apiKey });
  return { ...inputs, reports: { ...reports, commentKey } };
}
