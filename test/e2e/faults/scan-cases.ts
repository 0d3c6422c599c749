/** Cases of how a run gets its scan, and what must follow. */
import { expect } from '@jest/globals';
import { runSideBySide } from '../side-by-side.ts';
import type { Plan } from './fault-row.ts';
import { type Played, type PlayOptions, play } from './play.ts';

export interface Case extends PlayOptions {
  readonly title: string;
  readonly plan: Plan;
  readonly check: (played: Played) => void;
}

/** The run passes, and `scans` began for it. */
export function passes(scans: number): Case['check'] {
  return ({ outputs, exitCode, scans: seen, lines }) =>
    expect({ verdict: outputs['verdict'], exitCode, seen, lines }).toMatchObject({
      verdict: 'pass',
      exitCode: 0,
      seen: scans,
    });
}

/** The run ends inconclusive, for a reason that holds all `words`. */
export function ends(scans: number, ...words: readonly string[]): Case['check'] {
  return ({ outputs, exitCode, scans: seen }) => {
    expect([outputs['verdict'], exitCode, seen]).toEqual(['inconclusive', 1, scans]);
    for (const each of words) expect(outputs['reason']).toContain(each);
  };
}

/** Plays all cases side by side. */
export function playCases(cases: readonly Case[]): ReadonlyMap<Case, Promise<Played>> {
  return runSideBySide(cases, 8, ({ plan, ...options }) => play(plan, options));
}
