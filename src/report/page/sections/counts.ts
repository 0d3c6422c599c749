import {
  reaches,
  type Severity,
  type SeverityCounts,
  severities,
  sumCounts,
} from '../../../core/severity.ts';
import { joined } from '../../../core/text.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { Texts } from '../../language/texts.ts';
import { inline, markup } from '../../markdown/escape.ts';
import { joinBlocks } from '../../markdown/fit.ts';
import { linkTo } from '../../markdown/link.ts';
import type { ReportModel } from '../../model.ts';
import { baselineName, circumstances, countSentences } from '../../sentences/verdict-sentences.ts';

export const icons: Readonly<Record<Severity, string>> = {
  critical: '🔴',
  high: '🟠',
  medium: '🟡',
  low: '🔵',
  warning: '⚪',
};

/** `🔴 Critical`, kept on one line: a colour never stands without its word. */
export function severityLabel(severity: Severity, texts: Texts): string {
  return `${icons[severity]}&nbsp;${texts.severity[severity]}`;
}

/** `🔴 **2 critical** · 🔵 3 low`, each bold if `isBold` says so; `''` if there is none. */
export function countsInColour(
  counts: SeverityCounts,
  isBold: (severity: Severity) => boolean,
  texts: Texts,
): string {
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const words = texts.phrase.severityCount(severity, counts[severity]);
      return `${icons[severity]}&nbsp;${isBold(severity) ? `**${words}**` : words}`;
    })
    .join(' · ');
}

/** The title of findings that the baseline has, as plain text: `Already on www.example.com`. */
export function knownTitle(model: ReportModel, texts: Texts): string {
  return texts.policy.phrase.alreadyIn(baselineName(model)?.replace(/^https?:\/\//u, '') ?? null);
}

/** How many findings of each severity block, are known, are ignored, pass, and are unlisted. Every finding is in one row. */
function countsTable(model: ReportModel, texts: Texts): string {
  const { verdict, counts, byStatus, unlisted } = model.assessment;
  const { label } = texts.policy;
  const columns = severities.filter((severity) => counts[severity] > 0);
  const rows = [
    [verdict.outcome === 'inconclusive' ? texts.label.wouldBlock : label.blocks, byStatus.blocking],
    [knownTitle(model, texts), byStatus.known],
    [label.ignored, byStatus.ignored],
    [label.passes, byStatus.passing],
    [label.unlisted, unlisted],
  ] as const;
  // A host name may break at its dots: on a phone there is room for a word.
  const row = (name: string, cell: (severity: Severity) => string) =>
    `| ${[name, ...columns.map(cell)].join(' | ')} |`;
  const numbers = (each: SeverityCounts) => (severity: Severity) =>
    each[severity] === 0 ? '' : texts.number(each[severity]);
  return [
    row(inline(texts.phrase.findingCount(sumCounts(counts))), (severity) => icons[severity]),
    `|---|${':-:|'.repeat(columns.length)}`,
    ...rows
      .filter(([, each]) => sumCounts(each) > 0)
      .map(([name, each]) => row(inline(name, 80).replaceAll('.', '.&#8203;'), numbers(each))),
  ].join('\n');
}

/** What blocks, by both policies if they say different things. */
function whatBlocks({ policy, settings, assessment }: ReportModel, texts: Texts): string {
  const { baseline, byPolicy } = assessment;
  const { phrase } = texts.policy;
  const ruleOf = ({ failOn, failOnCvss: score, maxFindings }: Policy, onlyNew: boolean) => {
    const budgets = severities.flatMap((severity) => {
      const allowed = maxFindings[severity];
      return allowed === undefined || reaches(severity, failOn)
        ? []
        : [texts.phrase.severityCount(severity, allowed)];
    });
    return phrase.whatBlocks(failOn, { score, budgets, onlyNew });
  };
  const ofRepository = ruleOf(policy, baseline.kind === 'compared');
  if (settings.organization === null || byPolicy === null) return ofRepository;
  const ofOrganization = ruleOf(settings.organization.policy, byPolicy.organization.isCompared);
  return ofOrganization === ofRepository
    ? ofRepository
    : `${ofRepository}; ${phrase.blocksByOrganization(ofOrganization)}`;
}

/** `on preview-104.example.com`, as Markdown; `''` if the target is not known. */
export function onTarget({ target }: ReportModel, texts: Texts): string {
  return target === null ? '' : texts.phrase.onTarget(linkTo(target));
}

/**
 * The counts, the target, what blocks, and what the verdict was made with; `''` if nothing is known. A count is bold if any
 * of its findings blocks. With a baseline, ignored or unlisted findings, they are a table.
 */
export function countsBlock(model: ReportModel, texts: Texts): string {
  const { assessment, target, scan } = model;
  const { verdict, findings, counts, byStatus, hostViolations, baseline, ignored, unlisted } = assessment;
  const { label, phrase } = texts;
  const numbers = countsInColour(counts, (severity) => byStatus.blocking[severity] > 0, texts);
  const isTable = numbers !== '' && (baseline.kind === 'compared' || ignored + sumCounts(unlisted) > 0);
  const counted = isTable ? [] : countSentences(model, texts);
  const facts = joined([...counted, ...circumstances(model, texts)], ' ');
  const isUndecided = verdict.outcome === 'inconclusive';
  if (isUndecided && numbers === '') {
    const named = target === null ? '' : `${label.target}: ${linkTo(target)}`;
    const service = `${label.service}: ${inline(model.serviceHost)}`;
    return joined([joined([named, service], ' · '), markup(facts)], '<br>\n');
  }
  const nothing = verdict.outcome === 'pass' ? `**${inline(phrase.nothingToDo())}**` : '';
  const lead = isUndecided ? `${inline(label.soFar)}:` : nothing;
  // The tables of what blocks name the target too.
  const isNamed =
    !isUndecided &&
    (findings.some(({ status }) => status === 'blocking') || hostViolations.some(({ blocks }) => blocks));
  const place = isNamed ? '' : onTarget(model, texts);
  const about = joined([place, isUndecided ? '' : markup(whatBlocks(model, texts))], '; ');
  if (isTable) {
    const said = about === '' ? '' : `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
    return joinBlocks([lead, countsTable(model, texts), joined([said, markup(facts)], ' ')]);
  }
  const found = numbers || inline(phrase.clean(scan.checks).replace(/\.$/u, ''));
  return joined([`${joined([joined([lead, found], ' '), about], ' — ')}.`, markup(facts)], '<br>\n');
}
