/** Puts the sections of a page in order. If there is not enough space, leaves out the least important parts. */

import { shortSha } from '../../core/ids.ts';
import { plainText } from '../../core/plain-text.ts';
import { joinNonEmpty, type Language, say, wordsIn } from '../../core/say.ts';
import { shownDuration } from '../../core/time.ts';
import { blockingFindings } from '../../gate/judgement.ts';
import { escapeKeepingCode, escapeMarkdown } from '../markdown/escape.ts';
import { joinBlocks, type SpaceLeft, spaceWithin } from '../markdown/fit.ts';
import { link } from '../markdown/link.ts';
import type { PageKind, ReportedRun, ReportModel } from '../model.ts';
import type { PublishedModel } from '../published-model.ts';
import { label } from '../words.ts';
import { blockingTable, otherFindingsFold } from './finding-tables.ts';
import { noticesSection, rulesToCopySection } from './rule-sections.ts';
import { scanDetailsFold } from './scan-details.ts';
import { countsSection, headline, whatToDo } from './top.ts';

interface PageOptions {
  /** The first line of the page, which tells the next run what this run wrote. */
  readonly hiddenLine?: string;
  /** The space for the page, if it is less than GitHub accepts. */
  readonly space?: SpaceLeft;
}

/** In UTF-16 units. GitHub accepts 65,536 of a comment or an issue. The rest is a reserve. */
const maxPostLength = 64_000;
/** GitHub drops the whole summary of a step above 1 MiB (1,048,576 bytes of UTF-8). */
const maxSummaryBytes = 1_000_000;

const aboutIssue: Readonly<Record<Language, string>> = {
  en: 'Scan Gate updates this issue with each run that has a clear result, and closes it when nothing blocks any more, not even findings that a baseline lets pass. What is written here by hand is lost with the next run; comments stay.',
  pt: 'O Scan Gate atualiza esta issue a cada execução com resultado claro e a fecha quando nada mais bloqueia, nem mesmo achados que uma linha de base deixa passar. O que for escrito aqui à mão se perde na próxima execução; os comentários permanecem.',
};

function spaceOf(kind: PageKind): SpaceLeft {
  return kind === 'summary'
    ? spaceWithin(maxSummaryBytes, (text) => Buffer.byteLength(text))
    : spaceWithin(maxPostLength, (text) => text.length);
}

/**
 * Renders the comment, the tracking issue or the job summary as GitHub Markdown, with the verdict first. If the
 * findings do not fit, whole findings are left out and counted: first findings that do not block, then the least
 * severe. Strings of a scan cannot form markup (`docs/contract.md`, "Nothing from outside is trusted").
 */
export function renderPage(
  model: PublishedModel,
  kind: PageKind,
  { hiddenLine = '', space = spaceOf(kind) }: PageOptions = {},
): string {
  const { findings } = model.judgement;
  const blockingList = blockingFindings(model.judgement);
  const others = findings.filter(({ status }) => status !== 'blocking');

  // The parts ask for space in the order of their importance: the part that asks first is left out last.
  const opening = joinBlocks([kind === 'issue' ? '' : headline(model), whatToDo(model)]);
  const top = joinNonEmpty([hiddenLine, opening], '\n');
  space.reserve(top);
  const counts = space.fit(countsSection(model));
  const about = kind === 'issue' ? aboutIssue[model.language] : '';
  const footer = space.fit(joinBlocks([about, runFooter(model)]));
  const links = space.fit(linksLine(model, kind));
  const missingPdfs = space.fit(missingPdfReports(model));
  space.reserve(`\n\n${leftOutSentence(findings.length, model.language)}`);
  const rulesToCopy = space.fit(rulesToCopySection(blockingList, model));
  const blocking = blockingTable(blockingList, model, kind, space);
  const notices = space.fit(noticesSection(model));
  const details = scanDetailsFold(model, space);
  const other = otherFindingsFold(others, model, kind, space);
  const leftOut = leftOutSentence(findings.length - blocking.count - other.count, model.language);

  const lists = [blocking.markdown, other.markdown, leftOut];
  return joinBlocks([top, counts, links, ...lists, rulesToCopy, notices, details, missingPdfs, footer]);
}

function leftOutSentence(count: number, language: Language): string {
  if (count === 0) return '';
  const template = {
    en: '{count:finding is|findings are} left out here because GitHub limits the length. The full list is in the JSON result (output `result-path`).',
    pt: '{count:achado foi omitido|achados foram omitidos} aqui porque o GitHub limita o tamanho. A lista completa está no resultado JSON (output `result-path`).',
  };
  return `*${say(template, { count }, language)}*`;
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
function linksLine({ run, scan, disclosure, files, language }: ReportModel, kind: PageKind): string {
  // If there was no scan, or if findings are withheld, the summary says no more than the comment.
  const saysMore = disclosure.mode === 'full' && scan.id !== null && kind !== 'summary';
  const linkTo = (text: string, url: string | null) => (url === null ? '' : link(text, url));
  const links = [
    ...files.pdfs.map(({ type, url }) => (url === null ? '' : `📄 **${link(label(type, language), url)}**`)),
    linkTo(wordsIn(language)('Job summary', 'Resumo do job'), saysMore ? run.url : null),
    linkTo(files.hasSarif ? 'JSON, SARIF' : 'JSON', files.artifactUrl),
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
  return `[\`${shortSha(sha)}\`](${repositoryUrl}/commit/${sha})`;
}
