/** What an HTTP status of the scanning service means to the reader, and how it is written. */

import type { ServiceOperation } from '../../core/problem.ts';
import type { Advice, ShownFault } from './advice.ts';

/** An HTTP status of the service outside 2xx. */
type StatusFault = ShownFault & { kind: 'status' };

const statusMeanings = {
  400: 'not-accepted',
  422: 'not-accepted',
  401: 'wrong-key',
  403: 'no-access',
  404: 'not-found',
  408: 'service-failed',
  409: 'conflict',
  429: 'too-many',
} as const;

/** What a status means for the reader. Each meaning has its own text. */
type StatusMeaning = (typeof statusMeanings)[keyof typeof statusMeanings] | 'not-understood';

/** `what` is the middle of a sentence. The caller adds the words before it and the status after it. */
export type StatusTexts = Readonly<
  Record<StatusMeaning, (operation: ServiceOperation, fault: StatusFault) => Advice>
>;

export function meaningOfStatus({ status }: StatusFault): StatusMeaning {
  const known: Readonly<Record<number, StatusMeaning>> = statusMeanings;
  return known[status] ?? (status >= 500 ? 'service-failed' : 'not-understood');
}

/** `HTTP 503: “upstream timed out”`, in both languages. */
export function statusWithDetail({ status, detail }: StatusFault): string {
  return detail === '' ? `HTTP ${status}` : `HTTP ${status}: “${detail}”`;
}
