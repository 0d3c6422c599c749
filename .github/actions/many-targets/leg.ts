/** The small file in which the job of one target leaves its verdict for the last job. */
import { type Outcome, outcomes } from '../../../src/core/choices.ts';

type CountName = 'blocking' | 'total' | 'critical' | 'high' | 'medium' | 'low' | 'warning';
/** `null` if the scan gave no count. */
export type Counts = Readonly<Record<CountName, number | null>>;

/** Says which target it is about by its place in the list. Holds no address, so that it may be read by anybody. */
export interface Leg {
  readonly index: number;
  /** Of the workflow run, from 1. */
  readonly attempt: number;
  readonly verdict: Outcome;
  /** False for a verdict that is only warned about. */
  readonly stepFailed: boolean;
  /** Id of the job, or `''`. */
  readonly job: string;
  readonly counts: Counts;
}

export function isOutcome(value: unknown): value is Outcome {
  return outcomes.some((verdict) => verdict === value);
}

export function worseOutcome(one: Outcome, other: Outcome): Outcome {
  return outcomes.indexOf(one) > outcomes.indexOf(other) ? one : other;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** @param read gives the value of a count by its name: a whole number, also as text */
export function countsOf(read: (name: string) => unknown): Counts {
  const count = (name: string): number | null => {
    const value = read(name);
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    return isWhole(number) ? number : null;
  };
  return {
    blocking: count('blocking'),
    total: count('total'),
    critical: count('critical'),
    high: count('high'),
    medium: count('medium'),
    low: count('low'),
    warning: count('warning'),
  };
}

/** The text of the file. */
export function formatLeg({ counts, ...leg }: Leg): string {
  return JSON.stringify({ ...leg, ...counts });
}

/** Reads the file. @returns `undefined` if what decides is missing or malformed */
export function readLeg(text: string): Leg | undefined {
  const fields = fieldsOf(text);
  const { index, attempt, verdict, stepFailed, job } = fields;
  if (!isWhole(index) || !isWhole(attempt) || !isOutcome(verdict)) return undefined;
  if (typeof stepFailed !== 'boolean') return undefined;
  const counts = countsOf((name) => fields[name]);
  return { index, attempt, verdict, stepFailed, job: jobIdOf(job), counts };
}

/** The id of a job as it is in addresses, else `''`. */
export function jobIdOf(value: unknown): string {
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? value : '';
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
