/** The names of one use of the action: the key of its comment, the context of its commit status, its artifact name. */

import { createHmac } from 'node:crypto';
import { isMapping } from '../core/fields.ts';
import type { Redactor } from '../core/ports.ts';
import { joinNonEmpty, shortDigest } from '../core/text.ts';
import type { InputReader } from './reader.ts';
import { maskUrlSecrets } from './target-url.ts';

/** What identifies a step, from one run of its workflow to the next. */
export interface StepIdentity {
  /** The `comment-key` input as {@link cleanCommentKey} returns it. By default it is the matrix values as JSON. */
  readonly commentKeyInput: string;
  readonly workflow: string;
  readonly job: string;
  /** The environment of the event's deployment; `null` on other events than `deployment_status`. */
  readonly environment: string | null;
}

/**
 * The key of the sticky comment: readable, and the same on every run of a workflow, job, matrix leg and deployed
 * environment.
 */
export function commentKeyOf({ commentKeyInput, workflow, job, environment }: StepIdentity): string {
  const matrix = parseMatrix(commentKeyInput);
  if (matrix === null) return commentKeyInput;
  return joinNonEmpty([workflow, job, ...matrixValues(matrix), environment ?? ''], ' / ');
}

/** The values that `toJSON(matrix)` wrote, none without a matrix; `null` for text that a user wrote. */
function parseMatrix(input: string): Readonly<Record<string, unknown>> | null {
  if (input === '' || input === 'null') return {};
  if (!input.startsWith('{')) return null;
  try {
    const matrix: unknown = JSON.parse(input);
    return isMapping(matrix) ? matrix : null;
  } catch {
    return null;
  }
}

function matrixValues(matrix: object): string[] {
  return Object.values(matrix).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

/** A text that may be an address with user info, a query or a fragment, valid or not. */
const addressPattern = /:\/\/|[:/\\].*@|\?|[&#].*=/s;

/**
 * The `comment-key` input without secrets, and without user info and query values of addresses: names that are made
 * from the input are public. If anything was masked, a digest is added, so that inputs that differ only in masked parts
 * get different keys. The digest is made with the API key, so that nobody else can test passwords against it. Without a
 * key nothing is scanned, and there is no digest.
 *
 * @param redact removes the secrets that are known
 */
export function cleanCommentKey(
  input: string,
  { redact, apiKey }: { readonly redact: (text: string) => string; readonly apiKey: string | null },
): string {
  const clean = (text: string) => {
    const redacted = redact(text);
    return addressPattern.test(redacted) ? maskUrlSecrets(redacted) : redacted;
  };
  const digest = apiKey === null ? '' : createHmac('sha256', apiKey).update(input).digest('hex').slice(0, 8);
  const matrix = parseMatrix(input);
  if (matrix === null) {
    const text = clean(input);
    return text === input ? input : `${text} ${digest}`.trim();
  }
  const json = JSON.stringify(matrix, (_name, value: unknown) => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const text = clean(String(value));
    return text === String(value) ? value : text;
  });
  return json === JSON.stringify(matrix) ? input : JSON.stringify({ ...JSON.parse(json), '': digest });
}

/** What the `commit-status` input may be. */
export const commitStatusName = {
  pattern: /^[^\p{C}]{1,100}$/u,
  expected: 'at most 100 characters on one line',
};

/**
 * The context of the commit status (`docs/contract.md`, `commit-status`): `name`, and in parentheses what tells the
 * jobs of a run apart.
 *
 * @param commentKeyInput as {@link cleanCommentKey} returns it. It holds the matrix values unless somebody set it
 */
export function statusContextOf(
  name: string,
  { commentKeyInput, environment }: Pick<StepIdentity, 'commentKeyInput' | 'environment'>,
): string {
  const values = [...matrixValues(parseMatrix(commentKeyInput) ?? {}), environment ?? ''];
  const onOneLine = values.map((value) => value.replace(/\s+/g, ' ').trim());
  const inParentheses = joinNonEmpty(onOneLine, ', ');
  return inParentheses === '' ? name : `${name} (${inParentheses})`;
}

/** GitHub's limit. */
const maxStatusContextLength = 255;

/**
 * {@link statusContextOf} without secrets: the name may contain secrets of the target. `null` without a name. If the
 * context is too long, `null` too, and `reader` gets a mistake.
 */
export function readStatusContext(
  reader: InputReader,
  name: string | null,
  identity: Pick<StepIdentity, 'commentKeyInput' | 'environment'>,
  { redact }: Redactor,
): string | null {
  if (name === null) return null;
  const statusContext = redact(statusContextOf(name, identity));
  if (statusContext.length <= maxStatusContextLength) return statusContext;
  reader.addMistake(
    `\`commit-status\` with its values in parentheses is longer than the ${maxStatusContextLength} characters that GitHub takes. Shorten it or the values.`,
  );
  return null;
}

const maxSlugLength = 100;

/**
 * The default artifact name: `scan-gate-` and the key in characters that are allowed in artifact names. If anything had
 * to be replaced or cut, a digest keeps different keys apart.
 */
export function artifactNameOf(key: string): string {
  const slug = key
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, maxSlugLength);
  const isFaithful = key.replaceAll(' / ', '-') === slug;
  return `scan-gate-${isFaithful ? slug : `${slug}-${shortDigest(key, 8)}`}`;
}
