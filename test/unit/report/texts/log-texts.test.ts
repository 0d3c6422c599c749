// In both languages: core/log-texts.ts and pt/log.ts.
import { expect, test } from '@jest/globals';
import type { GitHubFault } from '../../../../src/core/github-fault.ts';
import { enLog, type LogTexts } from '../../../../src/core/log-texts.ts';
import type { RequestFault } from '../../../../src/core/problem.ts';
import { ptLog } from '../../../../src/report/texts/pt/log.ts';
import { placeholders } from './languages.ts';

const faults: readonly RequestFault[] = [
  { kind: 'status', status: 503, detail: '', retryAfterMs: null },
  { kind: 'network', code: 'ECONNRESET' },
  { kind: 'timeout', afterMs: 1 },
  { kind: 'too-slow', limitMs: 1 },
  { kind: 'redirect', location: 'https://other.example' },
  { kind: 'not-json', detail: '' },
];
const gitHubFaults: readonly GitHubFault[] = [
  { kind: 'no-token' },
  { kind: 'unreachable' },
  { kind: 'rate-limit', status: 429 },
  { kind: 'malformed' },
  ...[401, 404, 500].map((status) => ({ kind: 'status', status }) as const),
];
const noStatus = ['schedule', 'scan-id', 'no-commit', 'no-token', 'skipped'] as const;

/** Without a sample of every text this does not compile. */
function samples(log: LogTexts): Record<Exclude<keyof LogTexts, 'language' | 'settings'>, string[]> {
  return {
    theTarget: [log.theTarget],
    anotherTarget: [log.anotherTarget],
    cancelled: [log.cancelled('8')],
    unreadEvent: [log.unreadEvent('8')],
    unknownPreference: [log.unknownPreference('8')],
    unreadPullRequest: gitHubFaults.map((fault) => log.unreadPullRequest(fault)),
    severalPullRequests: [log.severalPullRequests('8', '9')],
    unreadComment: gitHubFaults.map((fault) => log.unreadComment(fault)),
    rateLimit: [true, false].map((waits) => log.rateLimit('8', 9, waits)),
    gitHubSilent: [log.gitHubSilent(8)],
    gitHubSlow: [log.gitHubSlow(8)],
    gitHubTooLarge: [log.gitHubTooLarge(8)],
    policyFile: [log.policyFile('8', '9')],
    noPolicyFile: [log.noPolicyFile('8', '9')],
    organizationFile: [log.organizationFile('8', '9')],
    places: Object.values(log.places),
    publicFindings: [log.publicFindings('8')],
    targetIs: [log.targetIs('8')],
    foundInStatus: [log.foundInStatus('8')],
    foundInDeployment: [log.foundInDeployment('8', '9')],
    foundInEvent: [log.foundInEvent('8')],
    noDeploymentYet: [log.noDeploymentYet('8')],
    notYetReady: faults.map((fault) => log.notYetReady('8', fault)),
    answered: [log.answered('8', 200)],
    noLongerReady: faults.map((fault) => log.noLongerReady('8', fault)),
    limitsRate: [log.limitsRate('8')],
    started: [log.started('8', '9')],
    startLost: faults.map((fault) => log.startLost(fault)),
    foundInList: [log.foundInList('8')],
    endedEarly: [log.endedEarly('8')],
    reusing: [true, false].map((finished) => log.reusing('8', finished)),
    takingUp: [log.takingUp('8')],
    unread: faults.map((fault) => log.unread('8', fault)),
    noBaseline: [log.noBaseline('8')],
    comparing: [log.comparing('8', 0, null), log.comparing('8', 2, '9')],
    listCut: [log.listCut(1, 2, '9')],
    noneToTakeUp: [log.noneToTakeUp],
    newestOfCut: [log.newestOfCut],
    notInList: [true, false].map((isCut) => log.notInList('8', isCut, '9')),
    inQueue: [log.inQueue('8')],
    times: [log.times('8', null), log.times('8', '9')],
    soFar: [log.soFar('8')],
    severityCount: [1, 7].map((count) => log.severityCount('high', count)),
    noStatus: noStatus.map((why) => log.noStatus(why)),
    newerStatus: [log.newerStatus('8')],
    sharedStatus: [log.sharedStatus('8')],
    shared: [log.shared],
    notFailed: [log.notFailed],
    cancelledLate: [log.cancelledLate],
    cancelledEarly: [log.cancelledEarly],
    ownMistake: [log.ownMistake('8')],
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
