/**
 * Writes the processor time of the process that preloads this module (`NODE_OPTIONS=--import=…`) to the file named by
 * `PROCESSOR_TIME_FILE` when it ends: a number of milliseconds.
 */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const file = process.env['PROCESSOR_TIME_FILE'];
  const { user, system } = process.cpuUsage();
  if (file !== undefined) writeFileSync(file, String((user + system) / 1000));
});
