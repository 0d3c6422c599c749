// Spans several sources: hostile texts stay texts in every message about a run.
import { expect, test } from '@jest/globals';
import type { Problem, RequestFault } from '../../src/core/problem.ts';
import type { ReportModel } from '../../src/report/model.ts';
import { parseCommands } from '../support/commands.ts';
import { hostileTexts } from '../support/hostile/corpus.ts';
import { foreignCommands, unseenCharacters } from '../support/hostile/job-log.ts';
import { additions, readPage } from '../support/hostile/page.ts';
import { assess, finding, model } from '../unit/report/models.ts';
import { type Said, sayAboutModel } from './render-result.ts';

/**
 * Each square has another text in each place. Of all squares every third is rendered, so that each text is in a third of
 * the places. `hostile-results.test.ts` has each text in each field of a result.
 */
const squares = hostileTexts.flatMap((_, number) => (number % 3 === 0 ? [number] : []));

/** What no text may add to what was said. */
function faultsOf({ printed, reason }: Said): string[] {
  return [
    ...foreignCommands(printed).map((line) => `command: ${line}`),
    ...unseenCharacters([...printed, reason]).map((line) => `unseen character: ${JSON.stringify(line)}`),
    ...(/[\n\r]/.test(reason) ? ['the reason has several lines'] : []),
  ];
}

const service = (fault: RequestFault): Problem => ({
  kind: 'service',
  endpoint: 'fetch',
  fault,
  attempts: 4,
});

/** Each way in which a text from outside gets into a message. */
const problems: Readonly<Record<string, (text: string) => Problem>> = {
  'body of an error': (detail) => service({ kind: 'status', status: 400, detail, retryAfterMs: null }),
  'body of a failure': (detail) => service({ kind: 'status', status: 500, detail, retryAfterMs: 1000 }),
  'code of the network': (code) => service({ kind: 'network', code }),
  'code of TLS': (code) => service({ kind: 'tls', code }),
  'place of a redirect': (location) => service({ kind: 'redirect', location }),
  'body that is no JSON': (detail) => service({ kind: 'not-json', detail }),
  'place in a body': (where) => service({ kind: 'wrong-shape', where, expected: 'a number' }),
  'shape of a body': (expected) => service({ kind: 'wrong-shape', where: 'issues', expected }),
  'start that was lost': (code) => ({ kind: 'start-lost', fault: { kind: 'network', code }, lookedForMs: 1 }),
  'fault of the target': (code) => ({ kind: 'target-not-ready', fault: { kind: 'tls', code }, waitedMs: 1 }),
  'redirect of the target': (location) => ({ kind: 'target-left-site', location }),
  'place in the result': (where) => ({ kind: 'unreadable', where, expected: 'a count' }),
  'shape of the result': (expected) => ({ kind: 'unreadable', where: 'issues', expected }),
  'id of another scan': (got) => ({ kind: 'other-scan', expected: 'a-scan', got }),
  'id that was expected': (expected) => ({ kind: 'other-scan', expected, got: 'a-scan' }),
  'id of a cancelled scan': (scanId) => ({ kind: 'cancelled', signal: 'SIGINT', scanId }),
  'message of a mistake': (detail) => ({ kind: 'internal', detail }),
};

const base = model(assess([finding('critical')], { kind: 'nothing-checked' }));
/** Facts of a run, except the address of the artifact: it is a link if it is an address. */
const facts = ['target', 'workflow', 'job', 'commit', 'scan id', 'artifact', 'PDF', 'missing report'];
const places = [...Object.keys(problems), ...facts];

/** A model with a text in each place. The problem at `first` decides. */
function modelWith(put: (place: string) => string, first: number): ReportModel {
  const all = Object.entries(problems);
  const reasons = [...all.slice(first % all.length), ...all.slice(0, first % all.length)].map(
    ([place, make]) => ({ kind: 'problem', problem: make(put(place)) }) as const,
  );
  const { assessment, run, scan } = base;
  return {
    ...base,
    assessment: { ...assessment, verdict: { outcome: 'inconclusive', reasons } },
    target: put('target'),
    run: { ...run, workflow: put('workflow'), job: put('job'), sha: put('commit') },
    scan: { ...scan, id: put('scan id') },
    files: {
      artifact: { name: put('artifact'), url: 'https://github.com/example/shop/actions/runs/1/artifacts/2' },
      pdfs: [{ type: 'ACTION_REPORT', fileName: put('PDF') }],
      missing: [{ type: 'COMMERCIAL_RISK_REPORT', why: put('missing report') }],
    },
  };
}

/** A valid commit is a link to a page of the repository. */
const commitLink = /^link to https:\/\/github\.com\/example\/shop\/commit\/[0-9a-f]+$/;

test('a text adds nothing but text to a message, in each place of each message', () => {
  const wordFor = (place: string) =>
    place === 'commit' ? 'abcdef0123456789' : `words ${places.indexOf(place)}`;
  const plain = sayAboutModel(modelWith(wordFor, 0));
  const plainPage = readPage(plain.comment);
  const commandsOf = ({ printed }: Said) =>
    parseCommands(printed)
      .map(({ name }) => name)
      .join();
  const faults = squares.flatMap((number) => {
    const textFor = (place: string) =>
      hostileTexts[(places.indexOf(place) + number) % hostileTexts.length]?.text ?? '';
    const said = sayAboutModel(modelWith(textFor, number));
    const found = [
      ...faultsOf(said),
      // Apart from findings, the summary has the same texts. The target is a link if it is a web address.
      ...additions(readPage(said.comment), plainPage, 1).filter((addition) => !commitLink.test(addition)),
      ...(commandsOf(said) === commandsOf(plain) ? [] : [`the commands are ${commandsOf(said)}`]),
    ];
    return found.map((fault) => `square ${number}: ${fault.slice(0, 300)}`);
  });
  expect(faults).toEqual([]);
});
