/** The reasons not to trust the result of a finished scan. */

import type { Problem, UnreadableField } from '../core/problem.ts';
import { isMapping } from '../core/values.ts';
import type { WireScanResult } from '../service/wire.ts';
import type { Preferences } from '../settings/preferences.ts';
import type { PolicySettings } from '../settings/settings.ts';
import { countChecks, highestTotal } from './finding-counts.ts';
import type { ScanToJudge } from './judgement.ts';

/**
 * All doubts about a scan. Only a finished scan has doubts: a running scan may still find what is missing.
 *
 * @param unreadable parts of the result that were not understood; `null` for none
 * @param counted how many findings are listed, or counted by severity
 */
export function doubtsAboutScan(
  scan: ScanToJudge,
  { 'min-checks': minChecks }: PolicySettings,
  { unreadable, counted }: { unreadable: readonly (UnreadableField | null)[]; counted: number },
): readonly Problem[] {
  if (scan.problem !== null) return [];
  const { result, lostTargetProblem, preferences } = scan;
  const total = highestTotal(result);
  return [
    ...[...unreadable, total.unreadable]
      .filter((part) => part !== null)
      .map((part) => ({ kind: 'unreadable' as const, ...part })),
    ...doubtsAboutChecks(countChecks(result), minChecks),
    ...(total.count > counted
      ? [{ kind: 'unexplained-total' as const, total: total.count, found: counted }]
      : []),
    ...(lostTargetProblem === null ? [] : [lostTargetProblem]),
    ...doubtsAboutPreferences(preferences, result.preferences),
  ];
}

function doubtsAboutChecks(checks: number | null, minimum: number): Problem[] {
  if (checks === null)
    return [{ kind: 'unreadable', path: 'totalChecked', expected: 'the number of checks performed' }];
  return checks < minimum ? [{ kind: 'too-few-checks', checks, minimum }] : [];
}

/** The doubt about a scan that left out a check that was asked for. @param got the preferences of the scan */
function doubtsAboutPreferences(asked: Preferences | null, got: WireScanResult['preferences']): Problem[] {
  const options = Object.entries(asked ?? {}).flatMap(([name, wanted]) =>
    isMapping(wanted)
      ? switchedOff(wanted, got?.[name]).map((option) => `${name}.${option}`)
      : switchedOff({ [name]: wanted }, got),
  );
  return options.length === 0 ? [] : [{ kind: 'check-switched-off', options }];
}

/** The checks that were asked for and are off, each for itself or all at once. */
function switchedOff(asked: Readonly<Record<string, unknown>>, got: unknown): string[] {
  const isOff = (value: unknown) => typeof value !== 'object' && /^ *(?:false|0) *$/i.test(String(value));
  return Object.entries(asked)
    .filter(([name, wanted]) => wanted === true && isOff(isMapping(got) ? got[name] : got))
    .map(([name]) => name);
}
