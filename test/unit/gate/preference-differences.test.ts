import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { classified } from '../../../src/core/classified-text.ts';
import { crawlerOptionNames, preferenceNames } from '../../../src/core/interface-preferences.ts';
import { classifiedField } from '../../../src/core/problem.ts';
import {
  differentPreferenceNames,
  doubtsAboutPreferences,
  preferenceDifferences,
} from '../../../src/gate/preference-differences.ts';
import { anyJson, countCases, throughJson } from './arbitraries.ts';

const mapping = fc.dictionary(
  fc.constantFrom('xss', 'sqli', 'crawler_options', 'x', '__proto__'),
  fc.oneof(fc.boolean(), fc.dictionary(fc.constantFrom('open_redirect', 'x'), fc.boolean()), anyJson),
);

function asMapping(value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(Object(throughJson(value))));
}

describe('doubtsAboutPreferences', () => {
  const most = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`n${index}`, 1]));

  test('doubts a scan that names more than 1,000 preferences, if any were asked for', () => {
    const expected = 'an object of at most 1,000 fields';
    const problem = { kind: 'unreadable', ...classifiedField({ path: 'preferences', expected }) };
    expect(doubtsAboutPreferences({ xss: true }, { ...most, xss: true })).toEqual([problem]);
    expect(doubtsAboutPreferences({ xss: true }, most)).toEqual([]);
    expect(doubtsAboutPreferences(null, { ...most, xss: true })).toEqual([]);
  });

  test('doubts a scan without a check that was asked for, and says which anybody may read', () => {
    const asked = { xss: true, mine: { a: true, b: { c: true } } };
    const checks = [classified('public', 'xss'), classified('private', 'mine')];
    expect(doubtsAboutPreferences(asked, { xss: false, mine: { a: 0, b: { c: false } } })).toEqual([
      { kind: 'check-switched-off', checks },
    ]);
  });
});

/** The names of the checks that are in doubt. */
function switchedOff(...pair: Parameters<typeof doubtsAboutPreferences>): string[] {
  return doubtsAboutPreferences(...pair).flatMap((problem) =>
    problem.kind === 'check-switched-off' ? problem.checks.map(({ text }) => text) : [],
  );
}

describe('a check that was asked for', () => {
  test.each([false, 0, 'false', 'False', ' false ', '0'])('is in doubt if it came back as %j', (off) => {
    expect(switchedOff({ xss: true }, { xss: off })).toEqual(['xss']);
    expect(switchedOff({ xss: false }, { xss: off })).toEqual([]);
    const asked = { crawler_options: { open_redirect: true, x: false } };
    for (const got of [{ open_redirect: off }, off])
      expect(switchedOff(asked, { crawler_options: got })).toEqual(['crawler_options.open_redirect']);
  });

  test.each([true, 1, 'true', null, undefined, '', 'yes', {}])(
    'is not in doubt if it came back as %j',
    (on) => {
      expect(switchedOff({ xss: true }, { xss: on })).toEqual([]);
    },
  );

  test('is not in doubt if it was left out', () => {
    const asked = { xss: true, crawler_options: { open_redirect: true } };
    for (const got of [{ crawler_options: {} }, undefined]) expect(switchedOff(asked, got)).toEqual([]);
    expect(switchedOff(null, { xss: false })).toEqual([]);
    expect(switchedOff({ xss: true }, JSON.parse('{"__proto__": {"xss": false}}'))).toEqual([]);
  });
});

describe('preferenceDifferences', () => {
  test('shows every other value, and only the name of a field that the interface does not name', () => {
    const hidden = (name: string) => ({ name, asked: '***', got: '***' });
    const asked = {
      scan_speed: 'moderate',
      scan_deep: 3,
      xss: true,
      list: [1],
      login: { user: 'a', password: 'b' },
      crawler_options: { open_redirect: false, cookie: 'c' },
      'crawler_options.exposed_emails': 'd',
    };
    const got = {
      scan_speed: 'fast',
      scan_deep: '3',
      xss: 1,
      list: [2],
      login: { user: 'x', password: 'y' },
      crawler_options: { open_redirect: true, cookie: { value: 'z' } },
      'crawler_options.exposed_emails': 'e',
    };
    expect(preferenceDifferences(asked, got)).toEqual([
      { name: 'scan_speed', asked: 'moderate', got: 'fast' },
      hidden('list'),
      hidden('login'),
      { name: 'crawler_options.open_redirect', asked: false, got: true },
      hidden('crawler_options.cookie'),
      hidden('crawler_options.exposed_emails'),
    ]);
    expect(preferenceDifferences({ scan_type: 'full' }, { scan_type: ['a'] })).toEqual([
      { name: 'scan_type', asked: 'full', got: '***' },
    ]);
    expect(preferenceDifferences(asked, {})).toEqual([]);
    expect(preferenceDifferences(null, { scan_speed: 'fast' })).toEqual([]);
  });

  test('shows `xss` and `sqli` if they are off, by input or by the service', () => {
    const off = (name: string, asked: boolean | null, got: boolean | null) => [{ name, asked, got }];
    expect(preferenceDifferences(null, { xss: false })).toEqual(off('xss', null, false));
    expect(preferenceDifferences({ sqli: false }, {})).toEqual(off('sqli', false, null));
    expect(preferenceDifferences({ sqli: false }, { sqli: false })).toEqual(off('sqli', false, false));
    expect(preferenceDifferences({ sqli: true }, { sqli: false })).toEqual(off('sqli', true, false));
    expect(preferenceDifferences({ sqli: false }, { sqli: true })).toEqual(off('sqli', false, true));
    expect(preferenceDifferences({ sqli: true }, { sqli: true })).toEqual([]);
  });

  test('keeps what a hostile answer names short', () => {
    const got = { scan_type: 'x'.repeat(1_000_000), list: [['y'.repeat(1_000_000)]] };
    const differences = preferenceDifferences({ scan_type: 'full', list: 1 }, got);
    expect(differences).toHaveLength(2);
    expect(JSON.stringify(differences).length).toBeLessThan(1000);
  });

  test('never throws, and names a switched-off check whatever else comes back', () => {
    const cases = countCases();
    const options = crawlerOptionNames.map((name) => `crawler_options.${name}`);
    const ofInterface = new Set([...preferenceNames, ...options]);
    fc.assert(
      fc.property(mapping, mapping, (one, other) => {
        const [asked, got] = [asMapping(one), asMapping(other)];
        const names = preferenceDifferences(asked, got).map(({ name }) => name);
        for (const check of switchedOff(asked, got)) expect(names).toContain(check);
        cases.met('switched off', switchedOff(asked, got).length > 0);
        expect(new Set(names).size).toBe(names.length);
        expect(differentPreferenceNames(asked, got).every((name) => ofInterface.has(name))).toBe(true);
      }),
    );
    expect(cases.rarest('switched off')).toBeGreaterThan(0);
  });
});

test('otherPreferences names fields of the interface that both scans have', () => {
  const one = { scan_deep: 1, xss: true, odd: 1, crawler_options: { open_redirect: true } };
  const other = { scan_deep: 2, odd: 2, crawler_options: { open_redirect: false } };
  expect(differentPreferenceNames(one, other)).toEqual(['scan_deep', 'crawler_options.open_redirect']);
  expect(differentPreferenceNames(one, undefined)).toEqual([]);
  expect(differentPreferenceNames(undefined, other)).toEqual([]);
});
