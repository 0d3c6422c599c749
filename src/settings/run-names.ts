/** The names of one use of the action: the key of its comment, the context of its commit status, its artifact name. */

import * as z from 'zod/mini';
import { shortDigest } from '../core/ids.ts';
import { joinNonEmpty } from '../core/say.ts';
import { isMapping } from '../core/values.ts';

/** What identifies a step, from one run of its workflow to the next. */
export interface StepIdentity {
  /** The `comment-key` input. By default it is the matrix values as JSON. */
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

/** What the `commit-status` input may be. */
export const commitStatusName = z
  .string()
  .check(z.regex(/^[^\p{C}]{1,100}$/u, 'at most 100 characters on one line'));

/** GitHub's limit. */
const maxStatusContextLength = 255;

/**
 * The context of the commit status: `name`, and in parentheses what tells the jobs of a run apart. If it is too long
 * for GitHub, its end is a digest.
 *
 * @param pullNumber left out of the environment: a name that changes with each pull request can't be required
 */
export function statusContextOf(
  name: string,
  { commentKeyInput, environment }: Pick<StepIdentity, 'commentKeyInput' | 'environment'>,
  pullNumber: number | null,
): string {
  const environmentName =
    environment === null || pullNumber === null ? environment : withoutNumber(environment, pullNumber);
  // The matrix values, unless somebody set the key.
  const values = [...matrixValues(parseMatrix(commentKeyInput) ?? {}), environmentName ?? ''];
  const onOneLine = values.map((value) => value.replace(/\s+/g, ' ').trim());
  const inParentheses = joinNonEmpty(onOneLine, ', ');
  const context = inParentheses === '' ? name : `${name} (${inParentheses})`;
  if (context.length <= maxStatusContextLength) return context;
  const digest = ` ${shortDigest(context, 8)}`;
  return `${context.slice(0, maxStatusContextLength - digest.length).toWellFormed()}${digest}`;
}

/** `shop PR #12` as `shop PR`, `preview/pr-12` as `preview/pr`. A number within another word stays. */
function withoutNumber(environment: string, number: number): string {
  const wordBefore = String.raw`(?:[^\p{L}\p{N}]+|^|(?<=(?<!\p{L})pr))`;
  return environment
    .replace(new RegExp(String.raw`${wordBefore}${number}(?![\p{L}\p{N}])`, 'giu'), '')
    .replace(/^[^\p{L}\p{N}]+/u, '');
}

const maxSlugLength = 100;

/**
 * The artifact name: `scan-gate-`, the key in characters that are allowed there, and the attempt. ` / ` is a
 * hyphen, so `a / b` and `a-b` share a name. If anything else had to be replaced, or the key is cut, a digest keeps
 * different keys apart.
 */
export function artifactNameOf(key: string, attempt: number): string {
  const slug = key
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, maxSlugLength);
  const isFaithful = key.replaceAll(' / ', '-') === slug;
  return `scan-gate-${isFaithful ? slug : `${slug}-${shortDigest(key, 8)}`}-${attempt}`;
}
