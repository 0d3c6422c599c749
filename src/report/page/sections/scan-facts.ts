/** The scan, what it was compared with, and its preferences. */

import { isMapping } from '../../../core/fields.ts';
import { shownDuration, utcMinute } from '../../../core/time.ts';
import type { PreferenceDifference } from '../../../gate/preference-differences.ts';
import { quotedNames } from '../../language/numbers.ts';
import type { Texts } from '../../language/texts.ts';
import { codeSpan, escapeKeepingCode, escapeMarkdown } from '../../markdown/escape.ts';
import { factList, joinBlocks, limitList, titledList } from '../../markdown/fit.ts';
import type { ReportedScan, ReportModel } from '../../model.ts';
import { comparisonSentence } from '../../sentences/verdict-sentences.ts';
import { changesLine } from './last-report.ts';

/** The service knows about twenty preferences; a hostile answer may have any number. */
const maxPreferences = 40;

function utcTime(timeMs: number | null): string {
  const minute = utcMinute(timeMs);
  return minute === null ? '' : `${minute} UTC`;
}

/** The preferences. A group of options, such as `crawler_options`, has one item for each option. */
function preferencesList(scan: ReportedScan, { label, phrase }: Texts): string {
  const options = Object.entries(scan.preferences ?? {}).flatMap(([name, value]) =>
    isMapping(value)
      ? Object.entries(value).map(([option, optionValue]) => [`${name}.${option}`, optionValue] as const)
      : [[name, value] as const],
  );
  const items = options.map(([name, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
    return `${codeSpan(name, 60)}: ${codeSpan(text, 300)}`;
  });
  return titledList(label.preferences, limitList(items, maxPreferences, phrase.andMore));
}

/** The preferences that differ from what was asked for. Names and values come from outside. */
function differencesList({ preferenceDifferences }: ReportedScan, { label, phrase }: Texts): string {
  const shownValue = (preference: PreferenceDifference['asked']) =>
    preference === null ? null : codeSpan(String(preference), 300);
  const items = preferenceDifferences.map(
    ({ name, asked, got }) =>
      `${codeSpan(name, 60)}: ${phrase.askedAndGot(shownValue(asked), shownValue(got))}`,
  );
  return titledList(label.preferenceDifferences, limitList(items, maxPreferences, phrase.andMore));
}

/** The scan, its times, its baseline and its settings; `''` if there was no scan. */
export function scanSection(model: ReportModel, texts: Texts): string {
  const { scan, assessment } = model;
  if (scan.id === null) return '';
  const { label } = texts;
  const { baseline } = assessment;
  const { startedAt, endedAt } = scan;
  const listedText = (count: number | null) => (count === null ? '' : texts.phrase.listedInJson(count));
  const facts = factList(label.scan, [
    [label.service, escapeMarkdown(model.serviceHost)],
    [label.scanId, codeSpan(scan.id, 100)],
    [label.baselineScan, baseline.kind === 'compared' ? codeSpan(baseline.scanId, 100) : ''],
    [label.origin, texts.origin[scan.origin]],
    [label.started, utcTime(startedAt)],
    [label.ended, utcTime(endedAt)],
    [label.duration, startedAt === null || endedAt === null ? '' : shownDuration(endedAt - startedAt)],
    [label.progress, scan.percentage === null ? '' : texts.percent(scan.percentage)],
    [label.checks, scan.checks === null ? '' : texts.number(scan.checks)],
    [label.subdomains, listedText(scan.subdomains)],
    [label.leaks, listedText(scan.leaks)],
  ]);
  const names = quotedNames(scan.baselineDifferences);
  const baselineNote = names === '' ? '' : escapeKeepingCode(texts.phrase.otherPreferences(names));
  return joinBlocks([
    facts,
    escapeKeepingCode(comparisonSentence(model, texts)),
    changesLine(model, texts),
    baselineNote,
    differencesList(scan, texts),
    preferencesList(scan, texts),
  ]);
}
