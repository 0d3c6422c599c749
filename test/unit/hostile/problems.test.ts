import { afterAll, expect, test } from '@jest/globals';
import type { Problem, RequestFault } from '../../../src/errors.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import { parseCommands } from '../../support/commands.ts';
import { hostileTexts } from '../../support/hostile/corpus.ts';
import { foreignCommands, unseenCharacters } from '../../support/hostile/job-log.ts';
import { additions, type Page, readPage } from '../../support/hostile/page.ts';
import { assess, finding, model, withoutScan } from '../report/models.ts';
import { type Said, sayAboutModel } from './render-result.ts';

const service = (fault: RequestFault): Problem => ({
  kind: 'service',
  endpoint: 'fetch',
  fault,
  attempts: 4,
});

/** Each way for a text from outside into a message. */
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

/** The fields of a model that are not of the scan result. */
const facts: Readonly<Record<string, (text: string) => Partial<ReportModel>>> = {
  target: (target) => ({ target }),
  workflow: (workflow) => ({ run: { ...base.run, workflow } }),
  job: (job) => ({ run: { ...base.run, job } }),
  commit: (sha) => ({ run: { ...base.run, sha } }),
  'scan id': (id) => ({ scan: { ...base.scan, id } }),
  'name of the artifact': (name) => ({
    files: { ...base.files, artifact: { name, url: 'https://github.com/a/b/actions/runs/1/artifacts/2' } },
  }),
  'address of the artifact': (url) => ({ files: { ...base.files, artifact: { name: 'reports', url } } }),
  'name of a report': (fileName) => ({
    files: { ...base.files, pdfs: [{ type: 'ACTION_REPORT', fileName }] },
  }),
  'missing report': (why) => ({ files: { ...base.files, missing: [{ type: 'ACTION_REPORT', why }] } }),
};
const base = model(assess([]));

const cases: readonly (readonly [string, (text: string) => ReportModel])[] = [
  ...Object.entries(problems).flatMap(([name, make]): [string, (text: string) => ReportModel][] => [
    [`${name}, no scan`, (text) => withoutScan(make(text))],
    [`${name}, with findings`, (text) => model(assess([finding('critical')], make(text)))],
  ]),
  ...Object.entries(facts).map(([name, make]): [string, (text: string) => ReportModel] => [
    name,
    (text) => model(assess([]), make(text)),
  ]),
];

function faultsOf(said: Said, plain: { readonly comment: Page; readonly annotations: number }): string[] {
  const errors = parseCommands(said.printed).filter(({ name }) => name === 'error' || name === 'warning');
  return [
    // A name may itself be an address: then it is the one link that is there anyway.
    ...additions(readPage(said.comment), plain.comment),
    ...foreignCommands(said.printed).map((line) => `command: ${line}`),
    ...unseenCharacters([...said.printed, said.reason]).map((line) => `unseen: ${JSON.stringify(line)}`),
    ...(/[\n\r]/.test(said.reason) ? ['the reason has several lines'] : []),
    ...(errors.length === plain.annotations ? [] : [`${errors.length} annotations`]),
  ];
}

let pairs = 0;

test.each(cases)('a message holds nothing of a text but the text: %s', (_name, make) => {
  const words = sayAboutModel(make('harmless words'));
  const annotations = parseCommands(words.printed).length - 1;
  const plain = { comment: readPage(words.comment), annotations };
  const faults: string[] = [];
  for (const { name, text } of hostileTexts) {
    const said = sayAboutModel(make(text));
    for (const fault of faultsOf(said, plain)) faults.push(`${name}: ${fault.slice(0, 300)}`);
    pairs += 1;
  }
  expect(faults).toEqual([]);
});

afterAll(() => {
  process.stderr.write(
    `hostile data: ${hostileTexts.length} texts × ${cases.length} messages = ${pairs} pairs rendered\n`,
  );
});
