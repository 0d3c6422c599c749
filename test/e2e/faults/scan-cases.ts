/** Cases of how a run comes by its scan, and what must come of each. */
import { expect } from '@jest/globals';
import { runSideBySide } from '../side-by-side.ts';
import type { Plan } from './fault-row.ts';
import { type Played, type PlayOptions, play } from './play.ts';

export interface Case {
  readonly title: string;
  readonly plan: Plan;
  readonly before?: PlayOptions['before'];
  readonly check: (played: Played) => void;
}

function reasonOf({ outputs }: Played): string {
  return outputs['reason'] ?? '';
}

/** The run passes, and `scans` began for it. */
export function passes(scans: number): (played: Played) => void {
  return ({ outputs, exitCode, scans: seen, lines }) =>
    expect({ verdict: outputs['verdict'], exitCode, seen, lines }).toMatchObject({
      verdict: 'pass',
      exitCode: 0,
      seen: scans,
    });
}

/** The run ends inconclusive, for a reason that holds all `words`. */
export function ends(scans: number, ...words: readonly string[]): (played: Played) => void {
  return (played) => {
    const { outputs, exitCode, scans: seen } = played;
    expect({ verdict: outputs['verdict'], exitCode, seen }).toEqual({
      verdict: 'inconclusive',
      exitCode: 1,
      seen: scans,
    });
    for (const each of words) expect(reasonOf(played)).toContain(each);
  };
}

/** Plays all cases side by side. @returns what came of each */
export function playCases(cases: readonly Case[]): ReadonlyMap<Case, Promise<Played>> {
  return runSideBySide(cases, 8, ({ plan, before }) => play(plan, before === undefined ? {} : { before }));
}
