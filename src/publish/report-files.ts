import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of its own under `RUNNER_TEMP` for the files of one step. */
export function createReportFolder(tempFolder: string): string {
  return mkdtempSync(join(tempFolder, 'scan-gate-'));
}

/** Writes `text` as `name` in `folder`. @returns the path */
export function writeReportFile(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

/**
 * The name of a PDF report: target, type and date, in characters that every file system and artifact takes.
 *
 * @param target as shown to people, or `null`
 * @param date in milliseconds since the Unix epoch
 */
export function pdfFileName(target: string | null, type: string, date: number): string {
  const host = (target ?? 'scan')
    .replace(/^https?:\/\//, '')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80);
  return `${host || 'scan'}-${type}-${new Date(date).toISOString().slice(0, 10)}.pdf`;
}
