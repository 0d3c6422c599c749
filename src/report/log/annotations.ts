/** The annotations on the page of the run. */

import type { Runner } from '../../core/ports.ts';
import { joinNonEmpty } from '../../core/text.ts';
import type { JudgedFinding } from '../../gate/verdict.ts';
import type { Texts } from '../language/texts.ts';
import { limitList } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { plainText } from '../plain-text.ts';
import {
  blockByDifferentRules,
  blockingRulePhrases,
  placePhrase,
  splitDescription,
} from '../sentences/finding-sentences.ts';
import { describeViolation } from '../sentences/policy-sentences.ts';
import { partialSentence } from '../sentences/verdict-sentences.ts';

/** Plain text: a title of one line, and a message of at most 4,096 characters, because GitHub cuts longer messages. */
type Annotation = Parameters<Runner['annotate']>[0];

/** GitHub keeps ten errors of a step. The tenth is for the message that says why the step failed. */
const maxAnnotations = 9;

/** How many violations one message lists. The JSON result has all of them. */
const maxViolations = 10;

/**
 * The annotations on the page of the run, at most nine: one for each blocking finding, then one for all violated host
 * rules that block. If there are too many findings, the last annotation about findings counts the rest. The annotations
 * are errors if the verdict is `fail`, even with `on-fail: warn`; otherwise they are warnings.
 */
export function annotationsOf(model: ReportModel, texts: Texts): Annotation[] {
  const { findings, hostViolations, verdict } = model.assessment;
  const level = verdict.outcome === 'fail' ? 'error' : 'warning';
  const partial = partialSentence(model, texts);
  const annotation = (title: string, lines: readonly string[]): Annotation => ({
    level,
    title,
    message: joinNonEmpty([...lines, partial], '\n'),
  });
  const blocking = findings.filter(({ status }) => status === 'blocking');
  const violations = hostViolations.filter(({ blocks }) => blocks);
  const max = violations.length === 0 ? maxAnnotations : maxAnnotations - 1;
  const listed = blocking.length > max ? blocking.slice(0, max - 1) : blocking;
  const moreCount = blocking.length - listed.length;
  const showsWhy = blockByDifferentRules(blocking);
  const annotations = listed.map((judged) => {
    const name = plainText(judged.finding.name, 200) || texts.label.unnamed;
    // Some views of an annotation do not show its title.
    const lines = [name, ...findingLines(judged, showsWhy, texts)];
    return annotation(`${texts.severity[judged.finding.severity]}: ${name}`, lines);
  });
  if (moreCount > 0)
    annotations.push(annotation(texts.phrase.moreBlocking(moreCount), [texts.phrase.moreAnnotations]));
  if (violations.length > 0) {
    const count = violations.length;
    const title = texts.title.block({ what: texts.phrase.violationCount(count), count });
    const items = violations.map((violation) => {
      const { what, remedy } = describeViolation(violation, model, texts);
      return plainText(`${what} ${remedy}`, 350);
    });
    annotations.push(annotation(title, limitList(items, maxViolations, texts.phrase.andMore)));
  }
  return annotations;
}

/** What the finding is, where it is, and why it blocks. */
function findingLines(judged: JudgedFinding, showsWhy: boolean, texts: Texts): string[] {
  const place = placePhrase([judged.finding], texts);
  return [
    splitDescription(judged.finding.description).sentence,
    place === '' ? '' : `${texts.label.where}: ${place}`,
    showsWhy ? `${texts.policy.whyItBlocks}: ${blockingRulePhrases(judged, texts).join(', ')}` : '',
  ];
}
