/**
 * Compares the preferences of a scan with the preferences that were asked for (`docs/contract.md`, promise 1, a
 * trustworthy scan). Values are hostile.
 */

import { classified } from '../core/classified-text.ts';
import { isMapping } from '../core/fields.ts';
import { crawlerOptionNames, preferenceNames, shownPreferenceValue } from '../core/interface-preferences.ts';
import { type Problem, unreadableProblem } from '../core/problem.ts';
import type { Preferences } from '../inputs/preferences.ts';
import { expectedFields, maxShortList } from '../service/list-limits.ts';

/**
 * `null` if the preference is not given. `***` hides a list, a mapping, and any value of a field that the interface
 * does not name.
 */
type ShownValue = string | number | boolean | null;

export interface PreferenceDifference {
  /** A path with dots, such as `crawler_options.open_redirect`. It ends at a field that the interface does not name. */
  readonly name: string;
  readonly asked: ShownValue;
  readonly got: ShownValue;
}

const maxDepth = 5;
const maxShownLength = 300;

/** A preference that was asked for, beside its value in the result. */
interface PreferencePair {
  readonly name: string;
  /** True if the interface names the preference. */
  readonly isOfInterface: boolean;
  readonly asked: unknown;
  /** `undefined` if the result leaves it out, which is no difference. */
  readonly got: unknown;
}

/**
 * The doubts about a scan that left out a check that was asked for.
 *
 * @param got the preferences that the finished scan names
 */
export function doubtsAboutPreferences(asked: Preferences | null, got: Preferences | undefined): Problem[] {
  if (asked !== null && Object.keys(got ?? {}).length > maxShortList)
    return [unreadableProblem({ path: 'preferences', expected: expectedFields })];
  const switchedOff = pairsOf(asked ?? {}, got).filter((pair) => pair.asked === true && isOff(pair.got));
  const checks = onePerName(switchedOff).map(({ name, isOfInterface }) =>
    classified(isOfInterface ? 'public' : 'private', name),
  );
  return checks.length === 0 ? [] : [{ kind: 'check-switched-off', checks }];
}

/** All fields below a field that the interface does not name have the same name. */
function onePerName(pairs: readonly PreferencePair[]): readonly PreferencePair[] {
  return [...new Map(pairs.map((pair) => [pair.name, pair])).values()];
}

/** Every preference whose value in the result differs, and `xss` and `sqli` if they are off. */
export function preferenceDifferences(
  asked: Preferences | null,
  got: Preferences | undefined,
): PreferenceDifference[] {
  const different = pairsOf(asked ?? {}, got).filter(isDifferent);
  const switchedOff = ['xss', 'sqli']
    .map((name) => ({ name, isOfInterface: true, asked: asked?.[name], got: got?.[name] }))
    .filter((pair) => isOff(pair.got ?? pair.asked));
  return onePerName([...different, ...switchedOff]).map((pair) => ({
    name: pair.name,
    asked: pair.isOfInterface ? shownValue(pair.asked) : '***',
    got: pair.isOfInterface ? shownValue(pair.got) : '***',
  }));
}

/** The preferences of the interface that both scans name and that differ. */
export function differentPreferenceNames(
  one: Preferences | undefined,
  other: Preferences | undefined,
): string[] {
  return pairsOf(one ?? {}, other, preferenceNames, 1)
    .filter((pair) => pair.isOfInterface && isDifferent(pair))
    .map(({ name }) => name);
}

/**
 * Every preference that `asked` names. A mapping is compared field by field, even if the result has no mapping there.
 */
function pairsOf(
  asked: Preferences,
  got: unknown,
  names = preferenceNames,
  depth = maxDepth,
): PreferencePair[] {
  return Object.entries(asked).flatMap(([name, askedValue]) => {
    const isOfInterface = names.includes(name);
    const gotValue = isMapping(got) ? (Object.hasOwn(got, name) ? got[name] : undefined) : got;
    if (!isMapping(askedValue) || depth === 0)
      return [{ name, isOfInterface, asked: askedValue, got: gotValue }];
    const isOptions = isOfInterface && name === 'crawler_options';
    const pairs = pairsOf(askedValue, gotValue, isOptions ? crawlerOptionNames : [], depth - 1);
    return pairs.map((pair) => (isOptions ? { ...pair, name: `${name}.${pair.name}` } : { ...pair, name }));
  });
}

/** True for `false` and `0`, also as text. */
function isOff(value: unknown): boolean {
  return /^\s{0,9}(?:false|0)\s{0,9}$/i.test(comparableText(value));
}

function isDifferent({ asked, got }: PreferencePair): boolean {
  if (got === undefined || asked === undefined) return false;
  if (asked === true && got === 1) return false;
  if (asked === false && isOff(got)) return false;
  return comparableText(asked) !== comparableText(got);
}

/** `3` and `"3"` are one value. */
function comparableText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function shownValue(value: unknown): ShownValue {
  const shown = shownPreferenceValue(value);
  return typeof shown === 'string' ? shown.slice(0, maxShownLength) : shown;
}
