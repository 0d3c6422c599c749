import { SettingsError } from '../core/problem.ts';
import type { SettingTexts } from '../core/setting-texts.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';
import { type Parsed, scanIdPattern } from '../inputs/read-input.ts';
import { parseTarget, targetIdentity } from '../inputs/target-url.ts';
import type { Baseline } from './policy.ts';

/** A value with `.`, `:` or `/` is a URL. `previous` is a keyword. Anything else is a scan id. */
export function parseBaseline(text: string): Parsed<Baseline> {
  const refused = { ok: false, expected: ({ expected }: SettingTexts) => expected.baseline } as const;
  if (text === 'previous') return { ok: true, value: { kind: 'previous' } };
  if (!/[.:/]/.test(text)) {
    return scanIdPattern.test(text) ? { ok: true, value: { kind: 'scan', scanId: text } } : refused;
  }
  const target = parseTarget(text);
  return target.ok ? { ok: true, value: { kind: 'url', url: target.value } } : refused;
}

/**
 * Refuses a pull request's own earlier scan as its baseline: the second push would pass everything
 * (`docs/contract.md`, `baseline`). Also refuses it if the run only may have a pull request, and a URL if the target is
 * not known.
 *
 * @param target as given, or as the service lists it; `null` when it is not known
 * @throws SettingsError
 */
export function refuseOwnBaseline(
  baseline: Baseline | null,
  target: string | null,
  pullRequest: PullRequestStatus,
): void {
  if (baseline === null || pullRequest.kind === 'none') return;
  const mistake = mistakeIn(baseline, target);
  if (mistake === null) return;
  const isKnown = pullRequest.kind === 'known';
  throw new SettingsError((texts) => texts.ownBaseline(mistake, isKnown));
}

function mistakeIn(baseline: Baseline, target: string | null): 'previous' | 'unknown' | 'same' | null {
  switch (baseline.kind) {
    case 'scan':
      return null;
    case 'previous':
      return 'previous';
    case 'url': {
      if (target === null) return 'unknown';
      // One site may give its pages by a query. A baseline too few costs less than a wrong pass.
      const [own, other] = [target, baseline.url.given].map((url) =>
        targetIdentity(url, { withQuery: false }),
      );
      return own === other ? 'same' : null;
    }
  }
}
