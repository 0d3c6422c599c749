/**
 * Writes the largest resident set of the process that preloads this module (`NODE_OPTIONS=--import=…`) to the file named
 * by `PEAK_MEMORY_FILE` when it ends: a number of KiB.
 *
 * `maxRSS` of `process.resourceUsage()` includes the memory of the parent process at the start of this one. A test takes a
 * lot, since it holds the large answers. Linux knows the value of this program alone.
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
