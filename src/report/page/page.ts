/** Puts the sections of a page in order. If there is not enough space, leaves out the least important parts. */

import { plainText } from '../../core/plain-text.ts';
import { type Language, say, wordsIn } from '../../core/say.ts';
import type { Verdict } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { shownDuration } from '../../core/time.ts';
import { escapeKeepingCode, escapeMarkdown, escapeParagraphs } from '../markdown/escape.ts';
import { fold, joinBlocks, type SpaceLeft, spaceWithin } from '../markdown/fit.ts';
import { link } from '../markdown/link.ts';
import type { ReportedRun, ReportModel } from '../model.ts';
import type { PublicModel } from '../public-model.ts';
import { label } from '../words.ts';
import { countsSection } from './counts.ts';
import { factsFold } from './facts.ts';
import { blockingTable, type FindingOptions, otherFindingsLists, otherFindingsTitle } from './findings.ts';
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
  space.reserve(leftOutSentence(findings.length, blockingFindings.length, model.language).repeat(2));
  const rulesToCopy = space.fit(rulesToCopySection(blockingFindings, model));
  const blocking = blockingTable(blockingFindings, model, options, space);
  const notices = space.fit(noticesSection(model));
  const facts = factsFold(model, space);
  const otherTitle = otherFindings.length === 0 ? '' : otherFindingsTitle(otherFindings, model.language);
  const otherLists = space.reserve(`\n\n${fold(otherTitle, [otherTitle])}`)
    ? otherFindingsLists(otherFindings, model, options, space)
    : { markdown: '', count: 0 };

  const leftOutBlocking = blockingFindings.length - blocking.count;
  const leftOutCount = leftOutBlocking + otherFindings.length - otherLists.count;
  return {
    ...{ top, counts, links, notices, facts, missingPdfs, footer, otherTitle },
    leftOut: leftOutSentence(leftOutCount, leftOutBlocking, model.language),
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
    language: model.language,
    renderCell: (text) => escapeParagraphs(text, maxFindingTextLength[kind], '<br><br>'),
    // Without a baseline to compare with, every finding would be new, so no finding is marked.
    isNew: ({ status }) => baseline.kind === 'compared' && (status === 'blocking' || status === 'passing'),
    isFolded: kind !== 'summary',
  };
}

/** @param blocking how many of those that are left out block */
function leftOutSentence(count: number, blocking: number, language: Language): string {
  if (count === 0) return '';
  const template = {
    en: '{count:finding is|findings are} left out here because GitHub limits the length[ ({total} blocking: the worst are shown)]. The full list is in the JSON result (output `result-path`).',
    pt: '{count:achado foi omitido|achados foram omitidos} aqui porque o GitHub limita o tamanho[ (bloqueantes: {total}; os piores estão aqui)]. A lista completa está no resultado JSON (output `result-path`).',
  };
  return `*${say(template, { count, total: blocking === 0 ? null : blocking }, language)}*`;
}

/** Which PDF reports are missing, and why; `''` if none is. */
function missingPdfReports({ files, language }: ReportModel): string {
  const missing = wordsIn(language)(
    'is missing, which does not change the result.',
    'não está disponível, o que não muda o resultado.',
  );
  return files.missing
    .map(({ type, why }) => escapeKeepingCode(`${label(type, language)} ${missing} ${why}`))
    .join('<br>\n');
}

/** The PDF reports, the job summary and the archive as one line of links; `''` if there are none. */
function linksLine({ run, scan, disclosure, files, language }: ReportModel, isInSummary: boolean): string {
  // If there was no scan, or if findings are withheld, the summary says no more than the comment.
  const saysMore = disclosure.mode === 'full' && scan.id !== null && !isInSummary;
  const linkTo = (text: string, url: string | null) => (url === null ? '' : link(text, url));
  const links = [
    ...files.pdfs.map(({ type, url }) => (url === null ? '' : `📄 **${link(label(type, language), url)}**`)),
    linkTo(wordsIn(language)('Job summary', 'Resumo do job'), saysMore ? run.url : null),
    linkTo('JSON, SARIF', files.artifactUrl),
  ];
  return joinNonEmpty(links, ' · ');
}

/** The run, its commit if that is known, and how long it took if there was a scan. */
function runFooter({ run, scan, language }: ReportModel): string {
  const t = wordsIn(language);
  const job = link(plainText(`${run.workflow} / ${run.job}`, 120), run.url);
  const commit = run.sha === null ? '' : `commit ${commitLink(run.sha, run)}`;
  const took =
    scan.id === null || run.durationMs < 1000 ? '' : `${t('took', 'levou')} ${shownDuration(run.durationMs)}`;
  return `<sub>${joinNonEmpty([`${t('Run', 'Execução')} ${job}`, commit, took], ' · ')}</sub>`;
}

/** A commit as a link to its page in the repository of the run. A text that is not a hash stays text. */
function commitLink(sha: string, { repositoryUrl }: ReportedRun): string {
  if (!/^[0-9a-f]{7,64}$/u.test(sha)) return escapeMarkdown(sha, 64);
  // The digits are not escaped, because they are inside code and people copy them.
  return `[\`${sha.slice(0, 7)}\`](${repositoryUrl}/commit/${sha})`;
}
