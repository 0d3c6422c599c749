import type { Endpoint } from '../../core/problem.ts';
import type { Advice, ShownFault } from './by-kind.ts';

/** An HTTP status of the service other than 200. */
type StatusFault = ShownFault & { kind: 'status' };

/** What a status means for the reader: each has a text of its own. */
type StatusMeaning =
  | 'not-accepted'
  | 'wrong-key'
  | 'no-access'
  | 'not-found'
  | 'conflict'
  | 'too-many'
  | 'service-failed'
  | 'not-understood';

/** `what` is the middle of the sentence: the words before it and the status after it are added. */
export type StatusTexts = Readonly<Record<StatusMeaning, (endpoint: Endpoint, fault: StatusFault) => Advice>>;

const meanings: ReadonlyMap<number, StatusMeaning> = new Map([
  [400, 'not-accepted'],
  [422, 'not-accepted'],
  [401, 'wrong-key'],
  [403, 'no-access'],
  [404, 'not-found'],
  [408, 'service-failed'],
  [409, 'conflict'],
  [429, 'too-many'],
]);

export function meaningOf({ status }: StatusFault): StatusMeaning {
  return meanings.get(status) ?? (status >= 500 ? 'service-failed' : 'not-understood');
}

/** `HTTP 503: “upstream timed out”`, in both languages. */
export function shownStatus({ status, detail }: StatusFault): string {
  return detail === '' ? `HTTP ${status}` : `HTTP ${status}: “${detail}”`;
}
