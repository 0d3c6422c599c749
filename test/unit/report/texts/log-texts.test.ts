// In both languages: core/log-texts.ts and pt/log.ts.
import { expect, test } from '@jest/globals';
import { enLog, type LogTexts } from '../../../../src/core/log-texts.ts';
import { ptLog } from '../../../../src/report/texts/pt/log.ts';
import { placeholders } from './languages.ts';

function samples(log: LogTexts): Record<keyof LogTexts, string[]> {
  return {
    theTarget: [log.theTarget],
    anotherTarget: [log.anotherTarget],
    cancelled: [log.cancelled('8')],
    policyFile: [log.policyFile('8', '9')],
    noPolicyFile: [log.noPolicyFile('8', '9')],
    targetIs: [log.targetIs('8')],
    foundInStatus: [log.foundInStatus('8')],
    foundInDeployment: [log.foundInDeployment('8', '9')],
    noDeploymentYet: [log.noDeploymentYet('8')],
    notYetReady: [log.notYetReady('8', '9')],
    answered: [log.answered('8', 200)],
    noLongerReady: [log.noLongerReady('8', '9')],
    started: [log.started('8', '9')],
    startLost: [log.startLost('8')],
    reusing: [true, false].map((finished) => log.reusing('8', finished)),
    takingUp: [log.takingUp('8')],
    unread: [log.unread('8', '9')],
    noBaseline: [log.noBaseline('8')],
    comparing: [log.comparing('8', 0, null), log.comparing('8', 2, '9')],
    inQueue: [log.inQueue('8')],
    times: [log.times('8', null), log.times('8', '9')],
    soFar: [log.soFar('8')],
    severityCount: [1, 7].map((count) => log.severityCount('high', count)),
  };
}

test('the lines of the log have the same placeholders in both languages, and are translated', () => {
  const english = Object.entries(samples(enLog));
  const portuguese = Object.entries(samples(ptLog));
  const placeholdersOf = (entries: typeof english) =>
    entries.map(([key, texts]) => [key, texts.map(placeholders)]);
  expect(placeholdersOf(portuguese)).toEqual(placeholdersOf(english));
  const all = new Set(english.flatMap(([, texts]) => texts));
  expect(portuguese.flatMap(([, texts]) => texts).filter((text) => all.has(text))).toEqual([]);
});

test('warnings have a plural in the log', () => {
  expect([1, 2].map((count) => enLog.severityCount('warning', count))).toEqual(['1 warning', '2 warnings']);
});
