import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { renderSarif } from '../../src/report/files/sarif.ts';
import { folderForTests } from '../support/folder-for-tests.ts';
import { resultWith, square } from '../support/hostile/result.ts';
import { baselineOf, ignoring } from '../unit/gate/judgements.ts';
import {
  header,
  injection,
  type ModelOptions,
  sarifModelOf,
  sarifOptions,
  schemaErrors,
} from '../unit/report/files/sarif-files.ts';

const folder = folderForTests();
const multitool: string = createRequire(import.meta.url)('@microsoft/sarif-multitool');

/** The multitool is built for this processor only. */
const hasMultitool = process.arch === 'x64';

interface MultitoolResult {
  readonly ruleId: string;
  readonly level?: string;
  readonly message: { readonly text?: string; readonly id?: string; readonly arguments?: readonly string[] };
  readonly locations?: readonly { readonly physicalLocation: { artifactLocation: { uri: string } } }[];
}

/**
 * Errors and warnings of the multitool for each of `files`, by its rules for SARIF and for GitHub. It takes longer to start
 * than to read, so it gets all files at once. It always exits 0, so its output is read, which is SARIF too.
 */
function multitoolComplaints(files: readonly string[]): string[][] {
  const inputs = files.map((json, index) => {
    const path = join(folder, `${index}.sarif`);
    writeFileSync(path, json);
    return path;
  });
  const results = runMultitool(inputs, join(folder, 'out.sarif'));
  const complaints: string[][] = files.map(() => []);
  for (const { ruleId, level = 'warning', message, locations } of results) {
    const uri = locations?.[0]?.physicalLocation.artifactLocation.uri ?? 'no file';
    const said = complaints[Number.parseInt(basename(uri), 10)];
    if (said === undefined) throw new Error(`The multitool says ${ruleId} of ${uri}.`);
    const text = message.text ?? [message.id, ...(message.arguments ?? [])].join(' | ');
    said.push(`${ruleId} ${level}: ${text}`);
  }
  return complaints;
}

function runMultitool(inputs: readonly string[], output: string): MultitoolResult[] {
  // Several threads take longer for so few files.
  const how = ['--rule-kind', 'Sarif;Ghas', '--threads', '1'];
  const options = [...how, '--output', output, '--log', 'ForceOverwrite'];
  // One of its rules asks the address of the schema. A request may not leave this machine.
  const env = { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
  const { error } = spawnSync(multitool, ['validate', ...inputs, ...options], { env });
  if (error !== undefined) throw error;
  const report: {
    runs: { results: MultitoolResult[]; invocations?: { executionSuccessful: boolean }[] }[];
  } = JSON.parse(readFileSync(output, 'utf8'));
  const run = report.runs[0];
  if (run === undefined || run.invocations?.[0]?.executionSuccessful !== true)
    throw new Error('The multitool did not finish.');
  return run.results;
}

const issues = [
  injection,
  header,
  header,
  { name: 'The domain has no DMARC record', severity: 'warning', cvss: { score: 0 } },
  { severity: 'high', raw: { urls: ['/a', '/b'] } },
];
const mail = { name: 'The domain*', reason: 'No mail is sent', expires: '2027-01-31', owner: 'mail' };
const policy = { ignore: [ignoring({ ...mail, line: 3 })] };

const situations: Readonly<Record<string, ModelOptions>> = {
  'nothing found': { issues: [] },
  'findings, ignored ones and a baseline': { issues, policy, judging: { baseline: baselineOf([header]) } },
  'in Portuguese, of an attached scan': { issues, policy, target: null, language: 'pt' },
  'hostile texts': { issues: [], result: resultWith(square(3, 40), { rows: 40 }) },
};

function render(given: ModelOptions): string {
  return renderSarif(sarifModelOf(given), sarifOptions);
}

const names = Object.keys(situations);
const file = render({ issues });
/** A breach of GitHub's rules that the schema allows. */
const breach = file.replace(/"locations":\[\{.*?\}\}\],/g, '');
const files = [...Object.values(situations).map(render), breach];

/** What is wrong with each file: by the schema and, on x64, by the multitool. */
let complaints: readonly (readonly string[])[] = [];
beforeAll(() => {
  const byMultitool = hasMultitool ? multitoolComplaints(files) : files.map(() => []);
  complaints = files.map((json, index) => [...schemaErrors(JSON.parse(json)), ...(byMultitool[index] ?? [])]);
});

describe('SARIF files, by the rules of SARIF and of GitHub', () => {
  test.each([...names.entries()].map(([index, name]) => [name, index] as const))(
    'keeps the rules: %s',
    (_, index) => {
      expect(complaints[index]).toEqual([]);
    },
  );

  test.each([
    ['a level that does not exist', file.replace('"level":"error"', '"level":"fatal"')],
    ['a line 0', file.replace('"startLine":1', '"startLine":0')],
    ['no message', file.replace(/"message":\{"text":"[^"]*"\},"locations"/, '"locations"')],
  ])('a mistake would be found by the schema: %s', (_, json) => {
    expect(json).not.toBe(file);
    expect(schemaErrors(JSON.parse(json))).not.toEqual([]);
  });

  test("a breach of GitHub's rules that the schema allows would be found if the multitool runs", () => {
    expect(breach).not.toBe(file);
    expect(schemaErrors(JSON.parse(breach))).toEqual([]);
    const said = complaints[files.indexOf(breach)] ?? [];
    expect(said.some((line) => line.startsWith('GH1015 error'))).toBe(hasMultitool);
  });
});
