import { shown } from '../../core/outside.ts';
import type { Problem } from '../../core/problem.ts';
import { type Advice, say } from '../language/by-kind.ts';
import type { Texts } from '../language/texts.ts';
import { quotable } from '../markdown/escape.ts';

/** Longest text from outside that is shown, in code points. */
const maxTextLength = 200;

/** What happened and what to do about `problem`, as plain text. */
export function describeProblem(problem: Problem, texts: Texts): Advice {
  return say(
    texts.problem,
    shown(problem, (text) => quotable(text, maxTextLength)),
  );
}
