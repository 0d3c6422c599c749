/**
 * The hidden first lines of a comment or a tracking issue, and what changed since they were written. The first line (the
 * marker) says which key the text belongs to and which run wrote it. The second says what the report said, so that the
 * next run can compare. The last ties a scan to a run and its commit, so that a re-run can take it up. Anybody who may edit
 * the text can change them, so only lines of exactly this form are read.
 */

import type { Disclosure } from '../core/words.ts';
import type { Assessment, Verdict } from '../gate/verdict.ts';
import type { ScanTie } from '../scan/scan-tie.ts';

/** The first line. */
export interface Marker {
  /** Digest of the comment key: sixteen hexadecimal digits. */
  readonly key: string;
  readonly runId: number;
  readonly attempt: number;
}

/** The second line: what the report said. */
export interface PreviousState {
  readonly outcome: Verdict['outcome'];
  /** The commit that was gated, shortened to seven hexadecimal digits; `null` where it was not known. */
  readonly sha: string | null;
  readonly scanId: string | null;
  /** Ten hexadecimal digits for each finding; `null` where the list was incomplete, too long or not to be published. */
  readonly prints: readonly string[] | null;
}

const outcomes: readonly Verdict['outcome'][] = ['pass', 'fail', 'inconclusive'];
const shaDigits = 7;
/** Digits of a fingerprint: enough for the findings of one site, and short enough for a comment. */
const printDigits = 10;
/** More fingerprints than this take too much of a comment. */
const maxPrints = 500;

const print = `[0-9a-f]{${printDigits}}`;
const markerPattern = '<!-- scan-gate:v1 key=([0-9a-f]{16}) run=(\\d{1,15}) attempt=(\\d{1,6}) -->';
const statePattern = [
  `<!-- scan-gate:state v1 outcome=(${outcomes.join('|')})`,
  `(?: sha=([0-9a-f]{${shaDigits}}))?`,
  '(?: scan=([A-Za-z0-9][A-Za-z0-9._:~-]{0,199}))?',
  `(?: prints=((?:${print}(?:,${print}){0,${maxPrints - 1}})?))? -->`,
].join('');
const tiePattern =
  '<!-- scan-gate:scan v1 sha=([0-9a-f]{40}|[0-9a-f]{64}) run=(\\d{1,15}) scan=([0-9a-f]{16}) -->';
const lineEnd = '(?:\\r?\\n|$)';
const markerLine = new RegExp(`^${markerPattern}${lineEnd}`);
const stateLine = new RegExp(`^${statePattern}$`);
const bothLines = new RegExp(`^${markerPattern}\\r?\\n${statePattern}${lineEnd}`);
const tieLine = new RegExp(`^${markerPattern}\\r?\\n(?:${statePattern}\\r?\\n)?${tiePattern}${lineEnd}`);

export function formatMarker({ key, runId, attempt }: Marker): string {
  return `<!-- scan-gate:v1 key=${key} run=${runId} attempt=${attempt} -->`;
}

/** The line for a state, without the parts that could not be read back. */
export function formatState({ outcome, sha, scanId, prints }: PreviousState): string {
  const parts = [
    sha === null ? '' : ` sha=${sha.slice(0, shaDigits).toLowerCase()}`,
    scanId === null ? '' : ` scan=${scanId}`,
    prints === null ? '' : ` prints=${prints.join(',')}`,
  ];
  const start = `<!-- scan-gate:state v1 outcome=${outcome}`;
  const kept = parts.reduce(
    (line, part) => (stateLine.test(`${line}${part} -->`) ? line + part : line),
    start,
  );
  return `${kept} -->`;
}

function formatTie({ sha, runId, scan }: ScanTie): string {
  return `<!-- scan-gate:scan v1 sha=${sha} run=${runId} scan=${scan} -->`;
}

/**
 * The hidden first lines.
 *
 * @param before what the text says; `null` to leave the line out
 * @param tie the scan of the run; `null` to leave the line out
 */
export function hiddenLines(by: Marker, before: PreviousState | null, tie: ScanTie | null = null): string {
  const lines = [
    formatMarker(by),
    ...(before === null ? [] : [formatState(before)]),
    ...(tie === null ? [] : [formatTie(tie)]),
  ];
  return lines.join('\n');
}

/** The marker that `body` begins with, or `null`. */
export function parseMarker(body: string): Marker | null {
  const match = markerLine.exec(body);
  return match === null ? null : { key: match[1] ?? '', runId: Number(match[2]), attempt: Number(match[3]) };
}

/** The state in the second line of `body`, or `null`. */
export function parseState(body: string): PreviousState | null {
  const [, , , , word, sha = null, scanId = null, prints] = bothLines.exec(body) ?? [];
  const outcome = outcomes.find((one) => one === word);
  if (outcome === undefined) return null;
  return { outcome, sha, scanId, prints: prints?.split(',').filter((one) => one !== '') ?? null };
}

/** The scan that a hidden line of `body` ties to a run, or `null`. */
export function parseTie(body: string): ScanTie | null {
  const [sha, runId, scan] = (tieLine.exec(body) ?? []).slice(-3);
  return sha === undefined || scan === undefined ? null : { sha, runId: Number(runId), scan };
}

/** True when `one` was written by a later run than `other`, or by a later attempt of the same run. */
export function isNewer(one: Omit<Marker, 'key'>, other: Omit<Marker, 'key'>): boolean {
  return one.runId > other.runId || (one.runId === other.runId && one.attempt > other.attempt);
}

/** The part of a state that may be published where findings are only counted. */
export function withoutDetails({ outcome, sha }: PreviousState): PreviousState {
  return { outcome, sha, scanId: null, prints: null };
}

/** The parts of a report model that are compared. */
interface Compared {
  readonly assessment: Assessment;
  readonly disclosure: Disclosure;
}

function shortened(fingerprint: string): string {
  return fingerprint.slice(fingerprint.indexOf(':') + 1).slice(0, printDigits);
}

/** The fingerprints of all findings, shortened; `null` in the cases of {@link PreviousState.prints}. */
export function printsOf({ assessment, disclosure }: Compared): readonly string[] | null {
  const { findings, complete } = assessment;
  if (disclosure.mode === 'counts' || !complete || findings.length > maxPrints) return null;
  return findings.map(({ fingerprint }) => shortened(fingerprint));
}

/**
 * How many findings are new and how many are fixed since `previous`. Ignored and known findings count like any other, and of several
 * with the same fingerprint each counts. `null` where one of the two lists is not known to be complete.
 */
export function changesSince(
  previous: PreviousState | null,
  model: Compared,
): { new: number; fixed: number } | null {
  const now = printsOf(model);
  const before = previous?.prints?.map(shortened) ?? null;
  if (now === null || before === null) return null;
  const open = new Map<string, number>();
  for (const each of before) open.set(each, (open.get(each) ?? 0) + 1);
  let kept = 0;
  for (const each of now) {
    const left = open.get(each) ?? 0;
    if (left === 0) continue;
    open.set(each, left - 1);
    kept += 1;
  }
  return { new: now.length - kept, fixed: before.length - kept };
}
