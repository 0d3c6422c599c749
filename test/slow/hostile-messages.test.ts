import { afterAll, expect, test } from '@jest/globals';
import type { Problem, RequestFault } from '../../src/core/problem.ts';
import type { ReportModel } from '../../src/report/model.ts';
import { parseCommands } from '../support/commands.ts';
import { hostileTexts } from '../support/hostile/corpus.ts';
import { foreignCommands, unseenCharacters } from '../support/hostile/job-log.ts';
import { additions, readPage } from '../support/hostile/page.ts';
import { type Said, sayAboutModel } from '../support/hostile/render-result.ts';
import { assess, finding, model } from '../unit/report/models.ts';

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
  'start that was lost': (code) => ({
    kind: 'start-lost',
    fault: { kind: 'network', code },
    lookedForMs: 60_000,
  }),
  'fault of the target': (code) => ({
    kind: 'target-not-ready',
    fault: { kind: 'tls', code },
    waitedMs: 120_000,
  }),
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
const fields = [...Object.keys(problems), ...facts];

/** A model with a text in each field. The problem at `first` decides. */
function modelWith(put: (field: string) => string, first: number): ReportModel {
  const all = Object.entries(problems);
  const reasons = [...all.slice(first % all.length), ...all.slice(0, first % all.length)].map(
    ([field, make]) => ({ kind: 'problem', problem: make(put(field)) }) as const,
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

const sha = 'abcdef0123456789';
const words = sayAboutModel(
  modelWith((field) => (field === 'commit' ? sha : `words ${fields.indexOf(field)}`), 0),
);
/** A valid commit is a link to a page of the repository. */
const commitLink = /^link to https:\/\/github\.com\/example\/shop\/commit\/[0-9a-f]+$/;
const plain = readPage(words.comment);

const notTheCommit = (addition: string) => !commitLink.test(addition);

/** Only the comment is checked: apart from findings, the summary has the same texts. */
function faultsOf(said: Said): string[] {
  const commands = parseCommands(said.printed).map(({ name }) => name);
  const asPlain = parseCommands(words.printed).map(({ name }) => name);
  return [
    // The target is a link where it is a web address.
    ...additions(readPage(said.comment), plain, 1)
      .filter(notTheCommit)
      .map((one) => `comment: ${one}`),
    ...foreignCommands(said.printed).map((line) => `command: ${line}`),
    ...unseenCharacters([...said.printed, said.reason]).map((line) => `unseen: ${JSON.stringify(line)}`),
    ...(/[\n\r]/.test(said.reason) ? ['the reason has several lines'] : []),
    ...(commands.join() === asPlain.join() ? [] : [`the commands are ${commands.join()}`]),
  ];
}

let pairs = 0;

test('a text adds nothing but text to a message, for each text in each place of each message', () => {
  const faults: string[] = [];
  for (const [number] of hostileTexts.entries()) {
    const put = (field: string) =>
      hostileTexts[(fields.indexOf(field) + number) % hostileTexts.length]?.text ?? '';
    for (const fault of faultsOf(sayAboutModel(modelWith(put, number))))
      faults.push(`square ${number}: ${fault.slice(0, 300)}`);
    pairs += fields.length;
  }
  expect(faults).toEqual([]);
});

afterAll(() => {
  process.stderr.write(
    `hostile data: ${hostileTexts.length} texts × ${fields.length} places of messages = ${pairs} pairs rendered\n`,
  );
});
