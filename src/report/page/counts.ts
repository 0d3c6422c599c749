/** The counts by severity, the target, and the limits that apply. */

import { numbers, wordsIn } from '../../core/say.ts';
import { type SeverityCounts, severities, sumCounts } from '../../core/severity.ts';
import { joinNonEmpty } from '../../core/text.ts';
import { findingCount, severityCount, severityName } from '../language/phrases.ts';
import { textsIn } from '../language/texts.ts';
import { escapeKeepingCode, escapeMarkdown } from '../markdown/escape.ts';
import { joinBlocks } from '../markdown/fit.ts';
import { addressLink } from '../markdown/link.ts';
import type { ReportModel } from '../model.ts';
import { baselineName, countSentences, noFindingsSentence } from '../sentences/verdict-sentences.ts';
import { icons } from './finding-parts.ts';

/**
 * The counts, the target, the limits, and the circumstances of the verdict. If an inconclusive verdict has no counts,
 * only the target, the scanning service and the circumstances. A count is bold if any of its findings blocks. The
 * counts are a table if there is a baseline, or if findings are ignored or unlisted.
 */
export function countsSection(model: ReportModel): string {
  const { judgement, language } = model;
  const { countsByStatus, baseline, unlisted, verdict } = judgement;
  const texts = textsIn[language];
  const severityCounts = countsLine(model);
  const ignoredOrUnlisted = sumCounts(countsByStatus.ignored) + sumCounts(unlisted);
  const isTable = severityCounts !== '' && (baseline.kind === 'compared' || ignoredOrUnlisted > 0);
  const facts = isTable ? '' : escapeKeepingCode(joinNonEmpty(countSentences(model), ' '));
  if (verdict === 'inconclusive' && severityCounts === '')
    return joinNonEmpty([serviceLine(model), facts], '<br>\n');
  const openings = {
    pass: `**${texts.label.nothingToDo}**`,
    fail: '',
    inconclusive: `${texts.label.soFar}:`,
  };
  const limits = targetAndLimitsPhrase(model);
  if (isTable) {
    const sentence = limits === '' ? '' : `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`;
    return joinBlocks([openings[verdict], countsTable(model), sentence]);
  }
  const noFindings = noFindingsSentence(judgement.checkCount, language).replace(/\.$/u, '');
  const opening = joinNonEmpty([openings[verdict], severityCounts || noFindings], ' ');
  return joinNonEmpty([`${joinNonEmpty([opening, limits], ' — ')}.`, facts], '<br>\n');
}

/** `🔴 **2 critical** · 🔵 3 low`, bold if it blocks; `''` if all counts are zero. */
function countsLine({ judgement: { counts, countsByStatus }, language }: ReportModel): string {
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const words = severityCount(severity, counts[severity], language);
      return `${icons[severity]}&nbsp;${countsByStatus.blocking[severity] > 0 ? `**${words}**` : words}`;
    })
    .join(' · ');
}

/** How many findings of each severity block, are known, are ignored, pass or are unlisted; each is in one row. */
function countsTable(model: ReportModel): string {
  const { verdict, counts, countsByStatus, unlisted } = model.judgement;
  const { label } = textsIn[model.language];
  const t = wordsIn(model.language);
  const { number } = numbers[model.language];
  const columns = severities.filter((severity) => counts[severity] > 0);
  const row = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(' | ')} |`;
  const countsRow = (name: string, rowCounts: SeverityCounts) => {
    const cells = columns.map((severity) => (rowCounts[severity] === 0 ? '' : number(rowCounts[severity])));
    // The name of a host may break at its dots, because a phone has room for only one word.
    return sumCounts(rowCounts) === 0 ? '' : row(escapeMarkdown(name, 80).replaceAll('.', '.&#8203;'), cells);
  };
  const blocks = verdict === 'inconclusive' ? label.wouldBlockToo : t('Blocks', 'Bloqueiam');
  const signs = columns.map((severity) => icons[severity]);
  const lines = [
    row(findingCount(sumCounts(counts), model.language), signs),
    `|---|${':-:|'.repeat(columns.length)}`,
    countsRow(blocks, countsByStatus.blocking),
    countsRow(knownFindingsTitle(model), countsByStatus.known),
    countsRow(label.ignored, countsByStatus.ignored),
    countsRow(t("Doesn't block", 'Não bloqueiam'), countsByStatus.passing),
    countsRow(t('Counted, but not listed', 'Contados, mas não listados'), unlisted),
  ];
  return joinNonEmpty(lines, '\n');
}

/** The title for findings that are in the baseline, as plain text, such as `Already on www.example.com`. */
export function knownFindingsTitle(model: ReportModel): string {
  const t = wordsIn(model.language);
  const name = baselineName(model)?.replace(/^https?:\/\//u, '') ?? null;
  return name === null
    ? t('Already in the baseline', 'Já na linha de base')
    : `${t('Already on', 'Já em')} ${name}`;
}

/** The target and the scanning service, for a page without counts. */
function serviceLine({ target, serviceHost, language }: ReportModel): string {
  const { label } = textsIn[language];
  const named = target === null ? '' : `${wordsIn(language)('Target', 'Alvo')}: ${addressLink(target)}`;
  const service = serviceHost === '' ? '' : `${label.service}: ${escapeMarkdown(serviceHost)}`;
  return joinNonEmpty([named, service], ' · ');
}

/** The target, unless the table of what blocks names it, and the limits, unless the verdict is inconclusive. */
function targetAndLimitsPhrase(model: ReportModel): string {
  const { verdict, findings } = model.judgement;
  if (verdict === 'inconclusive') return targetPhrase(model);
  const isNamed = findings.some(({ status }) => status === 'blocking');
  return joinNonEmpty([isNamed ? '' : targetPhrase(model), limitsPhrase(model)], '; ');
}

/** `on preview-104.example.com`, as Markdown; `''` if the target is not known. */
export function targetPhrase({ target, language }: ReportModel): string {
  return target === null ? '' : textsIn[language].phrase.onTarget(addressLink(target));
}

/** What blocks. */
function limitsPhrase({ settings, judgement, language }: ReportModel): string {
  const t = wordsIn(language);
  const { failOn } = settings.policy;
  if (failOn === 'never')
    return t(
      'no severity blocks by itself (`fail-on: never`)',
      'nenhuma severidade bloqueia por si só (`fail-on: never`)',
    );
  const name = severityName(failOn, 'pt').toLowerCase();
  const blocks = t(
    `${failOn}${failOn === 'critical' ? '' : ' or worse'} blocks`,
    `bloqueia a partir de severidade ${name}`,
  );
  return judgement.baseline.kind === 'compared' ? `${blocks}${t(' if new', ', se for novo')}` : blocks;
}
