/**
 * The steps around the scans in scan.yml. It is an action, so that it runs on the runner's own Node.js, which runs
 * TypeScript as it is: a runner needs neither `jq` nor Node.js. It uses no package, since none is installed there.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countsOf, formatLeg, isVerdict, jobIdOf, readLeg } from './leg.ts';
import { parseList } from './list.ts';
import { formatSummary, sumUp } from './sum-up.ts';

function variable(name: string): string {
  return process.env[name] ?? '';
}

function input(name: string): string {
  return variable(`INPUT_${name.toUpperCase()}`);
}

/** None of the values has more than one line. */
function setOutput(name: string, value: string): void {
  appendFileSync(variable('GITHUB_OUTPUT'), `${name}=${value}\n`);
}

function annotate(kind: 'error' | 'warning', message: string): void {
  const escaped = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  console.log(`::${kind}::${escaped}`);
}

function attempt(): number {
  return Number(variable('GITHUB_RUN_ATTEMPT'));
}

/** The client of GitHub's artifact actions refuses every other server. */
function hasArtifacts(): boolean {
  const host = URL.parse(variable('GITHUB_SERVER_URL'))?.hostname ?? '';
  return host === 'github.com' || host.endsWith('.ghe.com');
}

const withoutArtifacts =
  'is not possible on this server: it has no artifacts for this workflow, so the last job cannot see the verdict of a green job. Give `on-inconclusive: fail`, or use a matrix of your own as in examples/matrix.yml.';

function readList(): void {
  const urls = parseList(input('urls'));
  if (!hasArtifacts() && input('on-inconclusive').trim() === 'warn')
    throw new Error(`\`on-inconclusive: warn\` ${withoutArtifacts}`);
  console.log(`${urls.length} targets`);
  setOutput('urls', JSON.stringify(urls));
  setOutput('key', randomBytes(6).toString('hex'));
  setOutput('artifacts', String(hasArtifacts()));
}

function noteLeg(): void {
  const verdict = input('verdict');
  const stepFailed = input('outcome') !== 'success';
  if (!isVerdict(verdict)) {
    if (stepFailed) return;
    throw new Error('The scan ended without a verdict.');
  }
  if (input('artifacts') !== 'true') {
    if (stepFailed || verdict === 'pass') return;
    throw new Error(
      `The verdict is \`${verdict}\`, and the policy file asks only for a warning. That ${withoutArtifacts}`,
    );
  }
  const index = parseList(input('urls')).indexOf(input('url'));
  if (index < 0) throw new Error('The target of this job is not in the list.');
  const leg = { index, attempt: attempt(), verdict, stepFailed };
  const path = join(variable('RUNNER_TEMP'), 'scan-gate-verdict.json');
  writeFileSync(path, formatLeg({ ...leg, job: jobIdOf(input('job')), counts: countsOf(input) }));
  setOutput('name', `scan-gate-verdict-${input('key')}-${index}-${attempt()}`);
  setOutput('path', path);
}

/** What is not there or cannot be read is a missing verdict. */
function readLegs(folder: string) {
  // Without any artifact there is no folder either.
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => readLeg(readFileSync(join(entry.parentPath, entry.name), 'utf8')) ?? []);
}

function giveVerdict(): void {
  const run = `${variable('GITHUB_REPOSITORY')}/actions/runs/${variable('GITHUB_RUN_ID')}`;
  const sum = sumUp({
    urls: parseList(input('urls')),
    legs: input('artifacts') === 'true' ? readLegs(input('folder')) : undefined,
    attempt: attempt(),
    scanResult: input('scan-result'),
    runUrl: `${variable('GITHUB_SERVER_URL')}/${run}`,
  });
  setOutput('verdict', sum.verdict);
  setOutput('targets', JSON.stringify(sum.rows));
  appendFileSync(variable('GITHUB_STEP_SUMMARY'), formatSummary(sum));
  if (sum.verdict === 'pass') console.log(sum.sentence);
  else annotate(sum.isGreen ? 'warning' : 'error', sum.sentence);
  process.exitCode = sum.isGreen ? 0 : 1;
}

const steps = new Map([
  ['list', readList],
  ['leg', noteLeg],
  ['verdict', giveVerdict],
]);

try {
  const step = steps.get(input('step'));
  if (step === undefined) throw new Error('`step` is `list`, `leg` or `verdict`.');
  step();
} catch (error) {
  annotate('error', error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
