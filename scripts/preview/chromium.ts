import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The command that starts Chromium: `CHROMIUM`, or the first that is found.
 *
 * @throws {Error} that says how to get it
 */
function findChromium(): string {
  const named = process.env['CHROMIUM'];
  const names = named ? [named] : ['chromium', 'chromium-browser', 'google-chrome'];
  const found = names.find((name) => spawnSync(name, ['--version']).status === 0);
  if (found === undefined) {
    throw new Error(
      `Chromium was not found (${names.join(', ')}). Install it, on Debian by \`apt-get install chromium\`, or set CHROMIUM to its path.`,
    );
  }
  return found;
}

/** Without a window, and without loading anything from the network. */
const headless = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--hide-scrollbars'],
];

/**
 * Opens a page in headless Chromium.
 *
 * @param folder takes the page and the profile
 * @param options further ones of Chromium
 * @returns what it printed
 * @throws {Error} with its messages
 */
export function openInChromium(html: string, folder: string, options: readonly string[]): string {
  const page = join(folder, 'page.html');
  writeFileSync(page, html);
  const all = [...headless, `--user-data-dir=${join(folder, 'profile')}`, ...options];
  const limits = { maxBuffer: 2 ** 28, timeout: 300_000 };
  const run = spawnSync(findChromium(), [...all, pathToFileURL(page).href], { encoding: 'utf8', ...limits });
  if (run.status !== 0) throw new Error(`Chromium failed.\n${run.stderr.slice(-2000)}`);
  return run.stdout;
}
