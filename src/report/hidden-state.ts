/**
 * The hidden first line of a comment or a tracking issue: one JSON object in base64url. It says which key the text belongs
 * to and which run wrote it, what the last report with a verdict said, and which scan belongs to which run and commit, so
 * that a later run can find its text, compare with it, and take a scan up. A text without a verdict of its own, as while a
 * scan runs, keeps the last report with one below {@link keptLine}.
 *
 * Anybody who may edit the text can change the line, so only the first line is read, and only values of the schema
 * (`hidden-reader.ts`).
 */
import type { ScanTie } from '../scan/scan-tie.ts';
import { plain } from './markdown/escape.ts';

/** Whose text it is. */
export interface Marker {
  /** Digest of the comment key: sixteen hexadecimal digits. */
  readonly key: string;
  readonly runId: number;
  readonly attempt: number;
}

/** What the last report with a verdict said, or the last report if none had a verdict. */
export interface PreviousState {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  /** The commit that was gated, shortened to seven hexadecimal digits; `null` if it was not known. */
  readonly sha: string | null;
  readonly scanId: string | null;
  /** How many findings blocked; `null` if it was not noted. */
  readonly blocking: number | null;
  /**
   * Ten hexadecimal digits for each finding of the last report whose list was complete; `null` if there was none, or it
   * was too long or not to be published.
   */
  readonly prints: readonly string[] | null;
  /** Names of the first of these findings, as plain text, as many as there is room for. */
  readonly names: readonly string[];
  /** The commit of the report with that list, if it is an earlier one; `null` if it is this report. */
  readonly listSha: string | null;
}

/** Everything that the line holds. */
export interface HiddenState {
  readonly marker: Marker;
  /** `null` if the text never had a report. */
  readonly state: PreviousState | null;
  /** The scan of the run; `null` if it has none that a later run may take up. */
  readonly tie: ScanTie | null;
}

export const shaDigits = 7;
/** Digits of a fingerprint: enough for the findings of one site, and short enough for a comment. */
export const printDigits = 10;
/** More fingerprints than this take too much of a comment. */
export const maxPrints = 500;
/** In code points. */
export const maxNameLength = 80;
/** Room for all names, in bytes of JSON: about a hundred names. */
const maxNameBytes = 6_000;

/** Before the last report with a verdict, in a text that has none itself. It is there too if the report is not. */
export const keptLine = '<!-- scan-gate:previous v1 -->';

/**
 * The line, without its line end.
 *
 * @param redact removes secrets from a text: in base64url they could no longer be found
 */
export function hiddenLine(hidden: HiddenState, redact: (text: string) => string): string {
  const { state } = hidden;
  const shown = state === null ? null : shortened(state, redact);
  const json = JSON.stringify({ ...hidden, state: shown });
  return `<!-- scan-gate:v1 ${Buffer.from(json).toString('base64url')} -->`;
}

function shortened(state: PreviousState, redact: (text: string) => string): PreviousState {
  const { sha, scanId, prints, names, listSha } = state;
  const short = (commit: string | null) => commit?.slice(0, shaDigits).toLowerCase() ?? null;
  return {
    ...{ ...state, sha: short(sha), listSha: short(listSha) },
    scanId: scanId === null ? null : redact(scanId),
    names: fitting(names.slice(0, prints?.length ?? 0).map((name) => plain(redact(name), maxNameLength))),
  };
}

/** Whole names up to the first for which there is no room. */
function fitting(names: readonly string[]): readonly string[] {
  let left = maxNameBytes;
  const end = names.findIndex((name) => {
    left -= Buffer.byteLength(JSON.stringify(name)) + 1;
    return left < 0;
  });
  return end < 0 ? names : names.slice(0, end);
}

/** What a comment or a tracking issue says before this run writes it. */
export interface Written extends Pick<HiddenState, 'state' | 'tie'> {
  /** Markdown of the report that `state` is about, without a hidden line; `null` if it is not in the text. */
  readonly report: string | null;
}

export const nothingWritten: Written = { state: null, tie: null, report: null };

/** True if `one` was written by a later run than `other`, or by a later attempt of the same run. */
export function isNewer(one: Omit<Marker, 'key'>, other: Omit<Marker, 'key'>): boolean {
  return one.runId > other.runId || (one.runId === other.runId && one.attempt > other.attempt);
}

/** The part of a state that may be published if findings are only counted. */
export function withoutDetails({ outcome, sha, blocking }: PreviousState): PreviousState {
  return { outcome, sha, scanId: null, blocking, prints: null, names: [], listSha: null };
}
