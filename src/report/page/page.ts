/** Puts the sections of a page in order. If there is not enough space, leaves out the least important parts. */

import type { Language } from '../../core/say.ts';
import type { Verdict } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { textsIn } from '../language/texts.ts';
import { escapeParagraphs } from '../markdown/escape.ts';
import { fold, joinBlocks, type SpaceLeft, spaceWithin } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import type { PublicModel } from '../public-model.ts';
import { countsSection } from './counts.ts';
import { factsFold } from './facts.ts';
import { blockingTable, otherFindingsLists, otherFindingsTitle } from './finding-lists.ts';
import type { FindingOptions } from './finding-parts.ts';
import { linksLine, missingPdfReports, runFooter } from './footer.ts';
import { headline, whatToDo } from './headline.ts';
import { noticesSection, rulesToCopySection } from './ignore-rules.ts';

/**
 * `issue`: without the headline, because GitHub shows the title, and with a note on what happens to the issue.
 * `summary`: with the descriptions and remediations of all findings, not folded.
 */
export type PageKind = 'comment' | 'issue' | 'summary';

interface PageOptions {
  /** The first line of the page, which tells the next run what this run wrote. */
  readonly hiddenLine?: string;
  /** The space for the page, if it is less than GitHub accepts. */
  readonly space?: SpaceLeft;
}

/** In UTF-16 units. GitHub accepts 65,536 of a comment or an issue. The rest is for what edits and proxies add. */
const maxCommentLength = 64_000;
/** GitHub drops the whole summary of a step above 1 MiB (1,048,576 bytes of UTF-8). */
const maxSummaryBytes = 1_000_000;
/** Limit of a description and of a remediation, in UTF-16 units: a comment has to show several findings. */
const maxFindingTextLength = { comment: 1500, issue: 1500, summary: 8000 };

const issueNote: Readonly<Record<Language, string>> = {
  en: 'Scan Gate updates this issue with each run, and closes it when nothing blocks any more, not even findings that a baseline lets pass. What is written here by hand is lost with the next run; comments stay.',
  pt: 'O Scan Gate atualiza esta issue a cada execução e a fecha quando nada mais bloqueia, nem mesmo achados que uma linha de base deixa passar. O que for escrito aqui à mão se perde na próxima execução; os comentários permanecem.',
};

function spaceOf(kind: PageKind): SpaceLeft {
  return kind === 'summary'
    ? spaceWithin(maxSummaryBytes, (text) => Buffer.byteLength(text))
    : spaceWithin(maxCommentLength, (text) => text.length);
}

/**
 * Renders the comment, the tracking issue or the job summary as GitHub Markdown, with the verdict first. If the
 * findings do not fit, whole findings are left out and counted: first findings that do not block, then the least
 * severe. Strings of a scan cannot form markup (`docs/contract.md`, "Nothing from
 * outside is trusted").
 */
export function renderPage(
  model: PublicModel,
  kind: PageKind,
  { hiddenLine = '', space = spaceOf(kind) }: PageOptions = {},
): string {
  return arrangeParts(fitParts(model, kind, { hiddenLine, space }), model.judgement.verdict);
}

/**
 * Renders the parts of a page. They ask for space in the order of their importance: the part that asks first is left
 * out last.
 */
function fitParts(model: ReportModel, kind: PageKind, { hiddenLine, space }: Required<PageOptions>) {
  const { findings } = model.judgement;
  const blockingFindings = findings.filter(({ status }) => status === 'blocking');
  const otherFindings = findings.filter(({ status }) => status !== 'blocking');
  const options = findingOptionsOf(model, kind);

  const opening = joinBlocks([kind === 'issue' ? '' : headline(model), whatToDo(model)]);
  const top = joinNonEmpty([hiddenLine, opening], '\n');
  space.reserve(top);
  const counts = space.fit(countsSection(model));
  const note = kind === 'issue' ? issueNote[model.language] : '';
  const footer = space.fit(joinBlocks([note, runFooter(model)]));
  const links = space.fit(linksLine(model, kind === 'summary'));
  const missingPdfs = space.fit(missingPdfReports(model));
  // Reserves space for the note on what is left out: twice its present length, because its numbers are known last.
  space.reserve(leftOutSentence(findings.length, blockingFindings.length, model).repeat(2));
  const rulesToCopy = space.fit(rulesToCopySection(blockingFindings, model));
  const blocking = blockingTable(blockingFindings, model, options, space);
  const notices = space.fit(noticesSection(model));
  const facts = factsFold(model, space);
  const otherTitle = otherFindings.length === 0 ? '' : otherFindingsTitle(otherFindings, options);
  const otherLists = space.reserve(`\n\n${fold(otherTitle, [otherTitle])}`)
    ? otherFindingsLists(otherFindings, model, options, space)
    : { markdown: '', count: 0 };

  const leftOutBlocking = blockingFindings.length - blocking.count;
  const leftOutCount = leftOutBlocking + otherFindings.length - otherLists.count;
  return {
    ...{ top, counts, links, notices, facts, missingPdfs, footer, otherTitle },
    leftOut: leftOutSentence(leftOutCount, leftOutBlocking, model),
    isBlockingLeftOut: leftOutBlocking > 0,
    // The rules to copy are for findings that the reader sees.
    rulesToCopy: blocking.count === 0 ? '' : rulesToCopy,
    blockingTable: blocking.markdown,
    otherLists: otherLists.markdown,
  };
}

/** Puts the parts in the order of the page. What blocks comes before the counts, unless nothing is decided. */
function arrangeParts(parts: ReturnType<typeof fitParts>, verdict: Verdict): string {
  const { counts, links, leftOut, isBlockingLeftOut, notices, facts, otherTitle, otherLists } = parts;
  const leftOutBelow = isBlockingLeftOut ? '' : leftOut;
  const blocking = joinBlocks([isBlockingLeftOut ? leftOut : '', parts.blockingTable]);
  const topByVerdict = {
    pass: [counts, links, blocking],
    fail: [links, blocking, counts],
    inconclusive: [links, counts, blocking],
  };
  // After a pass, one fold holds all that nobody has to act on.
  const folds =
    verdict === 'pass' && otherLists !== ''
      ? [fold(otherTitle, [otherLists, leftOutBelow, facts]), notices]
      : [fold(otherTitle, [otherLists]), leftOutBelow, parts.rulesToCopy, notices, facts];
  const { top, missingPdfs, footer } = parts;
  return joinBlocks([top, ...topByVerdict[verdict], ...folds, missingPdfs, footer]);
}

function findingOptionsOf(model: ReportModel, kind: PageKind): FindingOptions {
  const { baseline } = model.judgement;
  return {
    texts: textsIn[model.language],
    renderCell: (text) => escapeParagraphs(text, maxFindingTextLength[kind], '<br><br>'),
    // Without a baseline to compare with, every finding would be new, so no finding is marked.
    isNew: ({ status }) => baseline.kind === 'compared' && (status === 'blocking' || status === 'passing'),
    isFolded: kind !== 'summary',
  };
}

function leftOutSentence(count: number, blocking: number, { files, language }: ReportModel): string {
  const { leftOut } = textsIn[language].phrase;
  return count === 0 ? '' : `*${leftOut(count, blocking, files.artifactUrl !== null)}*`;
}
