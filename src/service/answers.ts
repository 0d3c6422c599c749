/** Reads the answers of the service, which may be JSON of any shape. */

import type * as z from 'zod/mini';
import { RequestError } from '../core/fault.ts';
import type { UnreadableField } from '../core/problem.ts';
import { maxClockSkewMs, readTime } from '../core/time.ts';
import { fieldsOf, isMapping } from '../core/values.ts';
import { documentedPreferences } from '../settings/preferences.ts';
import {
  scanListSchema,
  scanResultSchema,
  startedSchema,
  type WireScanList,
  type WireScanResult,
} from './wire.ts';

/** The answer to a fetch of a scan that has a result, partial or whole. */
export interface ScanAnswer extends Completion {
  readonly result: WireScanResult;
  readonly raw: RawAnswer;
}

type HoldsKey = (id: string) => boolean;

/** The answer as it came, except the preferences that the interface does not name. */
export type RawAnswer = Readonly<Record<string, unknown>>;

/**
 * The id of a scan that was started.
 *
 * @param holdsKey ids are published as they are, so that none may hold the API key
 * @throws RequestError of kind `wrong-shape` or `error-text`
 */
export function readStartAnswer(value: unknown, holdsKey: HoldsKey): string {
  const { enqueued_scan_id: id } = parseAnswer(startedSchema, value);
  if (holdsKey(id)) throw wrongShapeError({ path: 'enqueued_scan_id', expected: 'another value' });
  return id;
}

/**
 * The scan list. A start date in the future is left out: it may be in milliseconds, or come from a wrong clock. So is a
 * scan whose id holds the API key.
 *
 * @param servedAt when the service sent the list, in milliseconds since the Unix epoch
 * @throws RequestError of kind `wrong-shape` or `error-text`
 */
export function readScanList(value: unknown, servedAt: number, holdsKey: HoldsKey): WireScanList {
  const isPast = (seconds = 0) => seconds >= 0 && seconds * 1000 <= servedAt + maxClockSkewMs;
  return parseAnswer(scanListSchema, value).map((entry) => ({
    ...entry,
    scans: entry.scans
      ?.filter(({ id }) => !holdsKey(id))
      .map((scan) => (isPast(scan.startDate) ? scan : { ...scan, startDate: undefined })),
  }));
}

/**
 * Reads the answer to a fetch. The findings stay as they are: the gate reads them.
 *
 * @returns `null` while the scan waits in the queue
 * @throws RequestError of kind `wrong-shape` or `error-text`
 */
export function readScanAnswer(value: unknown): ScanAnswer | null {
  const { detail, ...others } = fieldsOf(value);
  // A result may have a `detail` too. A queued scan has nothing but a `detail`.
  if (Object.keys(others).length === 0 && isQueueText(detail)) return null;
  const result = parseAnswer(scanResultSchema, value);
  if (result.percentage === undefined) throwIfErrorText(value);
  return {
    ...readCompletion(result),
    result,
    raw: rawAnswerOf(fieldsOf(value)),
  };
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a text',
};

function rawAnswerOf(answer: RawAnswer): RawAnswer {
  if (!Object.hasOwn(answer, 'preferences')) return answer;
  return { ...answer, preferences: documentedPreferences(answer['preferences']) };
}

/** The one documented text of a scan that waits (`docs/internals/service-interface.md`, section 3). */
function isQueueText(detail: unknown): boolean {
  return typeof detail === 'string' && /^\s*scan not initiated yet\W*$/i.test(detail);
}

/** @throws RequestError of kind `error-text` if an answer is what the service says of an error */
function throwIfErrorText(value: unknown): void {
  const detail = isMapping(value) ? errorTextOf(value) : null;
  if (detail !== null) throw new RequestError({ kind: 'error-text', detail });
}

/**
 * What the body of an error says, in the usual shapes: the interface does not show the shape
 * (`docs/internals/service-interface.md`, section 7).
 *
 * @returns `null` if it says nothing that helps, such as a page of HTML
 */
export function errorTextOf(body: unknown): string | null {
  if (typeof body === 'string') return /^\s*(?:<|$)/.test(body) ? null : body;
  const { detail, message, error } = fieldsOf(body);
  const said = [detail, message, error].find(
    (value) => (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null),
  );
  if (said === undefined || typeof said === 'string') return said ?? null;
  try {
    return JSON.stringify(said);
  } catch {
    // Nested too deep.
    return null;
  }
}

/** Checks `value` against `schema`. The error names the place and what was expected there, but no part of the value. */
function parseAnswer<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throwIfErrorText(value);
  const [issue] = checked.error.issues;
  const expected = issue?.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
  throw wrongShapeError({
    path: issue?.path.join('.') || 'the body',
    expected: expected ?? 'another value',
  });
}

function wrongShapeError(part: UnreadableField): RequestError {
  return new RequestError({ kind: 'wrong-shape', ...part });
}

/** How complete a scan is, and if it has ended (`docs/internals/service-interface.md`, sections 2.2 and 3). */
export interface Completion {
  /** 0 to 100; the service may go above. */
  readonly percentage: number;
  /** Milliseconds since the Unix epoch; `null` while the scan has no end date. */
  readonly endedAt: number | null;
}

/**
 * Reads the two fields that say whether a scan is finished. They decide the verdict, so no other shape is accepted.
 *
 * @throws RequestError of kind `wrong-shape`
 */
export function readCompletion(
  result: Pick<WireScanResult, 'percentage' | 'startDate' | 'endDate'>,
): Completion {
  const startedAt = readTime(result.startDate);
  const endedAt = readEndDate(result.endDate);
  // A date before the start is not the end of this scan.
  const isOfThisScan = startedAt === null || endedAt === null || startedAt <= endedAt;
  return { percentage: readPercentage(result.percentage), endedAt: isOfThisScan ? endedAt : null };
}

/** A decimal string such as `42.17`, or a number. */
function readPercentage(value: unknown): number {
  const percentage =
    typeof value === 'string' && /^\d{1,3}(?:\.\d{1,10})?$/.test(value) ? Number(value) : value;
  if (typeof percentage === 'number' && percentage >= 0 && percentage < 1000) return percentage;
  throw wrongShapeError({ path: 'percentage', expected: 'a percentage such as `42.17`' });
}

function readEndDate(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const time = readTime(value);
  if (time !== null) return time;
  throw wrongShapeError({ path: 'endDate', expected: 'an ISO 8601 timestamp or null' });
}

/**
 * The value of a JSON body.
 *
 * @param body of a fixed length, which is read faster. It is emptied, to free its memory
 * @throws RequestError of kind `not-json`
 */
export function readJsonBody(body: ArrayBuffer): unknown {
  // Skips a byte order mark.
  const text = new TextDecoder().decode(body);
  // Frees the memory now, and not some time after the next collection of garbage.
  body.transfer(0);
  if (text.trim() === '') throw notJsonError('an empty body');
  if (/^\s*</.test(text)) throw notJsonError('an HTML page');
  try {
    return JSON.parse(text);
  } catch {
    throw notJsonError('not valid JSON, perhaps cut off');
  }
}

function notJsonError(detail: string): RequestError {
  return new RequestError({ kind: 'not-json', detail });
}
