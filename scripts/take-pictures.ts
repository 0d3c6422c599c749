/**
 * Takes the pictures of `docs/images/` in headless Chromium: from the pages of the preview the comment in light, in
 * dark, on a phone and while a scan runs, and the summary; from a run of the demo its log in a terminal, and the PDF
 * report. `npm run pictures`, after `npm run build`. `CHROMIUM` names a Chromium that is not in the path.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openInChromium } from './preview/chromium.ts';
import { renderPage, sectionsOf } from './preview/page.ts';
import { pdfPage } from './preview/pdf-page.ts';
import { situations } from './preview/situations.ts';
import { terminalPage } from './preview/terminal-page.ts';

const failed = 'Failed: three blocking findings, as in the README';
const scheduled = 'The job summary of a scheduled run, with trend';
/** `of`: heading of the situation. Sizes are in pixels. */
const fromPreview = [
  { file: 'comment-light.png', of: failed, theme: 'light', width: 900, height: 690 },
  { file: 'comment-dark.png', of: failed, theme: 'dark', width: 900, height: 690 },
  { file: 'comment-phone.png', of: failed, theme: 'light', width: 500, height: 900 },
  { file: 'comment-running.png', of: 'While it runs', theme: 'light', width: 900, height: 420 },
  { file: 'summary.png', of: scheduled, theme: 'light', width: 900, height: 900 },
] as const;

/** The page alone, without headings of the preview. */
const bare = '.page-title, .section-heading { display: none !important } body { margin: 0 }';

async function previewPictures() {
  const all = situations();
  return Promise.all(
    fromPreview.map(async ({ of, theme, ...picture }) => {
      const sections = await sectionsOf(all.filter(({ heading }) => heading === of));
      if (sections.length !== 1) throw new Error(`There is no situation “${of}”.`);
      // GitHub writes the name of the job over its summary.
      const named = sections.map((section) => ({ ...section, heading: 'scan summary' }));
      const html = renderPage({ title: of, sections: named, theme }).replace('</style>', `${bare}\n</style>`);
      return { ...picture, html, options: [] };
    }),
  );
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

function demoPictures() {
  const run = spawnSync(process.execPath, ['scripts/demo.ts'], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1' },
    timeout: 120_000,
  });
  if (run.status !== 0) throw new Error(`The demo failed.\n${run.stderr.slice(-2000)}`);
  const report = readdirSync('demo-output').find((name) => name.endsWith('.pdf'));
  if (report === undefined) throw new Error('The demo made no PDF.');
  const log = terminalPage('npm run demo', logOf(run.stdout));
  const pdf = readFileSync(join('demo-output', report));
  // The page imports a file, and draws for a while.
  const options = ['--allow-file-access-from-files', '--virtual-time-budget=20000'];
  return [
    { file: 'log.png', width: 960, height: 940, html: log, options: [] },
    { file: 'report-pdf.png', width: 1250, height: 882, html: pdfPage(pdf), options },
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'scan-gate-pictures-'));
mkdirSync('docs/images', { recursive: true });
try {
  for (const { file, html, width, height, options } of [...(await previewPictures()), ...demoPictures()]) {
    const size = `--window-size=${width},${height}`;
    openInChromium(html, folder, [size, `--screenshot=${resolve('docs/images', file)}`, ...options]);
    process.stdout.write(`docs/images/${file}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
