/** The annotations on the page of the run. */

import { plainText } from '../../core/plain-text.ts';
import type { Runner } from '../../core/ports.ts';
import type { Language, Template } from '../../core/say.ts';
import { joinNonEmpty } from '../../core/text.ts';
import type { JudgedFinding } from '../../gate/judgement.ts';
import { placesPhrase, splitDescription } from '../findings.ts';
import type { PublicModel } from '../public-model.ts';
import { label, moreBlocking, severityName } from '../words.ts';

/** Plain text: a title of one line, and a message of at most 4,096 characters, because GitHub cuts longer messages. */
type Annotation = Parameters<Runner['annotate']>[0];

/** GitHub keeps ten errors of a step. The tenth is for the message that says why the step failed. */
const maxAnnotations = 9;

/**
 * The annotations on the page of the run, at most nine: one for each blocking finding. If there are more, the last one
 * counts the rest. They are errors if the verdict is `fail`, even with `on-fail: warn`; otherwise they are warnings.
 */
export function annotationsOf(model: PublicModel): Annotation[] {
  const { language } = model;
  const { findings, verdict } = model.judgement;
  const level = verdict === 'fail' ? 'error' : 'warning';
  const annotation = (title: string, lines: readonly string[]): Annotation => ({
    level,
    title,
    message: joinNonEmpty(lines, '\n'),
  });
  const blocking = findings.filter(({ status }) => status === 'blocking');
  const listed = blocking.length > maxAnnotations ? blocking.slice(0, maxAnnotations - 1) : blocking;
  const moreCount = blocking.length - listed.length;
  const annotations = listed.map((judged) => {
    const name = plainText(judged.finding.name, 200) || label('unnamed', language);
    // Some views of an annotation do not show its title.
    const lines = [name, ...findingLines(judged, language)];
    return annotation(`${severityName(judged.finding.severity, language)}: ${name}`, lines);
  });
  if (moreCount > 0) annotations.push(annotation(moreBlocking(moreCount, language), [whereAllAre[language]]));
  return annotations;
}

const whereAllAre: Template = {
  en: 'All of them are in the job summary and in the JSON result.',
  pt: 'Todos estão no resumo do job e no resultado JSON.',
};

/** What the finding is, and where it is. */
function findingLines(judged: JudgedFinding, language: Language): string[] {
  const place = placesPhrase(judged.finding.places, language);
  return [
    splitDescription(judged.finding.description).sentence,
    place === '' ? '' : `${label('where', language)}: ${place}`,
  ];
}
