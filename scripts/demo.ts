/**
 * Runs the shipped action on this machine as GitHub would on a pull request, with the sandbox as the service, a sample
 * site, and stand-ins for GitHub and its artifact service. Prints the log of the step, and writes what a user would see
 * to `demo-output/`.
 */

import { access, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters, styleText } from 'node:util';
import { startSandbox } from '../sandbox/server.ts';
import { startHardenedSite } from '../sandbox/sites/hardened.ts';
import { startWeakSite } from '../sandbox/sites/weak.ts';
import { startArtifactService } from '../test/support/artifact-service.ts';
import { HEAD_SHA, pullRequest } from '../test/support/events.ts';
import { startGitHub } from '../test/support/github/server.ts';
import { renderMarkdown } from '../test/support/render.ts';
import { type RunResult, runAction } from '../test/support/runner.ts';
import { readSettings, type Settings, UsageError, usage } from './demo-settings.ts';
import { renderPage } from './preview/page.ts';
import { createLogView, type LineKind } from './shown-log.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const outputFolder = resolve('demo-output');
const pullNumber = 7;
/** Slow enough to see the queue and the progress. */
const queueMs = 1_000;
const scanMs = 6_000;

const styles = { heading: 'bold', error: 'red', warning: 'yellow', notice: 'cyan' } as const;

/** False where the output is no terminal, or colours are not wanted. The log of the action always has them. */
const hasColours = styleText('red', 'x') !== 'x';

function print(kind: LineKind, text: string): void {
  const plain = hasColours ? text : stripVTControlCharacters(text);
  console.log(kind === 'plain' ? plain : styleText(styles[kind], text));
}

/** Starts everything, runs the action and writes the files. */
async function demonstrate(settings: Settings): Promise<RunResult> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'scan-gate-demo-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const sandbox = stack.use(await startSandbox({ queueMs, scanMs }));
  const github = stack.use(await startGitHub({ pulls: [{ number: pullNumber, headSha: HEAD_SHA }] }));
  const artifacts = stack.use(await startArtifactService());
  let { url } = settings;
  if (url === null) {
    const start = settings.site === 'weak' ? startWeakSite : startHardenedSite;
    url = stack.use(await start()).url;
  }
  console.log(styleText('dim', `Service ${sandbox.url}, target ${url}, GitHub ${github.url}\n`));
  const view = createLogView();
  const result = await runAction({
    root: folder,
    inputs: {
      'api-key': sandbox.apiKey,
      'base-url': sandbox.url,
      url,
      'wait-for-url': '10s',
      preferences: 'xss: true\nsqli: true',
      'fail-on': settings.failOn,
      language: settings.language,
    },
    event: pullRequest({ number: pullNumber }),
    github,
    artifacts,
    onLine: (line) => {
      for (const shown of view(line)) print(shown.kind, shown.text);
    },
  });
  await writeOutput(result, [...github.state.comments.values()][0]?.body ?? null);
  return result;
}

/** Replaces the contents of the output folder with the files of the run. */
async function writeOutput({ outputs, summary }: RunResult, comment: string | null): Promise<void> {
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder, { recursive: true });
  const source = join(outputs['result-path'] ?? '', '..');
  if (outputs['result-path'] !== undefined && outputs['result-path'] !== '') {
    for (const name of await readdir(source)) await copyFile(join(source, name), join(outputFolder, name));
  }
  const pages = [
    {
      name: 'comment',
      as: 'comment',
      heading: 'Conversation',
      title: `A change #${pullNumber}`,
      markdown: comment,
    },
    { name: 'summary', as: 'summary', heading: 'scan summary', title: 'CI', markdown: summary },
  ] as const;
  for (const { name, as, heading, title, markdown } of pages) {
    if (markdown === null || markdown === '') continue;
    const section = { as, heading, html: renderMarkdown(markdown) };
    await writeFile(
      join(outputFolder, `${name}.html`),
      renderPage({ title, theme: 'light', sections: [section] }),
    );
  }
}

const descriptions = new Map([
  ['comment.html', 'the comment on the pull request'],
  ['summary.html', 'the job summary'],
  ['report.md', 'the comment as Markdown'],
  ['result.json', 'the result for programs'],
  ['result.sarif', 'the result for code scanning'],
  ['evidence.json', 'what the run proves, for actions/attest'],
]);

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
  for (const name of names) {
    console.log(`  ${name.padEnd(width)}  ${descriptions.get(name) ?? 'a report of the service'}`);
  }
  console.log(`\nStart with ${pathToFileURL(join(outputFolder, 'comment.html'))}`);
}

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2));
  if (settings === null) {
    process.stdout.write(usage);
    return;
  }
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
  await main();
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(
    isUsage ? `${error.message}\n\n${usage}` : `${error instanceof Error ? error.stack : error}\n`,
  );
  process.exitCode = isUsage ? 2 : 1;
}
