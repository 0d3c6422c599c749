/** The end of the log, which people see when they open it, and the annotations on the page of the run. */

import { plainText } from '../core/plain-text.ts';
import type { Runner } from '../core/ports.ts';
import { joinNonEmpty, numberFormats, type Template } from '../core/say.ts';
import { blockingFindings } from '../gate/judgement.ts';
import {
  countFindings,
  type FindingGroup,
  firstSentenceOf,
  groupEqualFindings,
  identifiersOf,
  placesPhrase,
  scorePhrase,
} from './finding-phrases.ts';
import type { ReportModel } from './model.ts';
import type { PublishedModel } from './published-model.ts';
import { describeObjections } from './sentences/objection-sentences.ts';
import { describeNotice, noticesTitle, ruleLocation, whoSeesFindings } from './sentences/policy-sentences.ts';
import { verdictTitle } from './sentences/titles.ts';
import { sentencesOnCounts } from './sentences/verdict-sentences.ts';
import { andMore, countsPhrase, firstAndMore, label, moreBlocking, severityName } from './words.ts';

/** How many blocking findings the log lists, so that they fit on one screen. */
const maxBlockingLines = 15;
/** How many notices the log lists. */
const maxNotices = 5;
/** Longest name and places of a finding. */
const maxFindingWidth = 60;
const maxWhereWidth = 40;

/** The counts in one line, after an empty one. */
function countsLines({ judgement: { counts, verdict } }: ReportModel): string[] {
  const words = countsPhrase(counts, 'en');
  if (words === '') return [];
  return ['', verdict === 'inconclusive' ? `${label('soFar', 'en')}: ${words}` : words];
}

/** If findings are withheld: why, and who can see them, and where. */
function withheldLines(model: ReportModel): string[] {
  const withheld = whoSeesFindings(model);
  return withheld === null ? [] : ['', `${withheld.title}: ${withheld.readers}`];
}

/** The blocking findings. Equal findings share a line, as in the comment. New findings are not marked here. */
function blockingLines(model: ReportModel): string[] {
  const blocking = blockingFindings(model.judgement);
  if (blocking.length === 0) return [];
  const groups = groupEqualFindings(blocking).slice(0, maxBlockingLines);
  const moreCount = blocking.length - countFindings(groups);
  return [
    '',
    `Blocking findings (${numberFormats.en.number(blocking.length)})`,
    ...groups.map(findingLine),
    ...(moreCount > 0 ? [andMore(moreCount, 'en')] : []),
  ];
}

/** Severity, score, name, places and identifier. The severity comes before any text of the scan. */
function findingLine({ representative: { finding }, count, places }: FindingGroup): string {
  const severity = severityName(finding.severity, 'en').padEnd(8);
  const name = plainText(finding.name, maxFindingWidth) || label('unnamed', 'en');
  const facts = [
    count === 1 ? name : `${name} × ${numberFormats.en.number(count)}`,
    placesPhrase(places, 'en', maxWhereWidth),
    identifiersOf(finding)[0] ?? '',
  ];
  return `  ${severity} ${scorePhrase(finding, 'en').padStart(4)}  ${joinNonEmpty(facts, ' · ')}`;
}

function noticeLines(model: ReportModel): string[] {
  const { ruleNotices } = model.judgement;
  if (ruleNotices.length === 0) return [];
  const items = ruleNotices.map((notice) => {
    const { what, remedy } = describeNotice(notice, 'en');
    return plainText(`- ${ruleLocation(notice.rule, model)}: ${what} ${remedy}`, 400);
  });
  const shown = firstAndMore(items, maxNotices, 'en');
  return ['', noticesTitle(items.length, 'en'), ...shown];
}

/**
 * The end of the log, in English: verdict, reasons, counts, notices, and last the blocking findings with their places.
 * The text is plain and fits on one screen. Except for sentences, lines have at most about 140 columns.
 */
export function logEnd(reported: PublishedModel): string[] {
  const model: ReportModel = { ...reported, language: 'en' };
  const objections = describeObjections(model).flatMap(({ what, remedy }) =>
    remedy === '' ? [what] : [what, `  What to do: ${remedy.replaceAll('\n', ' ')}`],
  );
  return [
    verdictTitle(model),
    ...objections,
    ...sentencesOnCounts(model),
    ...countsLines(model),
    ...noticeLines(model),
    ...blockingLines(model),
    ...withheldLines(model),
  ];
}

/** The last lines of the log: where to read on. @param links by name; `null` for a page that was not published */
export function linkLines(links: Readonly<Record<string, string | null>>): string[] {
  const lines = Object.entries(links).flatMap(([name, url]) =>
    url === null ? [] : [`${name}: ${plainText(url, 500)}`],
  );
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Plain text: a title of one line, and a message of at most 4,096 characters, because GitHub cuts longer messages. */
type Annotation = Parameters<Runner['annotate']>[0];

/** GitHub keeps ten errors of a step. The tenth is for the message that says why the step failed. */
const maxAnnotations = 9;

/**
 * The annotations on the page of the run, at most nine: one for each blocking finding. If there are more, the last one
 * counts the rest. They are errors if the verdict is `fail`, even with `on-fail: warn`; otherwise they are warnings.
 */
export function annotationsOf(model: PublishedModel): Annotation[] {
  const { language } = model;
  const level = model.judgement.verdict === 'fail' ? 'error' : 'warning';
  const blocking = blockingFindings(model.judgement);
  const listed = blocking.length > maxAnnotations ? blocking.slice(0, maxAnnotations - 1) : blocking;
  const annotations = listed.map(({ finding }): Annotation => {
    const name = plainText(finding.name, 200) || label('unnamed', language);
    const place = placesPhrase(finding.places, language);
    const lines = [
      // Some views of an annotation do not show its title.
      name,
      firstSentenceOf(finding.description),
      place === '' ? '' : `${label('where', language)}: ${place}`,
    ];
    const title = `${severityName(finding.severity, language)}: ${name}`;
    return { level, title, message: joinNonEmpty(lines, '\n') };
  });
  const moreCount = blocking.length - listed.length;
  if (moreCount > 0)
    annotations.push({ level, title: moreBlocking(moreCount, language), message: whereAllAre[language] });
  return annotations;
}

const whereAllAre: Template = {
  en: 'All of them are in the job summary and in the JSON result.',
  pt: 'Todos estão no resumo do job e no resultado JSON.',
};
