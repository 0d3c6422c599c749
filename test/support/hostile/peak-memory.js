/**
 * Writes the largest resident set of the process that preloads this module (`NODE_OPTIONS=--import=…`) to the file named
 * by `PEAK_MEMORY_FILE` when it ends: a number of KiB.
 *
 * `maxRSS` of `process.resourceUsage()` begins at what the process that started this one took at that moment, and a test
 * takes much, as it holds the large answers. Linux tells what this program alone took.
 */
import { readFileSync, writeFileSync } from 'node:fs';

function peakKiB() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes);
}

process.on('exit', () => {
  const file = process.env['PEAK_MEMORY_FILE'];
  if (file !== undefined) writeFileSync(file, String(peakKiB()));
});
