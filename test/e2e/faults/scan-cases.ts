/** Cases of how a run gets its scan, and what must follow. */
import { expect, test } from '@jest/globals';
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

/** A test of each case. */
export function playCases(cases: readonly Case[]): void {
  test.each(cases.map((each) => [each.title, each] as const))(
    '%s',
    async (_title, { plan, check, ...options }) => {
      const played = await play(plan, options);
      expect(played.lines).not.toEqual([]);
      check(played);
    },
  );
}
