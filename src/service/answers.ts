/** Reads the answers of the service, which are parsed JSON of any shape. */

import type { z } from 'zod';
import { fieldsOf, isMapping } from '../core/fields.ts';
import { shownPreferences } from '../core/interface-preferences.ts';
import { classifiedField, type UnreadableField } from '../core/problem.ts';
import { RequestError } from '../core/request-fault.ts';
import { maxClockSkewMs } from '../core/time.ts';
import { expectedLongList, isTooLong } from './list-limits.ts';
import {
  queuedSchema,
  scanListSchema,
  scanResultSchema,
  startedSchema,
  type WireScanResult,
  type WireTargetEntry,
} from './wire.ts';

/** The answer to a fetch: the scan waits in the queue, or it has a result, partial or whole. */
export type ScanAnswer =
  | { state: 'queued' }
  | { state: 'with-result'; progress: Progress; result: WireScanResult; raw: RawAnswer };

/** The whole answer, without secrets, and without the values of preferences that the interface does not name. */
export type RawAnswer = Readonly<Record<string, unknown>>;

/** The id of a scan that was started. @throws RequestError of kind `wrong-shape` */
export function readStartAnswer(value: unknown): string {
  return parseWith(startedSchema, value).enqueued_scan_id;
}

/**
 * The scan list. A start date in the future is left out: it may be in milliseconds, or come from a wrong clock.
 *
 * @param servedAt when the service sent the list, in milliseconds since the Unix epoch
 * @throws RequestError of kind `wrong-shape`
 */
export function readScanList(value: unknown, servedAt: number): WireTargetEntry[] {
  if (isTooLong(value)) throw wrongShape({ where: 'the body', expected: expectedLongList });
  const isDate = (seconds = 0) => seconds >= 0 && seconds * 1000 <= servedAt + maxClockSkewMs;
  return parseWith(scanListSchema, value).map((entry) => ({
    ...entry,
    scans: entry.scans?.map((scan) => (isDate(scan.startDate) ? scan : { ...scan, startDate: undefined })),
  }));
}

/**
 * Reads the answer to a fetch. The findings stay as they are: the gate reads them.
 *
 * @throws RequestError of kind `wrong-shape`
 */
export function readScanAnswer(value: unknown): ScanAnswer {
  // A result may have a `detail` too. A queued scan has nothing but a `detail`.
  const queued = queuedSchema.safeParse(value);
  if (queued.success && Object.keys(fieldsOf(value)).length === 1) {
    if (/not initiated/i.test(queued.data.detail)) return { state: 'queued' };
    throw wrongShape({ where: 'detail', expected: '`Scan not initiated yet` or a scan result' });
  }
  const result = parseWith(scanResultSchema, value);
  return { state: 'with-result', progress: readProgress(result), result, raw: rawAnswer(fieldsOf(value)) };
}

function rawAnswer(answer: RawAnswer): RawAnswer {
  const preferences = answer['preferences'];
  if (preferences === undefined || preferences === null) return answer;
  return { ...answer, preferences: isMapping(preferences) ? shownPreferences(preferences) : '***' };
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a text',
};

/** Checks `value` against `schema`. The error names the place and what was expected there, but no part of the value. */
function parseWith<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'the body' : issue.path.join('.');
  throw wrongShape({
    where,
    expected: (issue?.code === 'invalid_type' ? typeNames[issue.expected] : undefined) ?? 'another value',
  });
}

function wrongShape(part: UnreadableField): RequestError {
  return new RequestError({ kind: 'wrong-shape', ...classifiedField(part) });
}

/** How far a scan is (`docs/internals/service-interface.md`, sections 2.2 and 3). */
export interface Progress {
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
export function readProgress(result: Pick<WireScanResult, 'percentage' | 'endDate'>): Progress {
  return { percentage: readPercentage(result.percentage), endedAt: readEndDate(result.endDate) };
}

/** A decimal string such as `42.17`, or a number. */
function readPercentage(value: unknown): number {
  const percentage =
    typeof value === 'string' && /^\d{1,3}(?:\.\d{1,10})?$/.test(value) ? Number(value) : value;
  if (typeof percentage === 'number' && percentage >= 0 && percentage < 1000) return percentage;
  throw wrongShape({ where: 'percentage', expected: 'a percentage such as `42.17`' });
}

function readEndDate(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isFinite(time)) return time;
  throw wrongShape({ where: 'endDate', expected: 'an ISO 8601 timestamp or null' });
}
