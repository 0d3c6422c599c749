/** Reads the answers of the service, which are parsed JSON of any shape. */

import type { z } from 'zod';
import { fieldsOf, isMapping } from '../core/fields.ts';
import { shownPreferences } from '../core/interface-preferences.ts';
import { classifiedField, type UnreadableField } from '../core/problem.ts';
import { RequestError } from '../core/request-fault.ts';
import { maxClockSkewMs } from '../core/time.ts';
import { expectedLongList, isScanListTooLong } from './list-limits.ts';
import {
  queuedSchema,
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

/** The whole answer, without secrets, and without the values of preferences that the interface does not name. */
export type RawAnswer = Readonly<Record<string, unknown>>;

/** The id of a scan that was started. @throws RequestError of kind `wrong-shape` */
export function readStartAnswer(value: unknown): string {
  return parseAnswer(startedSchema, value).enqueued_scan_id;
}

/**
 * The scan list. A start date in the future is left out: it may be in milliseconds, or come from a wrong clock.
 *
 * @param servedAt when the service sent the list, in milliseconds since the Unix epoch
 * @throws RequestError of kind `wrong-shape`
 */
export function readScanList(value: unknown, servedAt: number): WireScanList {
  if (isScanListTooLong(value)) throw wrongShapeError({ path: 'the body', expected: expectedLongList });
  const isPast = (seconds = 0) => seconds >= 0 && seconds * 1000 <= servedAt + maxClockSkewMs;
  return parseAnswer(scanListSchema, value).map((entry) => ({
    ...entry,
    scans: entry.scans?.map((scan) => (isPast(scan.startDate) ? scan : { ...scan, startDate: undefined })),
  }));
}

/**
 * Reads the answer to a fetch. The findings stay as they are: the gate reads them.
 *
 * @returns `null` while the scan waits in the queue
 * @throws RequestError of kind `wrong-shape`
 */
export function readScanAnswer(value: unknown): ScanAnswer | null {
  // A result may have a `detail` too. A queued scan has nothing but a `detail`.
  const queued = queuedSchema.safeParse(value);
  if (queued.success && Object.keys(fieldsOf(value)).length === 1) {
    if (/not initiated/i.test(queued.data.detail)) return null;
    throw wrongShapeError({ path: 'detail', expected: '`Scan not initiated yet` or a scan result' });
  }
  const result = parseAnswer(scanResultSchema, value);
  return { ...readCompletion(result), result, raw: withoutUnnamedPreferences(fieldsOf(value)) };
}

function withoutUnnamedPreferences(answer: RawAnswer): RawAnswer {
  const preferences = answer['preferences'];
  if (preferences === undefined || preferences === null) return answer;
  return { ...answer, preferences: isMapping(preferences) ? shownPreferences(preferences) : '***' };
}

/**
 * The length of the first list with `word` in its name, at the top of the answer or in `information`, because the
 * interface does not say where the list is. `null` if there is none.
 */
export function listLengthIn(raw: RawAnswer | null, word: 'subdomain' | 'leak'): number | null {
  const fields = Object.entries({ ...raw, ...fieldsOf(raw?.['information']) });
  const lists = fields.filter(([name]) => name.toLowerCase().includes(word)).map(([, value]) => value);
  return lists.find(Array.isArray)?.length ?? null;
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a text',
};

/** Checks `value` against `schema`. The error names the place and what was expected there, but no part of the value. */
function parseAnswer<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const expected = issue?.code === 'invalid_type' ? typeNames[issue.expected] : undefined;
  throw wrongShapeError({
    path: issue?.path.join('.') || 'the body',
    expected: expected ?? 'another value',
  });
}

function wrongShapeError(part: UnreadableField): RequestError {
  return new RequestError({ kind: 'wrong-shape', ...classifiedField(part) });
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
export function readCompletion(result: Pick<WireScanResult, 'percentage' | 'endDate'>): Completion {
  return { percentage: readPercentage(result.percentage), endedAt: readEndDate(result.endDate) };
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
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isFinite(time)) return time;
  throw wrongShapeError({ path: 'endDate', expected: 'an ISO 8601 timestamp or null' });
}
