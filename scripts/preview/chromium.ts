import { spawnSync } from 'node:child_process';

/**
 * The command that starts Chromium: `CHROMIUM`, or the first that is found.
 *
 * @throws {Error} that says how to get it
 */
export function findChromium(): string {
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

/** Options for a run without a window. It loads nothing from the network. */
export const headless = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--hide-scrollbars'],
];
