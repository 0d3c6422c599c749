import type { JudgedFinding } from '../../gate/verdict.ts';
import { markup } from '../markdown/escape.ts';
import { joinBlocks, type Room } from '../markdown/fit.ts';
import type { ReportModel } from '../model.ts';
import type { Texts } from '../texts/texts.ts';
import { marksNew } from '../wording.ts';
import { headlineBlock } from './headline.ts';
import { countsSection } from './sections/counts.ts';
import { filesSection } from './sections/files.ts';
import { footer } from './sections/footer.ts';
import { hostSection } from './sections/host.ts';
import { otherFindings } from './sections/other-findings.ts';
import { policySection } from './sections/policy.ts';
import { noticesSection } from './sections/rule-notices.ts';
import { scanSection } from './sections/scan.ts';
import { trendSection } from './sections/trend.ts';
import { violationsSection } from './sections/violations.ts';

/** Markdown of some findings, and how many of them are in it. */
export interface FittedFindings {
  readonly markdown: string;
  readonly shown: number;
}

export interface DocumentParts {
  readonly room: Room;
  /** Stands on a line of its own before everything else; may be empty. */
  readonly marker: string;
  /** Plain text that stands before the verdict; may be empty. */
  readonly intro: string;
  readonly showsTrend: boolean;
  /** Renders the blocking findings, of which there is one at least, as far as there is room. */
  readonly blocking: (findings: readonly JudgedFinding[], room: Room) => FittedFindings;
  /** Whether the policy in force unfolds, or stands open. */
  readonly foldsPolicy: boolean;
}

function leftOutNote(count: number, model: ReportModel, texts: Texts): string {
  return count === 0 ? '' : `*${markup(texts.phrase.leftOut(count, model.files.artifact !== null))}*`;
}

/** The findings of `model` that block, or those that do not, in their order. */
function findingsOf(model: ReportModel, blocking: boolean): JudgedFinding[] {
  return model.assessment.findings.filter(({ status }) => (status === 'blocking') === blocking);
}

/**
 * The page that comment and summary have in common. Room is given out in the order of importance (verdict, counts,
 * where to look, host rules, blocking findings, notices, policy, scan, host, other findings), which is not the order of
 * the page.
 */
export function renderDocument(model: ReportModel, texts: Texts, parts: DocumentParts): string {
  const { room } = parts;
  const total = model.assessment.findings.length;
  const head = `${parts.marker === '' ? '' : `${parts.marker}\n`}${joinBlocks([markup(parts.intro), headlineBlock(model, texts)])}`;
  room.add(head);
  const foot = room.take(footer(model.run, texts));
  const counts = room.take(countsSection(model, texts));
  const trend = parts.showsTrend ? room.take(trendSection(model, texts)) : '';
  const aboutTitle = room.take(`### ${texts.label.whereToLook}`);
  const files = room.take(filesSection(model, texts));
  // Kept free before it is known how many are left out; twice, because a smaller number can have longer words.
  room.add(leftOutNote(total, model, texts).repeat(2));
  const violations = violationsSection(model, texts, room);
  const blockers = findingsOf(model, true);
  const blocking = blockers.length === 0 ? { markdown: '', shown: 0 } : parts.blocking(blockers, room);
  const notices = room.take(noticesSection(model, texts));
  const policy = room.take(policySection(model, texts, parts.foldsPolicy));
  const scan = room.take(scanSection(model, texts));
  const host = room.take(hostSection(model.host, texts));
  const isNew = marksNew(model.assessment.baseline);
  const others = otherFindings(findingsOf(model, false), { texts, isNew }, room);
  const note = leftOutNote(total - blocking.shown - others.shown, model, texts);
  const about = joinBlocks([files, notices, ...(parts.foldsPolicy ? [policy] : []), scan, host]);
  return joinBlocks([
    head,
    counts,
    blocking.markdown,
    violations,
    trend,
    others.markdown,
    note,
    parts.foldsPolicy ? '' : policy,
    about === '' ? '' : aboutTitle,
    about,
    foot,
  ]);
}
