/**
 * The hidden second line of a comment or a tracking issue: what it says, in a form that the next run can compare with.
 * Anybody who may edit the text may change it, so only what is well-formed to the letter is read.
 */

import { isComplete } from '../gate/completeness.ts';
import type { Assessment } from '../gate/verdict.ts';

/** What a comment or a tracking issue said when it was written. */
export interface PreviousState {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  /** The commit that was gated, shortened to seven hexadecimal digits; `null` where it was not known. */
  readonly sha: string | null;
  readonly scanId: string | null;
  /** Ten hexadecimal digits for each finding; `null` where the list was incomplete, too long or not to be published. */
  readonly prints: readonly string[] | null;
}

const shortSha = 7;
/** More fingerprints than this take too much of a comment; without them nothing is said about changes. */
const maxPrints = 500;
const print = '[0-9a-f]{10}';
const firstLine = '<!-- scan-gate:v1 [^\\n]{1,200}-->';
const fields = [
  'outcome=(pass|fail|inconclusive)',
  `(?: sha=([0-9a-f]{${shortSha}}))?`,
  '(?: scan=([A-Za-z0-9][A-Za-z0-9._:~-]{0,199}))?',
  `(?: prints=((?:${print}(?:,${print}){0,${maxPrints - 1}})?))?`,
].join('');
const line = `<!-- scan-gate:state v1 ${fields} -->`;
const wholeLine = new RegExp(`^${line}$`);
const secondLine = new RegExp(`^${firstLine}\\r?\\n${line}(?:\\r?\\n|$)`);

/** The line for `state`. What would not be read back is left out of it. */
export function formatState({ outcome, sha, scanId, prints }: PreviousState): string {
  const outcomeOnly = `<!-- scan-gate:state v1 outcome=${outcome}`;
  const parts = [
    sha === null ? '' : ` sha=${sha.slice(0, shortSha).toLowerCase()}`,
    scanId === null ? '' : ` scan=${scanId}`,
    prints === null ? '' : ` prints=${prints.join(',')}`,
  ];
  return parts
    .reduce((text, part) => {
      const longer = text + part;
      return wholeLine.test(`${longer} -->`) ? longer : text;
    }, outcomeOnly)
    .concat(' -->');
}

/** The state in the second line of `body`, or `null`. */
export function parseState(body: string): PreviousState | null {
  const match = secondLine.exec(body);
  const outcomes = ['pass', 'fail', 'inconclusive'] as const;
  const outcome = outcomes.find((one) => one === match?.[1]);
  if (match === null || outcome === undefined) return null;
  const prints = match[4] === undefined ? null : match[4].split(',').filter((one) => one !== '');
  return { outcome, sha: match[2] ?? null, scanId: match[3] ?? null, prints };
}

/** What may stay of `state` where findings are only counted. */
export function withoutDetails({ outcome, sha }: PreviousState): PreviousState {
  return { outcome, sha, scanId: null, prints: null };
}

/** The hidden first lines of a comment or a tracking issue. @param state what it says; `null` while that is open */
export function hiddenLines(marker: Marker, state: PreviousState | null): string {
  return state === null ? formatMarker(marker) : `${formatMarker(marker)}\n${formatState(state)}`;
}

/** The hidden first line by which the action knows its own comment, the key it belongs to and the run that wrote it. */

export interface Marker {
  /** Digest of the comment key. */
  readonly key: string;
  readonly runId: number;
  readonly attempt: number;
}

const pattern = /^<!-- scan-gate:v1 key=([0-9a-f]{16}) run=(\d{1,15}) attempt=(\d{1,6}) -->(?:\r?\n|$)/;

export function formatMarker({ key, runId, attempt }: Marker): string {
  return `<!-- scan-gate:v1 key=${key} run=${runId} attempt=${attempt} -->`;
}

/** The marker that `body` begins with, or `null`. */
export function parseMarker(body: string): Marker | null {
  const match = pattern.exec(body);
  return match === null ? null : { key: match[1] ?? '', runId: Number(match[2]), attempt: Number(match[3]) };
}

/** True when `marker` was written by a later run than `other`, or by a later attempt of the same one. */
export function isNewer(marker: Marker, other: Marker): boolean {
  return marker.runId > other.runId || (marker.runId === other.runId && marker.attempt > other.attempt);
}

/** What is compared of a model. */
interface Compared {
  readonly assessment: Assessment;
  readonly disclosure: { readonly mode: 'full' | 'counts' };
}

/** Digits of a fingerprint that are kept: enough for the findings of one site, and short enough for a comment. */
const shortLength = 10;

function short(print: string): string {
  return print.replace(/^v\d+:/u, '').slice(0, shortLength);
}

/**
 * The fingerprints of all findings, ten hexadecimal digits each, to be kept for {@link changesSince}. `null` where the
 * list of findings is not complete or too long, and where nothing about findings is to be published.
 */
export function printsOf({ assessment, disclosure }: Compared): readonly string[] | null {
  const { findings } = assessment;
  if (disclosure.mode === 'counts' || !isComplete(assessment) || findings.length > maxPrints) return null;
  return findings.map(({ fingerprint }) => short(fingerprint));
}

/**
 * How many findings came and went since `previous`; ignored and known ones count like any other, and of several with the
 * same fingerprint each counts. `null` where one of the two lists is not known to be complete.
 */
export function changesSince(
  previous: PreviousState | null,
  model: Compared,
): { new: number; fixed: number } | null {
  const now = printsOf(model);
  const before = previous?.prints?.map(short) ?? null;
  if (now === null || before === null) return null;
  const open = new Map<string, number>();
  for (const print of before) open.set(print, (open.get(print) ?? 0) + 1);
  let kept = 0;
  for (const print of now) {
    const left = open.get(print) ?? 0;
    if (left === 0) continue;
    open.set(print, left - 1);
    kept += 1;
  }
  return { new: now.length - kept, fixed: before.length - kept };
}
