/** Which deployment of a commit holds the preview. Pure: the API is asked in `discover.ts`. */
import { matchesGlob } from '../core/glob.ts';

/** A deployment and its newest status, as the API tells them. Strings come from whatever app deployed. */
export interface Deployment {
  readonly id: number;
  readonly environment: string;
  readonly isProduction: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** `pending`, `queued`, `in_progress`, `success`, `failure`, `error` or `inactive`. */
  readonly state: string;
  /** Where it can be seen; empty when it has no address. */
  readonly url: string;
  /** Where its log can be read; empty when there is none. */
  readonly logUrl: string;
  /** When its newest status was set, in milliseconds since the Unix epoch. */
  readonly statusAt: number;
}

/** What the deployments of a commit come to. */
export type Choice =
  | { kind: 'ready'; deployment: Deployment }
  | { kind: 'failed'; deployment: Deployment }
  /** None has succeeded yet; `pending` are those that may. `withoutUrl` is true where one succeeded that has no address. */
  | { kind: 'waiting'; pending: readonly Deployment[]; withoutUrl: boolean };

/** Without a glob every environment fits but production, which is no preview. */
export function fitsEnvironment(
  { environment, isProduction }: Pick<Deployment, 'environment' | 'isProduction'>,
  glob: string | null,
): boolean {
  if (glob !== null) return matchesGlob(glob, environment);
  return !isProduction && !/^prod(?:uction)?$/i.test(environment);
}

/**
 * The newest successful deployment that has an address. In each environment the newest deployment that is not retired
 * speaks for it, unless it succeeded without an address: that is a job that only uses the environment. One that is pending
 * is waited for, and a failed one ends the wait where none is.
 */
export function chooseDeployment(deployments: readonly Deployment[]): Choice {
  const newest = new Map<string, Deployment>();
  let withoutUrl = false;
  for (const deployment of deployments) {
    const { environment, state, url, createdAt } = deployment;
    const isEmpty = state === 'success' && url === '';
    withoutUrl ||= isEmpty;
    if (state === 'inactive' || isEmpty) continue;
    const other = newest.get(environment);
    if (other === undefined || createdAt > other.createdAt) newest.set(environment, deployment);
  }
  const current = [...newest.values()].toSorted((a, b) => b.createdAt - a.createdAt);
  const ready = current.find(({ state }) => state === 'success');
  if (ready !== undefined) return { kind: 'ready', deployment: ready };
  const failed = current.find(({ state }) => hasFailed(state));
  const pending = current.filter(({ state }) => !hasFailed(state));
  if (failed !== undefined && pending.length === 0) return { kind: 'failed', deployment: failed };
  return { kind: 'waiting', pending, withoutUrl };
}

function hasFailed(state: string): boolean {
  return state === 'failure' || state === 'error';
}
