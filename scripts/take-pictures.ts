/**
 * Takes the pictures of `docs/images/` from the pages of the preview, in headless Chromium: the comment in light, in dark, on a
 * phone and while a scan runs, and the summary. `npm run pictures`. `CHROMIUM` names a Chromium that is not in the path.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium, headless } from './preview/chromium.ts';
import { renderPage, sectionsOf } from './preview/page.ts';
import { situations } from './preview/situations.ts';

interface Picture {
  readonly file: string;
  /** Heading of the situation. */
  readonly of: string;
  readonly theme: 'light' | 'dark';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

const failed = 'Failed: three blocking findings, as in the README';
const pictures: readonly Picture[] = [
  { file: 'comment-light.png', of: failed, theme: 'light', width: 900, height: 690 },
  { file: 'comment-dark.png', of: failed, theme: 'dark', width: 900, height: 690 },
  { file: 'comment-phone.png', of: failed, theme: 'light', width: 500, height: 900 },
  { file: 'comment-running.png', of: 'While it runs', theme: 'light', width: 900, height: 420 },
  {
    file: 'summary.png',
    of: 'The job summary of a scheduled run, with trend',
    theme: 'light',
    width: 900,
    height: 900,
  },
];

/** The page alone, without headings of the preview. */
const bare = '.page-title, .section-heading { display: none !important } body { margin: 0 }';

const all = await situations();
const folder = mkdtempSync(join(tmpdir(), 'scan-gate-pictures-'));
mkdirSync('docs/images', { recursive: true });
try {
  for (const { file, of, theme, width, height } of pictures) {
    const sections = await sectionsOf(all.filter(({ heading }) => heading === of));
    if (sections.length !== 1) throw new Error(`There is no situation “${of}”.`);
    const page = join(folder, `${file}.html`);
    const html = renderPage({ title: of, sections, theme }).replace('</style>', `${bare}\n</style>`);
    writeFileSync(page, html);
    const out = resolve('docs/images', file);
    const options = [
      `--window-size=${width},${height}`,
      `--screenshot=${out}`,
      `--user-data-dir=${folder}/profile`,
    ];
    const run = spawnSync(findChromium(), [...headless, ...options, pathToFileURL(page).href], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    if (run.status !== 0) throw new Error(`Chromium took no picture ${file}.\n${run.stderr.slice(-2000)}`);
    process.stdout.write(`docs/images/${file}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
