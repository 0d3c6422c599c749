/** A problem in words: what happened and what to do. */

import { withReportTexts } from '../../core/classified-text.ts';
import type { Problem } from '../../core/problem.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { type Advice, type ShownProblem, textFor } from '../language/advice.ts';
import { meaningOfStatus } from '../language/http-status.ts';
import type { Texts } from '../language/texts.ts';
import { quotableText } from '../plain-text.ts';

/** Longest text from outside that is shown, in code points. */
const maxOutsideLength = 200;

/** What happened and what to do about `problem`, as plain text. */
export function describeProblem(problem: Problem, texts: Texts): Advice {
  return describeShownProblem(
    withReportTexts(problem, (text) => quotableText(text, maxOutsideLength)),
    texts,
  );
}

function describeShownProblem(problem: ShownProblem, texts: Texts): Advice {
  if (problem.kind === 'baseline') return describeUnreadBaseline(problem, texts);
  return problem.kind === 'service' ? describeFailedRequest(problem, texts) : textFor(texts.problem, problem);
}

/** What happened and what to do about a failed request to the service. */
function describeFailedRequest(
  { operation, fault }: ShownProblem & { kind: 'service' },
  { fault: words }: Texts,
): Advice {
  const brief: string = textFor(words.brief, fault);
  const advice: Advice =
    fault.kind === 'status'
      ? words.status[meaningOfStatus(fault)](operation, fault)
      : { what: '', remedy: textFor(words.remedy, fault) };
  const what = advice.what === '' ? brief : `${advice.what} (${brief})`;
  // A 404 means that there is no such scan.
  const isThere = operation === 'fetch' && !(fault.kind === 'status' && fault.status === 404);
  const sentences = [`${words.doing[operation]}, ${what}.`, isThere ? words.goesOn : ''];
  return { what: joinNonEmpty(sentences, ' '), remedy: advice.remedy };
}

/** Says that a baseline could not be read, and why. */
function describeUnreadBaseline(
  { baseline, problem }: ShownProblem & { kind: 'baseline' },
  texts: Texts,
): Advice {
  const { unread, notFinished, another } = texts.baseline;
  if (problem.kind === 'ended-early') {
    return { what: `${unread(baseline)} ${notFinished(problem.percentage)}`, remedy: another };
  }
  const { what, remedy } = describeShownProblem(problem, texts);
  const isOwn = problem.kind === 'service' || problem.kind === 'list-cut';
  return { what: `${unread(baseline)} ${what}`, remedy: isOwn ? remedy : another };
}
