/**
 * The steps around the scans in scan.yml. It is an action, so that it runs on the runner's own Node.js, which runs
 * TypeScript as it is: a runner needs neither `jq` nor Node.js. It uses no package, since none is installed there.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withRetries } from '../../../src/github/with-retries.ts';
import { commitStatusName } from '../../../src/inputs/run-names.ts';
import { setStatus } from '../../../src/publish/set-commit-status.ts';
import { plainText } from '../../../src/report/plain-text.ts';
import type { CommitStatusText } from '../../../src/report/sentences/commit-status-text.ts';
import { systemClock } from '../../../src/runner/clock.ts';
import { countsOf, formatLeg, isOutcome, jobIdOf, readLeg } from './leg.ts';
import { parseList } from './list.ts';
import { gitHubApi, statusPlace, statusText } from './status.ts';
import { formatSummary, type Sum, sumUp } from './sum-up.ts';

/** Longest time to set the status, in milliseconds. */
const statusLimitMs = 180_000;
/** GitHub's limit. */
const maxDescriptionLength = 140;

function variable(name: string): string {
  return process.env[name] ?? '';
}

function input(name: string): string {
  return variable(`INPUT_${name.toUpperCase()}`).trim();
}

/** None of the values has more than one line. */
function setOutput(name: string, value: string): void {
  appendFileSync(variable('GITHUB_OUTPUT'), `${name}=${value}\n`);
}

/** Annotations and log are plain text, in which a backtick would stay. */
function withoutBackticks(text: string): string {
  return text.replaceAll('`', '');
}

function annotate(kind: 'error' | 'warning' | 'notice', message: string): void {
  const escaped = withoutBackticks(message)
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
  console.log(`::${kind}::${escaped}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isDry(): boolean {
  return input('dry-run') === 'true';
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
  'is not possible on this server: it has no artifacts for this workflow, so the last job cannot see the verdict of a green job. Give `fail`, or use a matrix of your own as in examples/matrix.yml.';

/** Inputs of scan.yml that can make a job green whose target did not pass. */
const lenient = ['on-fail', 'on-inconclusive'];

function readList(): void {
  const urls = parseList(input('urls'));
  const warning = lenient.find((name) => input(name) === 'warn');
  if (!hasArtifacts() && warning !== undefined) throw new Error(`\`${warning}: warn\` ${withoutArtifacts}`);
  const name = input('commit-status');
  if (name !== '' && !commitStatusName.pattern.test(name))
    throw new Error(`\`commit-status\` is wrong, expected ${commitStatusName.expected}.`);
  console.log(`${urls.length} targets`);
  setOutput('urls', JSON.stringify(urls));
  setOutput('key', randomBytes(6).toString('hex'));
  setOutput('artifacts', String(hasArtifacts()));
}

function noteLeg(): void {
  const verdict = input('verdict');
  const stepFailed = input('outcome') !== 'success';
  if (!isOutcome(verdict)) {
    if (stepFailed) return;
    throw new Error('The scan ended without a verdict.');
  }
  if (input('artifacts') !== 'true') {
    if (stepFailed || verdict === 'pass' || isDry()) return;
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

/** @throws {Error} if there is nothing to sum up */
function sumOfAll(): Sum {
  const listed = input('list-result');
  if (listed !== 'success')
    throw new Error(
      `Nothing was scanned: the list of targets was not read (${listed}). The job \`targets\` says why.`,
    );
  const run = `${variable('GITHUB_REPOSITORY')}/actions/runs/${variable('GITHUB_RUN_ID')}`;
  return sumUp({
    urls: parseList(input('urls')),
    legs: input('artifacts') === 'true' ? readLegs(input('folder')) : undefined,
    attempt: attempt(),
    scanResult: input('scan-result'),
    runUrl: `${variable('GITHUB_SERVER_URL')}/${run}`,
    isDry: isDry(),
  });
}

async function giveVerdict(): Promise<void> {
  try {
    const sum = sumOfAll();
    setOutput('verdict', sum.verdict);
    setOutput('targets', JSON.stringify(sum.rows));
    appendFileSync(variable('GITHUB_STEP_SUMMARY'), formatSummary(sum));
    const warning = sum.isDry ? 'notice' : 'warning';
    if (sum.verdict === 'pass') console.log(withoutBackticks(sum.sentence));
    else annotate(sum.isGreen ? warning : 'error', sum.sentence);
    process.exitCode = sum.isGreen ? 0 : 1;
    await publishStatus(statusText(sum));
  } catch (error) {
    await publishStatus({ state: 'error', description: messageOf(error) });
    throw error;
  }
}

/** Sets the commit status, if one is wanted. A failure is a warning. */
async function publishStatus({ state, description }: CommitStatusText): Promise<void> {
  const name = input('commit-status');
  if (!commitStatusName.pattern.test(name) || isDry()) return;
  try {
    const place = statusPlace(
      name,
      process.env,
      JSON.parse(readFileSync(variable('GITHUB_EVENT_PATH'), 'utf8')),
    );
    if (typeof place === 'string') return annotate('notice', `There is no commit status, because ${place}.`);
    const api = gitHubApi({
      token: input('github-token'),
      apiUrl: variable('GITHUB_API_URL'),
      graphqlUrl: variable('GITHUB_GRAPHQL_URL'),
    });
    const shown = plainText(withoutBackticks(description), maxDescriptionLength);
    const request = { ...place, state, description: shown, last: null };
    const signal = AbortSignal.timeout(statusLimitMs);
    const result = await withRetries((isRepeated) => setStatus(api, { ...request, isRepeated }), {
      clock: systemClock,
      log: console,
      signal,
    });
    if (result.kind === 'newer-run')
      annotate('notice', `The commit status is left as a newer run set it: ${result.url}`);
    else if (result.isShared)
      annotate(
        'warning',
        'Another job of this run sets the same commit status, so it is error. Give each call its own `commit-status`.',
      );
  } catch (error) {
    annotate('warning', `The commit status was not set: ${messageOf(error)}`);
  }
}

const steps = new Map<string, () => void | Promise<void>>([
  ['list', readList],
  ['leg', noteLeg],
  ['verdict', giveVerdict],
]);

try {
  const step = steps.get(input('step'));
  if (step === undefined) throw new Error('`step` is `list`, `leg` or `verdict`.');
  await step();
} catch (error) {
  annotate('error', messageOf(error));
  process.exitCode = 1;
}
