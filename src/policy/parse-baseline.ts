import { SettingsError } from '../core/problem.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';
import type { Parsed } from '../inputs/read-input.ts';
import { scanIdPattern } from '../inputs/read-input.ts';
import { parseTarget, targetIdentity } from '../inputs/target-url.ts';
import type { Baseline } from './policy.ts';

/** A value with `.`, `:` or `/` is a URL, `previous` is itself, anything else a scan id. */
export function parseBaseline(text: string): Parsed<Baseline> {
  const expected = 'a URL, a scan id, or `previous`';
  if (text === 'previous') return { ok: true, value: { kind: 'previous' } };
  if (!/[.:/]/.test(text)) {
    return scanIdPattern.test(text)
      ? { ok: true, value: { kind: 'scan', scanId: text } }
      : { ok: false, expected };
  }
  const target = parseTarget(text);
  return target.ok ? { ok: true, value: { kind: 'url', url: target.value } } : { ok: false, expected };
}

/**
 * Refuses a baseline that would let a gate pass what it saw before: on a pull request the second push would pass
 * everything (`docs/contract.md`, `baseline`).
 *
 * @param target as given; `null` when it is not known
 * @throws SettingsError
 */
export function refuseOwnBaseline(
  baseline: Baseline | null,
  target: string | null,
  pullRequest: PullRequestStatus,
): void {
  if (baseline === null || pullRequest.kind === 'none') return;
  const isOwn =
    baseline.kind === 'url' &&
    target !== null &&
    targetIdentity(baseline.url.given) === targetIdentity(target);
  if (baseline.kind !== 'previous' && !isOwn) return;
  const what = isOwn ? 'is the target itself' : 'is `previous`';
  throw new SettingsError(
    `\`baseline\` ${what}, on a run with a pull request: the second push would pass everything the first one brought in. Set it to the URL of the site that the pull request is merged into, such as production, or to a scan id.`,
  );
}
