// Spans several sources: hostile texts stay texts in every message about a run.

import { expect, test } from '@jest/globals';
import type { Fault } from '../../src/core/fault.ts';
import type { Problem } from '../../src/core/problem.ts';
import type { PublishedModel } from '../../src/report/published-model.ts';
import { parseCommands } from '../support/commands.ts';
import { hostileTexts } from '../support/hostile/corpus.ts';
import { foreignCommands, unseenCharacters } from '../support/hostile/job-log.ts';
import { additions, readPage } from '../support/hostile/page.ts';
import { statusFault } from '../support/problem-samples.ts';
import { plainModel } from '../unit/report/models.ts';
import { finding } from '../unit/report/sample-findings.ts';
import { type Said, sayAbout } from './render-result.ts';

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

const service = (fault: Fault): Problem => ({ kind: 'service', operation: 'fetch', fault, tries: 4 });

const place = { path: 'issues', expected: 'a number' };
const otherScan = { kind: 'other-scan', expected: 'a', got: 'b' } as const;

/** Each way in which a text from outside gets into a message. */
const problems: Readonly<Record<string, (text: string) => Problem>> = {
  'body of an error': (text) => service(statusFault(400, text)),
  'body of a failure': (text) => service(statusFault(500, text)),
  'code of the network': (text) => service({ kind: 'network', code: text }),
  'code of a certificate': (text) => service({ kind: 'certificate', code: text }),
  'place of a redirect': (text) => service({ kind: 'redirect', location: text }),
  'error in place of a result': (text) => service({ kind: 'error-text', detail: text }),
  'body that is no JSON': (text) => service({ kind: 'not-json', detail: text }),
  'place in a body': (text) => service({ kind: 'wrong-shape', ...place, path: text }),
  'shape of a body': (text) => service({ kind: 'wrong-shape', ...place, expected: text }),
  'start that was lost': (text) => ({ kind: 'start-unconfirmed', fault: statusFault(500, text) }),
  'fault of the target': (text) => ({ kind: 'target-lost', fault: statusFault(500, text), askedMs: 1 }),
  'redirect of the target': (text) => ({ kind: 'target-left-site', location: text }),
  'place in the result': (text) => ({ kind: 'unreadable', ...place, path: text }),
  'shape of the result': (text) => ({ kind: 'unreadable', ...place, expected: text }),
  'id of another scan': (text) => ({ ...otherScan, got: text }),
  'id that was expected': (text) => ({ ...otherScan, expected: text }),
  'message of a mistake': (text) => ({ kind: 'internal', detail: text }),
};

const base = plainModel([finding('critical')], {
  problem: { kind: 'too-few-checks', checks: 0, minimum: 1 },
});
/** Facts of a run, except the address of the artifact: it is a link if it is an address. */
const facts = ['target', 'workflow', 'job', 'commit', 'scan id', 'artifact', 'PDF', 'missing report'];
const places = [...Object.keys(problems), ...facts];

/** A model with a text in each place. The problem at `first` decides. */
function modelWith(put: (place: string) => string, first: number): PublishedModel {
  const all = Object.entries(problems);
  const objections = [...all.slice(first % all.length), ...all.slice(0, first % all.length)].map(
    ([place, make]) => ({ weight: 'problem', because: make(put(place)) }) as const,
  );
  const { judgement, run, scan } = base;
  return {
    ...base,
    judgement: { ...judgement, verdict: 'inconclusive', objections },
    target: put('target'),
    run: { ...run, workflow: put('workflow'), job: put('job'), sha: put('commit') },
    scan: { ...scan, id: put('scan id') },
    files: {
      artifactUrl: 'https://github.com/example/shop/actions/runs/1/artifacts/2',
      hasSarif: true,
      pdfs: [{ type: 'ACTION_REPORT', url: 'https://github.com/example/shop/actions/runs/1/artifacts/3' }],
      missing: [{ type: 'COMMERCIAL_RISK_REPORT', why: put('missing report') }],
    },
  };
}

/** A valid commit is a link to a page of the repository. */
const commitLink = /^link to https:\/\/github\.com\/example\/shop\/commit\/[0-9a-f]+$/;

test('a text adds nothing but text to a message, in each place of each message', () => {
  const wordFor = (place: string) =>
    place === 'commit' ? 'abcdef0123456789' : `words ${places.indexOf(place)}`;
  const commandsOf = ({ printed }: Said) => `${parseCommands(printed).map(({ name }) => name)}`;
  // The problem that decides also says what to do.
  const plains = Object.keys(problems).map((_, first) => {
    const said = sayAbout(modelWith(wordFor, first));
    return { commands: commandsOf(said), page: readPage(said.comment) };
  });
  const faults = squares.flatMap((number) => {
    const textFor = (place: string) =>
      hostileTexts[(places.indexOf(place) + number) % hostileTexts.length]?.text ?? '';
    const said = sayAbout(modelWith(textFor, number));
    const plain = plains[number % plains.length] ?? { commands: '', page: readPage('') };
    const found = [
      ...faultsOf(said),
      // Apart from findings, the summary has the same texts. The target is a link if it is a web address.
      ...additions(readPage(said.comment), plain.page, 1).filter((addition) => !commitLink.test(addition)),
      ...(commandsOf(said) === plain.commands ? [] : [`the commands are ${commandsOf(said)}`]),
    ];
    return found.map((fault) => `square ${number}: ${fault.slice(0, 300)}`);
  });
  expect(faults).toEqual([]);
});
