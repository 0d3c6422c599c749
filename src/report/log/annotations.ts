import { joined } from '../../core/text.ts';
import type { JudgedFinding } from '../../gate/verdict.ts';
import type { Texts } from '../language/texts.ts';
import { plain } from '../markdown/escape.ts';
import { atMost } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import { needsWhy, placeWords, ruleWords, splitDescription } from '../sentences/finding-sentences.ts';
import { describeViolation } from '../sentences/policy-sentences.ts';
import { partialSentence } from '../sentences/verdict-sentences.ts';

/** One message on the page of the run, plain text. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  /** One line. */
  readonly title: string;
  /** At most 4,096 characters: GitHub cuts a longer one. */
  readonly message: string;
}

/** GitHub keeps ten errors of a step, and the last one says why the step failed. */
const maxAnnotations = 9;

/** Violations in one message. All are in the JSON result. */
const maxListed = 10;

function findingName({ finding }: JudgedFinding, texts: Texts): string {
  return plain(finding.name, 200) || texts.label.unnamed;
}

function message(judged: JudgedFinding, showsWhy: boolean, texts: Texts): string {
  const place = placeWords([judged.finding], texts);
  return joined(
    [
      // Some views of an annotation do not show its title.
      findingName(judged, texts),
      splitDescription(judged.finding.description).sentence,
      place === '' ? '' : `${texts.label.where}: ${place}`,
      showsWhy ? `${texts.policy.whyItBlocks}: ${ruleWords(judged, texts).join(', ')}` : '',
    ],
    '\n',
  );
}

/**
 * The annotations on the page of the run: the blocking findings, then the broken host rules that block in one annotation,
 * at most nine together. If there are more findings, the last one of them counts the others. They are errors if the
 * verdict is `fail`, also with `on-fail: warn`; without a verdict they are warnings.
 */
export function annotate(model: ReportModel, texts: Texts): Annotation[] {
  const level = model.assessment.verdict.outcome === 'fail' ? 'error' : 'warning';
  const host = ofHost(model, texts);
  const all = [...ofFindings(model, maxAnnotations - host.length, texts), ...host];
  return all.map((text) => ({ level, ...text }));
}

type AnnotationText = Omit<Annotation, 'level'>;

function ofFindings(model: ReportModel, max: number, texts: Texts): AnnotationText[] {
  const blocking = model.assessment.findings.filter(({ status }) => status === 'blocking');
  const listed = blocking.length > max ? blocking.slice(0, max - 1) : blocking;
  const showsWhy = needsWhy(blocking);
  const partial = partialSentence(model, texts);
  const shown = listed.map((judged) => ({
    title: `${texts.severity[judged.finding.severity]}: ${findingName(judged, texts)}`,
    message: joined([message(judged, showsWhy, texts), partial], '\n'),
  }));
  if (listed.length === blocking.length) return shown;
  const more = texts.phrase.moreBlocking(blocking.length - listed.length);
  return [...shown, { title: more, message: texts.phrase.moreAnnotations }];
}

/** The broken host rules that block, in one annotation. */
function ofHost(model: ReportModel, texts: Texts): AnnotationText[] {
  const broken = model.assessment.hostViolations.filter(({ blocks }) => blocks);
  if (broken.length === 0) return [];
  const items = broken.map((violation) => {
    const { what, remedy } = describeViolation(violation, model, texts);
    return plain(`${what} ${remedy}`, 350);
  });
  const listed = atMost(items, maxListed, texts.phrase.andMore);
  const title = texts.title.block(texts.phrase.violationCount(broken.length), broken.length);
  return [{ title, message: joined([...listed, partialSentence(model, texts)], '\n') }];
}
