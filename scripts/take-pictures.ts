/**
 * Takes the pictures of `docs/images/`: from the preview the comment in light, in dark and on a phone, and the summary;
 * from a run of the demo its log in a terminal, and the PDF report. `npm run pictures`, after `npm run build`. It needs
 * Chromium, which `CHROMIUM` names if it is not in the path, and `pdftoppm`.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { renderMarkdown } from '../test/support/render.ts';
import { renderPage } from './preview/page.ts';
import { pictured, situations } from './preview/situations.ts';
import { terminalPage } from './preview/terminal-page.ts';

/** `of`: heading of the situation. Sizes are in pixels. */
const fromPreview = [
  { file: 'comment-light', of: pictured.comment, theme: 'light', width: 900, height: 730 },
  { file: 'comment-dark', of: pictured.comment, theme: 'dark', width: 900, height: 730 },
  { file: 'comment-phone', of: pictured.comment, theme: 'light', width: 500, height: 815 },
  { file: 'summary', of: pictured.summary, theme: 'light', width: 900, height: 720 },
] as const;
/** The page alone, without headings of the preview. */
const bare = '.page-title, .section-heading { display: none !important } body { margin: 0 }';

function previewPage({ of, theme }: (typeof fromPreview)[number]): string {
  const shown = situations().filter(({ heading }) => heading === of);
  const sections = shown.map(({ as, markdown }) => ({
    as,
    // GitHub writes the name of the job over its summary.
    heading: 'scan-gate summary',
    html: renderMarkdown(markdown),
  }));
  return renderPage({ title: of, sections, theme }).replace('</style>', `${bare}\n</style>`);
}

/** @returns what the command printed. @throws {Error} with its messages */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const limits = { maxBuffer: 2 ** 28, timeout: 300_000 };
  const options = { encoding: 'utf8', env: { ...process.env, ...env }, ...limits } as const;
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (status !== 0) throw new Error(`${command} failed. ${error?.message ?? stderr.slice(-2000)}`);
  return stdout;
}

interface Picture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/** Draws a page without a window, and without loading anything from the network. */
function draw(html: string, { file, width, height }: Picture, folder: string): void {
  const page = join(folder, 'page.html');
  writeFileSync(page, html);
  run(process.env['CHROMIUM'] ?? 'chromium', [
    ...[
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--hide-scrollbars',
    ],
    `--user-data-dir=${join(folder, 'profile')}`,
    `--window-size=${width},${height}`,
    `--screenshot=${resolve('docs/images', `${file}.png`)}`,
    pathToFileURL(page).href,
  ]);
}

/** The log of the action in the output of the demo, its one group closed, as GitHub shows it at first. */
function logOf(output: string): string[] {
  const [log = ''] = output.split('\n\nVerdict: ');
  const lines = log.split('\n').slice(2);
  const start = lines.findIndex((line) => line.includes('▼'));
  const rest = lines.slice(start + 1);
  const group = lines[start]?.replace('▼', '▶') ?? '';
  return [...lines.slice(0, start), group, ...rest.slice(rest.findIndex((line) => !line.startsWith('  ')))];
}

const folder = mkdtempSync(join(tmpdir(), 'scan-gate-pictures-'));
try {
  for (const picture of fromPreview) draw(previewPage(picture), picture, folder);
  const log = logOf(run(process.execPath, ['scripts/demo.ts'], { FORCE_COLOR: '1' }));
  draw(terminalPage('npm run demo', log), { file: 'log', width: 960, height: 770 }, folder);
  const report = readdirSync('demo-output').find((name) => name.endsWith('.pdf')) ?? '';
  run('pdftoppm', ['-png', '-singlefile', '-r', '90', join('demo-output', report), 'docs/images/report-pdf']);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
