import { describe, expect, test } from '@jest/globals';
import { faultTexts, remedies } from '../../../src/core/fault-texts.ts';
import { gitHubFaultKinds } from '../../../src/core/github-fault.ts';
import {
  CancelledError,
  describeProblem,
  type Problem,
  ProblemError,
  problemOf,
} from '../../../src/core/problem.ts';
import { problemTexts } from '../../../src/core/problem-texts.ts';
import { onlyPublicFacts } from '../../../src/core/public-facts.ts';
import { languages, type Template } from '../../../src/core/say.ts';
import { factsIn, problems, statusFault } from '../../support/problem-samples.ts';

const said = (problem: Problem) => Object.values(describeProblem(problem, 'en')).join(' ');

const templates = [problemTexts, faultTexts, gitHubFaultKinds, remedies];
const rows = templates.flatMap((kinds) => Object.entries<Template>(kinds));

test.each(rows)('each template has both languages, with equal names and facts: %s', (_kind, { en, pt }) => {
  expect(en).not.toBe(pt);
  for (const text of [en, pt]) expect(text).not.toMatch(/^\s|\s$|\n\n| {2}/u);
  expect(en.split('\n')).toHaveLength(pt.split('\n').length);
  const names = (text: string) => [...new Set(text.match(/`[^`]*`/gu))].toSorted();
  expect(names(pt)).toEqual(names(en));
  // What an answer should be is in English, and some details are only in the log.
  const optional = ['expected', 'detail'];
  const facts = (text: string) => [...new Set(factsIn(text))].filter((name) => !optional.includes(name));
  expect(facts(pt).toSorted()).toEqual(facts(en).toSorted());
  expect(factsIn(pt).filter((name) => !factsIn(en).includes(name))).toEqual([]);
});

test.each(problems)('each problem is said in full sentences, with a remedy for everybody: %j', (problem) => {
  for (const language of languages)
    for (const shown of [problem, onlyPublicFacts(problem)]) {
      const { what, remedy } = describeProblem(shown, language);
      expect(`${what} ${remedy}`).not.toMatch(/undefined|null|NaN|\[|\]|[{}]|“”|``| {2}/u);
      expect(what).toMatch(/(?:\.|: https:\S+)$/u);
      expect(remedy).toMatch(/[^.]\.$|`\.$/u);
    }
});

/** The names of the facts below `value` that hold a text beginning with `mark`. */
function namesWith(mark: string, value: object): string[] {
  return Object.entries(value).flatMap(([name, fact]) => {
    if (typeof fact === 'object' && fact !== null && !Array.isArray(fact)) return namesWith(mark, fact);
    return [fact].flat().some((text) => String(text).startsWith(mark)) ? [name] : [];
  });
}

/** `problem` with a mark before each text, but for its kinds and operation. */
function marked<T>(problem: T): T {
  return JSON.parse(JSON.stringify(problem), (name, fact) =>
    typeof fact === 'string' && !['kind', 'operation'].includes(name) ? `zip-slip:${fact}` : fact,
  );
}

test('anybody may read these facts, and no others: a new one is withheld', () => {
  const left = problems.map((problem) => onlyPublicFacts(marked(problem)));
  expect([...new Set(left.flatMap((facts) => namesWith('zip-slip:', facts)))].toSorted()).toEqual([
    ...['code', 'commit', 'deployments', 'environment', 'eventName', 'expected'],
    ...['options', 'path', 'pending', 'state'],
  ]);
  for (const problem of left) {
    const words = said(problem);
    expect(words.includes('zip-slip')).toBe(namesWith('zip-slip:', problem).length > 0);
  }
  const open: Problem = { kind: 'timeout', afterMs: 1, percentage: 40 };
  expect(onlyPublicFacts(open)).toEqual(open);
});

describe('the words of', () => {
  test('a deployment without the name of its environment ask for no name that is missing', () => {
    const remedyFor = (environment: string) =>
      describeProblem({ kind: 'deployment-not-meant', environment }, 'en').remedy;
    expect(remedyFor('staging')).toMatch(/^To have it scanned, set `environment: staging`\.\nIf not, run /u);
    expect(remedyFor('')).toMatch(/^If not, run /u);
  });

  test('a baseline are about the baseline, not about the scan', () => {
    const baseline = 'www.example.com';
    const problem = { kind: 'incomplete', percentage: 40 } as const;
    const { what, remedy } = describeProblem({ kind: 'baseline', baseline, problem }, 'en');
    expect(what).toBe(
      'The baseline `www.example.com` could not be read, so it is not known what is new. The scan is incomplete (40%), so part of the target was not checked.',
    );
    expect(remedy).toContain('set `baseline`');
  });

  test('a baseline are about the service if that gave no answer', () => {
    const problem = { kind: 'service', operation: 'list', fault: statusFault(401), tries: 1 } as const;
    const { remedy } = describeProblem({ kind: 'baseline', baseline: 'www.example.com', problem }, 'en');
    expect(remedy).toMatch(/^Check the secret behind `api-key`/u);
  });

  test('a scan that may not have been started never say that it waits in the queue, or goes on', () => {
    const afterMs = 3_600_000;
    const unconfirmed: Problem = { kind: 'start-unconfirmed', fault: { kind: 'timeout', afterMs } };
    const timeout: Problem = { kind: 'timeout', afterMs, percentage: null };
    for (const problem of [unconfirmed, timeout, { kind: 'cancelled' } as const])
      expect(said(problem)).not.toMatch(/queue|goes on|still running/);
    expect(said({ ...timeout, percentage: 0 })).toContain('after 1 h; it had reached 0%.');
  });

  test('deployments that cannot be read say first what GitHub needs', () => {
    const gitHub = { kind: 'permission', status: 403, detail: '' } as const;
    const { remedy } = describeProblem({ kind: 'deployments-unreadable', gitHub }, 'en');
    expect(remedy).toMatch(/^Add `permissions: deployments: read`.*\nOr give the URL as `url`\.$/su);
  });
});

const ended = { kind: 'incomplete', percentage: 40 } as const;
test.each<[what: string, thrown: unknown, problem: Problem]>([
  ['that a stage threw', new ProblemError(ended), ended],
  ['of a cancellation', new CancelledError('SIGINT'), { kind: 'cancelled' }],
  ['of any other error', new TypeError('broken'), { kind: 'internal', detail: 'TypeError: broken' }],
  ['of a text', 'text', { kind: 'internal', detail: 'text' }],
  ['of nothing', undefined, { kind: 'internal', detail: 'undefined' }],
  ['of any other value', Symbol('odd'), { kind: 'internal', detail: 'Symbol(odd)' }],
])('problemOf finds the problem %s', (_what, thrown, problem) => {
  expect(problemOf(thrown)).toEqual(problem);
});

test('the message of a problem does not repeat an answer', () => {
  const error = new ProblemError({ kind: 'internal', detail: 'hostile' });
  expect(error.message).toBe('problem: internal');
});
