/** The scan, what it was compared with, and its preferences. */

import { isMapping } from '../../../core/fields.ts';
import { shownDuration, utcMinute } from '../../../core/time.ts';
import type { PreferenceDifference } from '../../../gate/preference-differences.ts';
import type { Texts } from '../../language/texts.ts';
import { code, escaped, escapedWithCode } from '../../markdown/escape.ts';
import { atMost, factList, joinBlocks, titledList } from '../../markdown/fit.ts';
import type { ReportModel, ScanFacts } from '../../model.ts';
import { comparisonSentence } from '../../sentences/verdict-sentences.ts';
import { changesLine } from './last-report.ts';

/** The service knows about twenty preferences; a hostile answer may have any number. */
const maxPreferences = 40;

function moment(timeMs: number | null): string {
  const minute = utcMinute(timeMs);
  return minute === null ? '' : `${minute} UTC`;
}

/** A preference as list items. A group of options, such as `crawler_options`, has one item for each option. */
function preferenceItems(name: string, value: unknown): string[] {
  const options = isMapping(value)
    ? Object.entries(value).map(([option, each]) => [`${name}.${option}`, each] as const)
    : [[name, value] as const];
  return options.map(([key, each]) => {
    const words = typeof each === 'string' ? each : (JSON.stringify(each) ?? 'null');
    return `${code(key, 60)}: ${code(words, 300)}`;
  });
}

function preferences(scan: ScanFacts, { label, phrase }: Texts): string {
  const items = Object.entries(scan.preferences ?? {}).flatMap(([name, value]) =>
    preferenceItems(name, value),
  );
  return titledList(label.preferences, atMost(items, maxPreferences, phrase.andMore));
}

/** The preferences that differ from what was asked for. Names and values come from outside. */
function differences({ preferenceDifferences }: ScanFacts, { label, phrase }: Texts): string {
  const value = (given: PreferenceDifference['asked']) => (given === null ? null : code(String(given), 300));
  const items = preferenceDifferences.map(
    ({ name, asked, got }) => `${code(name, 60)}: ${phrase.askedAndGot(value(asked), value(got))}`,
  );
  return titledList(label.preferenceDifferences, atMost(items, maxPreferences, phrase.andMore));
}

function duration({ startedAt, endedAt }: ScanFacts): string {
  return startedAt === null || endedAt === null ? '' : shownDuration(endedAt - startedAt);
}

/** The scan, its times, its baseline and its settings; `''` if there was no scan. */
export function scanSection(model: ReportModel, texts: Texts): string {
  const { scan, assessment } = model;
  if (scan.id === null) return '';
  const { label } = texts;
  const { baseline } = assessment;
  const listedText = (count: number | null) => (count === null ? '' : texts.phrase.listedInJson(count));
  const facts = factList(label.scan, [
    [label.service, escaped(model.serviceHost)],
    [label.scanId, code(scan.id, 100)],
    [label.baselineScan, baseline.kind === 'compared' ? code(baseline.scanId, 100) : ''],
    [label.origin, texts.origin[scan.origin]],
    [label.started, moment(scan.startedAt)],
    [label.ended, moment(scan.endedAt)],
    [label.duration, duration(scan)],
    [label.progress, scan.percentage === null ? '' : texts.percent(scan.percentage)],
    [label.checks, scan.checks === null ? '' : texts.number(scan.checks)],
    [label.subdomains, listedText(scan.subdomains)],
    [label.leaks, listedText(scan.leaks)],
  ]);
  const names = scan.baselineDifferences.map((name) => `\`${name}\``).join(', ');
  const baselineNote = names === '' ? '' : escapedWithCode(texts.phrase.otherPreferences(names));
  return joinBlocks([
    facts,
    escapedWithCode(comparisonSentence(model, texts)),
    changesLine(model, texts),
    baselineNote,
    differences(scan, texts),
    preferences(scan, texts),
  ]);
}
