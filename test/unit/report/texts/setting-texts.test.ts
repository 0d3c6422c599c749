// In both languages: core/setting-texts.ts and pt/settings.ts.
import { expect, test } from '@jest/globals';
import type { GitHubFault } from '../../../../src/core/github-fault.ts';
import { enSettings, type SettingTexts } from '../../../../src/core/setting-texts.ts';
import { ptSettings } from '../../../../src/report/texts/pt/settings.ts';
import { placeholders } from './languages.ts';

const gitHubFaults: readonly GitHubFault[] = [
  { kind: 'no-token' },
  { kind: 'unreachable' },
  { kind: 'status', status: 403 },
];
const mistakes = [['- 8'], ['- 8', '- 9']];

/** Without a sample of every text this does not compile. */
function samples(texts: SettingTexts): Record<keyof SettingTexts, string[]> {
  return {
    expected: Object.values(texts.expected),
    oneOf: [texts.oneOf(['a', 'b'])],
    from: [texts.from(8, 9)],
    atLeast: [true, false].map((isList) => texts.atLeast('8', isList)),
    atMost: [true, false].map((isList) => texts.atMost('8', isList)),
    missing: [texts.missing('8')],
    yaml: [texts.yaml('8')],
    preferences: ['', '8'].map((mistakes) => texts.preferences(mistakes)),
    wrongPreference: [texts.wrongPreference('xss', '9')],
    wrongInput: [texts.wrongInput('timeout', '`8`', '9')],
    wrongKey: [texts.wrongKey()],
    noBaseUrl: [texts.noBaseUrl()],
    wrongInputs: mistakes.map((lines) => texts.wrongInputs(lines)),
    atLine: [texts.atLine(8, '9')],
    brokenYaml: [texts.brokenYaml('8')],
    alias: [texts.alias('8')],
    unknownKey: [texts.unknownKey('8', '9')],
    wrongValue: ['', 'fail-on'].map((path) => texts.wrongValue(path, '9')),
    wrongFile: mistakes.map((lines) => texts.wrongFile('8', lines)),
    noFile: [texts.noFile('8', '9')],
    noTextFile: [texts.noTextFile('config', '9')],
    noFileOfOrganization: [texts.noFileOfOrganization('8')],
    unreadOrganization: [null, 'acme/policies'].flatMap((repository) =>
      gitHubFaults.map((fault) => texts.unreadOrganization('8', fault, repository)),
    ),
    scansOfOneScan: [true, false].map((isPrevious) => texts.scansOfOneScan(8, isPrevious)),
    ownBaseline: (['previous', 'unknown', 'same'] as const).flatMap((mistake) =>
      [true, false].map((isKnown) => texts.ownBaseline(mistake, isKnown)),
    ),
    scanAsBaseline: [texts.scanAsBaseline('8')],
    otherTarget: [texts.otherTarget('8', '9')],
    noUrl: [texts.noUrl('schedule')],
    noUrlInEvent: [texts.noUrlInEvent('deployed', 'ready')],
    longStatus: [texts.longStatus(255)],
    sharedStatus: [texts.sharedStatus('8')],
    wrongProxy: [texts.wrongProxy('`HTTPS_PROXY`')],
  };
}

test('what is said of wrong settings has the same names and numbers in both languages, in other words', () => {
  const portuguese = samples(ptSettings);
  for (const [key, english] of Object.entries(samples(enSettings))) {
    const other = new Map(Object.entries(portuguese)).get(key) ?? [];
    expect([key, other.map(placeholders)]).toEqual([key, english.map(placeholders)]);
    expect([key, english.filter((text, index) => text === '' || text === other[index])]).toEqual([key, []]);
  }
});

test('what was expected has the same names in both languages', () => {
  expect(Object.keys(ptSettings.expected)).toEqual(Object.keys(enSettings.expected));
});

test('nothing that was expected ends a sentence, since more may follow', () => {
  for (const texts of [enSettings, ptSettings])
    expect(Object.values(texts.expected).filter((text) => /[.:;]$/.test(text))).toEqual([]);
});
