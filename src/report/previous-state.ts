/**
 * The hidden first lines of a comment or a tracking issue, and what changed since they were written. The first line (the
 * marker) says which key the text belongs to and which run wrote it. The second says what the last report with a verdict
 * said, so that the next run can compare. The third ties a scan to a run and its commit, so that a re-run can take it up.
 * A text without a verdict of its own, as while a scan runs, keeps the last report with one below {@link keptLine}.
 *
 * Anybody who may edit the text can change all of it, so only lines of exactly this form are read, and only in their
 * place: what is in the text of a report is never read as one of them.
 */

import type { Disclosure } from '../core/words.ts';
import type { Assessment, JudgedFinding, Verdict } from '../gate/verdict.ts';
import type { ScanTie } from '../scan/scan-tie.ts';
import { plain } from './markdown/escape.ts';

/** The first line. */
export interface Marker {
  /** Digest of the comment key: sixteen hexadecimal digits. */
  readonly key: string;
  readonly runId: number;
  readonly attempt: number;
}

/** The second line: what the last report with a verdict said, or the last report where none had a verdict. */
export interface PreviousState {
  readonly outcome: Verdict['outcome'];
  /** The commit that was gated, shortened to seven hexadecimal digits; `null` where it was not known. */
  readonly sha: string | null;
  readonly scanId: string | null;
  /** How many findings blocked; `null` where it was not noted. */
  readonly blocking: number | null;
  /**
   * Ten hexadecimal digits for each finding of the last report whose list was complete; `null` where there was none, or
   * it was too long or not to be published.
   */
  readonly prints: readonly string[] | null;
  /** Names of the first of these findings, as plain text, as many as there is room for. */
  readonly names: readonly string[];
  /** The commit of the report with that list, where it is an earlier one; `null` where it is this report. */
  readonly listSha: string | null;
}

const outcomes: readonly Verdict['outcome'][] = ['pass', 'fail', 'inconclusive'];
const shaDigits = 7;
/** Digits of a fingerprint: enough for the findings of one site, and short enough for a comment. */
const printDigits = 10;
/** More fingerprints than this take too much of a comment. */
const maxPrints = 500;
/** In code points. */
const maxNameLength = 80;
/** Room for all names, in digits of base64url: about a hundred names. */
const maxNameDigits = 8_000;

const sha = `[0-9a-f]{${shaDigits}}`;
const print = `[0-9a-f]{${printDigits}}`;
/** A name in base64url, which cannot end the line. A code point has at most four bytes. */
const name = `[\\w-]{0,${Math.ceil((maxNameLength * 16) / 3)}}`;
const markerPattern = '<!-- scan-gate:v1 key=([0-9a-f]{16}) run=(\\d{1,15}) attempt=(\\d{1,6}) -->';
const statePattern = [
  `<!-- scan-gate:state v1 outcome=(${outcomes.join('|')})`,
  `(?: sha=(${sha}))?`,
  '(?: scan=([A-Za-z0-9][A-Za-z0-9._:~-]{0,199}))?',
  '(?: blocking=(\\d{1,9}))?',
  `(?: prints=((?:${print}(?:,${print}){0,${maxPrints - 1}})?)`,
  `(?: names=(${name}(?:,${name}){0,${maxPrints - 1}}))?(?: of=(${sha}))?)? -->`,
].join('');
const tiePattern =
  '<!-- scan-gate:scan v1 sha=([0-9a-f]{40}|[0-9a-f]{64}) run=(\\d{1,15}) scan=([0-9a-f]{16}) -->';
const lineEnd = '(?:\\r?\\n|$)';
const markerLine = new RegExp(`^${markerPattern}${lineEnd}`);
const stateLine = new RegExp(`^${statePattern}$`);
const bothLines = new RegExp(`^${markerPattern}\\r?\\n${statePattern}${lineEnd}`);
const tieLine = new RegExp(`^${markerPattern}\\r?\\n(?:${statePattern}\\r?\\n)?${tiePattern}${lineEnd}`);
/** All lines that we hide, of this version or another. */
const leadingLines = /^(?:<!-- scan-gate:[^\r\n]*-->\r?(?:\n|$))+/u;

/** Before the last report with a verdict, in a text that has none itself. It is there too where the report is not. */
export const keptLine = '<!-- scan-gate:previous v1 -->';
const keptStart = new RegExp(`(?:^|\\n)${keptLine}\\r?(?:\\n|$)`);

export function formatMarker({ key, runId, attempt }: Marker): string {
  return `<!-- scan-gate:v1 key=${key} run=${runId} attempt=${attempt} -->`;
}

/** The line for a state, without the parts that could not be read back. */
export function formatState(state: PreviousState): string {
  const { outcome, sha, scanId, blocking, prints, listSha } = state;
  const names = prints === null ? '' : encodedNames(state).join(',');
  const parts = [
    sha === null ? '' : ` sha=${shortSha(sha)}`,
    scanId === null ? '' : ` scan=${scanId}`,
    blocking === null ? '' : ` blocking=${blocking}`,
    prints === null ? '' : ` prints=${prints.join(',')}`,
    names === '' ? '' : ` names=${names}`,
    listSha === null ? '' : ` of=${shortSha(listSha)}`,
  ];
  const start = `<!-- scan-gate:state v1 outcome=${outcome}`;
  const kept = parts.reduce(
    (line, part) => (stateLine.test(`${line}${part} -->`) ? line + part : line),
    start,
  );
  return `${kept} -->`;
}

function shortSha(sha: string): string {
  return sha.slice(0, shaDigits).toLowerCase();
}

/** Whole names in base64url, up to the first for which there is no room. */
function encodedNames({ names, prints }: PreviousState): string[] {
  const encoded: string[] = [];
  let left = maxNameDigits;
  for (const each of names.slice(0, prints?.length ?? 0)) {
    const digits = Buffer.from(plain(each, maxNameLength)).toString('base64url');
    left -= digits.length + 1;
    if (left < 0) break;
    encoded.push(digits);
  }
  return encoded;
}

function decodedName(digits: string): string {
  return plain(Buffer.from(digits, 'base64url').toString(), maxNameLength);
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
  const [, , , , word, sha = null, scanId = null, blocking, prints, names, listSha = null] =
    bothLines.exec(body) ?? [];
  const outcome = outcomes.find((one) => one === word);
  if (outcome === undefined) return null;
  return {
    outcome,
    sha,
    scanId,
    blocking: blocking === undefined ? null : Number(blocking),
    prints: prints?.split(',').filter((one) => one !== '') ?? null,
    names: names?.split(',').map(decodedName) ?? [],
    listSha,
  };
}

/** The scan that a hidden line of `body` ties to a run, or `null`. */
export function parseTie(body: string): ScanTie | null {
  const [sha, runId, scan] = (tieLine.exec(body) ?? []).slice(-3);
  return sha === undefined || scan === undefined ? null : { sha, runId: Number(runId), scan };
}

/** What a comment or a tracking issue says before this run writes it. */
export interface Written {
  readonly state: PreviousState | null;
  readonly tie: ScanTie | null;
  /** Markdown of the report that `state` is about, without hidden lines; `null` where it is not in the text. */
  readonly report: string | null;
}

export const nothingWritten: Written = { state: null, tie: null, report: null };

/** Reads what we have written. What a text without a verdict keeps is read out of it, so that it never keeps itself. */
export function readWritten(body: string): Written {
  const state = parseState(body);
  const kept = keptStart.exec(body);
  const report = (kept === null ? body : body.slice(kept.index + kept[0].length))
    .replace(leadingLines, '')
    .replace(kept === null ? '' : /\s*<\/details>\s*$/u, '')
    .trim();
  return { state, tie: parseTie(body), report: state === null || report === '' ? null : report };
}

/** True when `one` was written by a later run than `other`, or by a later attempt of the same run. */
export function isNewer(one: Omit<Marker, 'key'>, other: Omit<Marker, 'key'>): boolean {
  return one.runId > other.runId || (one.runId === other.runId && one.attempt > other.attempt);
}

/** The part of a state that may be published where findings are only counted. */
export function withoutDetails({ outcome, sha, blocking }: PreviousState): PreviousState {
  return { outcome, sha, scanId: null, blocking, prints: null, names: [], listSha: null };
}

/** True where a report with the outcome `now` keeps the last one, because that has a verdict and this has none. */
export function keepsPrevious(previous: PreviousState | null, now: Verdict['outcome']): boolean {
  return now === 'inconclusive' && previous !== null && previous.outcome !== 'inconclusive';
}

/** The parts of a report model that are compared. */
interface Compared {
  readonly assessment: Assessment;
  readonly disclosure: Disclosure;
}

/** The parts of a report model that are noted for the next run. */
interface Noted extends Compared {
  readonly run: { readonly sha: string | null };
  readonly scan: { readonly id: string | null };
  readonly previous: PreviousState | null;
}

/**
 * The state to hide for the next run to compare with. A report without a verdict leaves that of the last one with a
 * verdict in place. One with a verdict and without a complete list keeps the last complete list.
 */
export function stateOf(model: Noted): PreviousState {
  const { assessment, run, scan, disclosure, previous } = model;
  const now: PreviousState = {
    outcome: assessment.verdict.outcome,
    sha: run.sha,
    scanId: disclosure.mode === 'counts' ? null : scan.id,
    blocking: assessment.blocking,
    prints: printsOf(model),
    names: namesOf(model),
    listSha: null,
  };
  if (previous === null) return now;
  if (keepsPrevious(previous, now.outcome)) return previous;
  if (now.prints !== null || previous.prints === null) return now;
  const { prints, names, sha, listSha } = previous;
  return { ...now, prints, names, listSha: listSha ?? sha };
}

function shortened(fingerprint: string): string {
  return fingerprint.slice(fingerprint.indexOf(':') + 1).slice(0, printDigits);
}

/** The fingerprints of all findings, shortened; `null` where the list is incomplete, too long or not to be published. */
export function printsOf({ assessment, disclosure }: Compared): readonly string[] | null {
  const { findings, complete } = assessment;
  if (disclosure.mode === 'counts' || !complete || findings.length > maxPrints) return null;
  return findings.map(({ fingerprint }) => shortened(fingerprint));
}

/** The names of the same findings, as plain text; none where {@link printsOf} is `null`. */
function namesOf(model: Compared): readonly string[] {
  if (printsOf(model) === null) return [];
  return model.assessment.findings.map(({ finding }) => plain(finding.name, maxNameLength));
}

/** What changed since the last report with a complete list. */
export interface Changes {
  /** How many findings are new. */
  readonly new: number;
  readonly fixed: number;
  readonly newFindings: ReadonlySet<JudgedFinding>;
  /** Names of fixed findings, as plain text, `''` for one without a name: as many as were kept. */
  readonly fixedNames: readonly string[];
}

/**
 * What is new and what is fixed since `previous`. Ignored and known findings count like any other, and of several with the
 * same fingerprint each counts. `null` where one of the two lists is not known to be complete.
 */
export function changesSince(previous: PreviousState | null, model: Compared): Changes | null {
  const now = printsOf(model);
  const before = previous?.prints?.map(shortened) ?? null;
  if (now === null || before === null) return null;
  const open = Map.groupBy(before.keys(), (index) => before[index] ?? '');
  const { findings } = model.assessment;
  const newFindings = new Set(
    findings.filter((_, index) => open.get(now[index] ?? '')?.shift() === undefined),
  );
  const fixed = [...open.values()].flat().sort((one, other) => one - other);
  const fixedNames = fixed.flatMap((index) => previous?.names[index] ?? []);
  return { new: newFindings.size, fixed: fixed.length, newFindings, fixedNames };
}
