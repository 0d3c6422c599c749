import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { renderSarif } from '../../src/report/files/sarif.ts';
import { folderForTests } from '../support/folder-for-tests.ts';
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

interface Complaint {
  readonly ruleId: string;
  readonly message: object;
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
  const output = join(folder, 'out.sarif');
  // Several threads take longer for so few files.
  const how = ['--rule-kind', 'Sarif;Ghas', '--threads', '1', '--output', output, '--log', 'ForceOverwrite'];
  // One of its rules asks the address of the schema. A request may not leave this machine.
  const env = { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
  spawnSync(multitool, ['validate', ...inputs, ...how], { env });
  const [run] = JSON.parse(readFileSync(output, 'utf8')).runs;
  expect(run.invocations[0].executionSuccessful).toBe(true);
  const results: readonly Complaint[] = run.results;
  const complaints: string[][] = files.map(() => []);
  for (const { ruleId, message, locations } of results) {
    const uri = locations?.[0]?.physicalLocation.artifactLocation.uri ?? 'no file';
    const said = complaints[Number.parseInt(basename(uri), 10)];
    if (said === undefined) throw new Error(`The multitool says ${ruleId} of ${uri}.`);
    said.push(`${ruleId}: ${JSON.stringify(message)}`);
  }
  return complaints;
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
};

const render = (given: ModelOptions) => renderSarif(sarifModelOf(given), sarifOptions);
const file = render({ issues });
/** Breaks GitHub's rules, and the schema allows it. */
const breach = file.replace(/"locations":\[\{.*?\}\}\],/g, '');

test('SARIF files keep the schema and, by the multitool on x64, the rules of SARIF and of GitHub', () => {
  const files = [...Object.values(situations).map(render), breach];
  for (const json of files) expect(schemaErrors(JSON.parse(json))).toEqual([]);
  // The multitool is built for this processor only.
  if (process.arch !== 'x64') return;
  const complaints = multitoolComplaints(files);
  const ofBreach = complaints.pop() ?? [];
  for (const said of complaints) expect(said).toEqual([]);
  expect(ofBreach.some((line) => line.startsWith('GH1015: '))).toBe(true);
});
