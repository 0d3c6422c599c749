import { closeSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A folder of its own for the files of one step, in the first of `parents` that takes one.
 *
 * @throws Error with the cause for each of them, when none does
 */
export function createReportFolder(parents: readonly string[]): string {
  const causes: string[] = [];
  for (const parent of new Set(parents)) {
    try {
      mkdirSync(parent, { recursive: true });
      return mkdtempSync(join(parent, 'scan-gate-'));
    } catch (error) {
      causes.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(causes.join('; '));
}

/** Writes `text` as `name` in `folder`. @returns the path */
export function writeReportFile(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

/** Pieces are written together up to this length: a call of the system for each would take longer than the writing. */
const writtenAtOnce = 1024 * 1024;

/** Writes `pieces`, one after the other, as `name` in `folder`; the whole is never in memory. @returns the path */
export function writeReportPieces(
  folder: string,
  name: string,
  pieces: Iterable<string | Uint8Array>,
): string {
  const path = join(folder, name);
  const file = openSync(path, 'w', 0o600);
  try {
    let waiting: string[] = [];
    let length = 0;
    const write = () => {
      writeFileSync(file, waiting.join(''));
      waiting = [];
      length = 0;
    };
    for (const piece of pieces) {
      if (typeof piece === 'string') {
        length += piece.length;
        waiting.push(piece);
        if (length >= writtenAtOnce) write();
      } else {
        write();
        writeFileSync(file, piece);
      }
    }
    write();
  } finally {
    closeSync(file);
  }
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
