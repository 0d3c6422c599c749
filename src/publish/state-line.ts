/**
 * The hidden second line of a comment or a tracking issue: what it says, in a form that the next run can compare with.
 * Anybody who may edit the text may change it, so only what is well-formed to the letter is read.
 */

import { formatMarker, type Marker } from './marker.ts';

/** What a comment or a tracking issue said when it was written. */
export interface PublishedState {
  readonly outcome: 'pass' | 'fail' | 'inconclusive';
  /** The commit that was gated, shortened to seven hexadecimal digits; `null` where it was not known. */
  readonly sha: string | null;
  readonly scanId: string | null;
  /** Ten hexadecimal digits for each finding; `null` where the list was incomplete, too long or not to be published. */
  readonly prints: readonly string[] | null;
}

const shortSha = 7;
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
export function formatState({ outcome, sha, scanId, prints }: PublishedState): string {
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
export function parseState(body: string): PublishedState | null {
  const match = secondLine.exec(body);
  const outcomes = ['pass', 'fail', 'inconclusive'] as const;
  const outcome = outcomes.find((one) => one === match?.[1]);
  if (match === null || outcome === undefined) return null;
  const prints = match[4] === undefined ? null : match[4].split(',').filter((one) => one !== '');
  return { outcome, sha: match[2] ?? null, scanId: match[3] ?? null, prints };
}

/** What may stay of `state` where findings are only counted. */
export function withoutDetails({ outcome, sha }: PublishedState): PublishedState {
  return { outcome, sha, scanId: null, prints: null };
}

/** The hidden first lines of a comment or a tracking issue. @param state what it says; `null` while that is open */
export function hiddenLines(marker: Marker, state: PublishedState | null): string {
  return state === null ? formatMarker(marker) : `${formatMarker(marker)}\n${formatState(state)}`;
}
