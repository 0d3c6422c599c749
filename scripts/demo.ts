/**
 * Runs the shipped action on this machine as GitHub would on a pull request, with the sandbox as the service, a sample
 * site, and stand-ins for GitHub and its artifact service. Prints the log of the step, and writes what a user would see
 * to `demo-output/`.
 */

import { access, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, styleText } from 'node:util';
import { parseTarget } from '../sandbox/scan/target.ts';
import { startSandbox } from '../sandbox/server.ts';
import { startHardenedSite } from '../sandbox/sites/hardened.ts';
import { startWeakSite } from '../sandbox/sites/weak.ts';
import { startArtifactService } from '../test/support/artifact-service.ts';
import { Masks, parseCommand } from '../test/support/commands.ts';
import { HEAD_SHA, pullRequest } from '../test/support/events.ts';
import { startGitHub } from '../test/support/github/server.ts';
import { renderMarkdown } from '../test/support/render.ts';
import { type RunResult, runAction } from '../test/support/runner.ts';
import { renderPage } from './preview/page.ts';

const usage = `Usage: npm run demo -- [options]

Runs the action on this machine as GitHub would on a pull request, and writes what a user would see to demo-output/.

  --site weak|hardened  sample site to scan (default weak)
  --url URL             scan this site instead; it has to be on this machine
  --fail-on LEVEL       critical, high, medium, low, warning, never (default high)
  --language en|pt      language of all texts (default en)
  --help                print this text
`;

const root = fileURLToPath(new URL('..', import.meta.url));
const outputFolder = resolve('demo-output');
const pullNumber = 7;
/** Slow enough to see the queue and the progress. */
const times = { queueMs: 1_000, scanMs: 6_000 };
const descriptions = new Map([
  ['comment.html', 'the comment on the pull request'],
  ['summary.html', 'the job summary'],
  ['comment.md', 'the comment as Markdown'],
  ['result.json', 'the result for programs'],
  ['result.sarif', 'the result for code scanning'],
]);

interface Settings {
  readonly url: string | undefined;
  readonly site: string;
  readonly 'fail-on': string;
  readonly language: string;
  readonly help: boolean;
}

/** @throws {Error} for a wrong option: the action names wrong values of its inputs itself */
function readSettings(args: readonly string[]): Settings {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      site: { type: 'string', default: 'weak' },
      'fail-on': { type: 'string', default: 'high' },
      language: { type: 'string', default: 'en' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.site !== 'weak' && values.site !== 'hardened')
    throw new Error(`--site is "${values.site}", expected weak or hardened.`);
  // Refuses a foreign site here: the action requests the site before the sandbox does.
  if (values.url !== undefined) parseTarget(values.url);
  return { url: undefined, ...values };
}

/** Prints lines of the step as GitHub shows them: groups as titles, annotations as words, secrets masked. */
function createPrinter(): (line: string) => void {
  const masks = new Masks();
  const styles = { group: 'bold', error: 'red', warning: 'yellow', notice: 'cyan' } as const;
  const titles = { group: '▼ ', error: 'Error: ', warning: 'Warning: ', notice: 'Notice: ' } as const;
  let margin = '';
  return (line) => {
    const command = parseCommand(line);
    if (command === undefined) return console.log(margin + masks.hide(line));
    const { name, message } = command;
    if (name === 'add-mask') masks.add(message);
    if (name === 'endgroup') margin = '';
    if (name === 'group' || name === 'error' || name === 'warning' || name === 'notice')
      console.log(margin + styleText(styles[name], titles[name] + masks.hide(message)));
    if (name === 'group') margin = '  ';
  };
}

/** Starts everything, runs the action and writes the files. */
async function demonstrate(settings: Settings): Promise<RunResult> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'scan-gate-demo-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const sandbox = stack.use(await startSandbox(times));
  const github = stack.use(await startGitHub({ pulls: [{ number: pullNumber, headSha: HEAD_SHA }] }));
  const artifacts = stack.use(await startArtifactService());
  const start = settings.site === 'weak' ? startWeakSite : startHardenedSite;
  const url = settings.url ?? stack.use(await start()).url;
  console.log(styleText('dim', `Service ${sandbox.url}, target ${url}, GitHub ${github.url}\n`));
  const result = await runAction({
    root: folder,
    inputs: {
      'api-key': sandbox.apiKey,
      'base-url': sandbox.url,
      url,
      'wait-for-url': '10s',
      preferences: 'xss: true\nsqli: true',
      'fail-on': settings['fail-on'],
      language: settings.language,
    },
    event: pullRequest({ number: pullNumber }),
    github,
    artifacts,
    onLine: createPrinter(),
  });
  await writeOutput(result, [...github.state.comments.values()][0]?.body ?? '');
  return result;
}

/** Replaces the contents of the output folder with the files of the run. */
async function writeOutput({ outputs, summary }: RunResult, comment: string): Promise<void> {
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder, { recursive: true });
  const resultPath = outputs['result-path'] ?? '';
  const names = resultPath === '' ? [] : await readdir(dirname(resultPath));
  for (const name of names) await copyFile(join(dirname(resultPath), name), join(outputFolder, name));
  const pages = [
    { as: 'comment', heading: 'Conversation', title: `A change #${pullNumber}`, markdown: comment },
    { as: 'summary', heading: 'scan-gate summary', title: 'Security', markdown: summary },
  ] as const;
  for (const { as, heading, title, markdown } of pages) {
    if (markdown === '') continue;
    const sections = [{ as, heading, html: renderMarkdown(markdown) }];
    await writeFile(join(outputFolder, `${as}.html`), renderPage({ title, theme: 'light', sections }));
  }
}

async function conclude({ exitCode, outputs }: RunResult): Promise<void> {
  const verdict = outputs['verdict'] ?? '';
  const colour = verdict === 'pass' ? 'green' : verdict === 'fail' ? 'red' : 'yellow';
  console.log(
    `\nVerdict: ${styleText(['bold', colour], verdict)} (the step ends with exit code ${exitCode})`,
  );
  console.log(`Why:     ${outputs['reason']}`);
  console.log(`\nWhat a user would see is in ${relative(process.cwd(), outputFolder)}/:`);
  const names = (await readdir(outputFolder)).toSorted();
  const width = Math.max(0, ...names.map((name) => name.length));
  for (const name of names)
    console.log(`  ${name.padEnd(width)}  ${descriptions.get(name) ?? 'a report of the service'}`);
  console.log(`\nStart with ${pathToFileURL(join(outputFolder, 'comment.html'))}`);
}

async function main(settings: Settings): Promise<void> {
  await access(join(root, 'dist', 'index.js')).catch((cause: unknown) => {
    throw new Error('There is no dist/index.js to run. Build it with: npm run build', { cause });
  });
  // Ctrl-C also reaches the action. The first one cancels it, and it still reports.
  process.once('SIGINT', () => {});
  const result = await demonstrate(settings);
  if (result.outputs['verdict'] === undefined) throw new Error('The action ended without a verdict.');
  await conclude(result);
}

try {
  const settings = readSettings(process.argv.slice(2));
  if (settings.help) process.stdout.write(usage);
  else await main(settings);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
