import type { Finding } from '../gate/finding.ts';
import type { Texts } from '../text/texts.ts';
import { plain } from './escape.ts';
import { identifierWords, scoreWords } from './identifiers.ts';
import type { ReportModel } from './model.ts';

/** One message on the page of the run, plain text. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  /** One line. */
  readonly title: string;
  /** At most 4,096 characters, where GitHub cuts it. */
  readonly message: string;
}

/** GitHub keeps ten errors of a step; the last one says why the step failed. */
const maxAnnotations = 9;

function message(finding: Finding, texts: Texts): string {
  const { label } = texts;
  const remediation = plain(finding.remediation, 1200);
  const reference = plain(finding.references[0] ?? '', 300);
  return [
    [scoreWords(finding), ...identifierWords(finding)].filter((text) => text !== '').join(', '),
    plain(finding.description, 1200),
    remediation === '' ? '' : `${label.remediation}: ${remediation}`,
    reference === '' ? '' : `${label.reference}: ${reference}`,
  ]
    .filter((text) => text !== '')
    .join('\n');
}

/**
 * The blocking findings as annotations, at most nine; if there are more, eight and one that counts the others.
 * They are errors where the verdict is `fail`, else warnings: on a step that stays green, red would mislead.
 */
export function annotate(model: ReportModel, texts: Texts): Annotation[] {
  const { findings, verdict } = model.assessment;
  const level = verdict.outcome === 'fail' ? 'error' : 'warning';
  const blocking = findings.filter(({ status }) => status === 'blocking').map(({ finding }) => finding);
  const shown = blocking.length > maxAnnotations ? blocking.slice(0, maxAnnotations - 1) : blocking;
  const annotations = shown.map((finding): Annotation => {
    const name = plain(finding.name, 200) || texts.label.unnamed;
    const text = message(finding, texts);
    return {
      level,
      title: `${texts.severity[finding.severity]}: ${name}`,
      message: text === '' ? name : text,
    };
  });
  if (shown.length === blocking.length) return annotations;
  const more = texts.phrase.moreBlocking(blocking.length - shown.length);
  return [...annotations, { level, title: more, message: texts.phrase.moreAnnotations() }];
}
