/**
 * Writes the largest resident set of the process that preloads this module (`NODE_OPTIONS=--import=…`) to the file named
 * by `PEAK_MEMORY_FILE` when it ends: a number of KiB.
 */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['PEAK_MEMORY_FILE'];
  if (file !== undefined) writeFileSync(file, String(process.resourceUsage().maxRSS));
});
