import { noFindings, reaches, type Severity, severities, sumCounts } from '../../../core/severity.ts';
import { joined } from '../../../core/text.ts';
import type { Policy } from '../../../policy/policy.ts';
import type { Texts } from '../../language/texts.ts';
import { inline, markup } from '../../markdown/escape.ts';
import { linkTo } from '../../markdown/link.ts';
import type { ReportModel } from '../../model.ts';
import { countWords } from '../../sentences/verdict-sentences.ts';

const icons: Readonly<Record<Severity, string>> = {
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

/** True if findings of `severity` can block, by the policy of the repository or of the organization. */
function canBlock(severity: Severity, { policy, settings: { organization } }: ReportModel): boolean {
  return (
    reaches(severity, policy.failOn) ||
    (organization !== null && reaches(severity, organization.policy.failOn))
  );
}

/**
 * The blocking findings by severity, in words, if they are only counted: `4 critical, 8 high`. `''` if the severity
 * does not say which findings block.
 */
export function countedBlockers(model: ReportModel, texts: Texts): string {
  const { counts, blocking } = model.assessment;
  const able = { ...noFindings };
  for (const severity of severities) if (canBlock(severity, model)) able[severity] = counts[severity];
  return sumCounts(able) === blocking ? countWords(able, texts) : '';
}

/** How many findings of each severity there are, bold if any of them blocks; `''` if there is none. */
function counted(model: ReportModel, texts: Texts): string {
  const { counts, findings } = model.assessment;
  const blocking = new Set(
    findings.filter(({ status }) => status === 'blocking').map(({ finding }) => finding.severity),
  );
  // Of findings that are not listed here, it is only known which severities can block.
  const isListed = findings.length >= sumCounts(counts);
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const words = texts.phrase.severityCount(severity, counts[severity]);
      const blocks = blocking.has(severity) || (!isListed && canBlock(severity, model));
      return `${icons[severity]}&nbsp;${blocks ? `**${words}**` : words}`;
    })
    .join(' · ');
}

/** What blocks by one policy, in words. @param onlyNew true if it is compared with a baseline */
function ruleOf({ failOn, failOnCvss }: Policy, onlyNew: boolean, texts: Texts): string {
  return texts.policy.phrase.whatBlocks(failOn, { score: failOnCvss, onlyNew });
}

/** What blocks. Where the organization's policy is as strict or stricter in everything, that of the repository says nothing. */
function ruleWords({ policy, settings, assessment }: ReportModel, texts: Texts): string {
  const { baseline, byPolicy } = assessment;
  const onlyNew = baseline.kind === 'compared';
  const own = ruleOf(policy, onlyNew, texts);
  if (settings.organization === null || byPolicy === null) return own;
  const other = settings.organization.policy;
  const { isCompared } = byPolicy.organization;
  const rule = ruleOf(other, isCompared, texts);
  if (rule === own) return own;
  const isStricter =
    (!isCompared || onlyNew) &&
    (policy.failOn === 'never' || reaches(policy.failOn, other.failOn)) &&
    (policy.failOnCvss ?? 11) >= (other.failOnCvss ?? 11);
  const named = texts.policy.phrase.blocksByOrganization(rule);
  return isStricter ? named : `${own}; ${named}`;
}

/**
 * The counts, the target and what blocks, in one line of Markdown; `''` if nothing was scanned.
 *
 * @param saysRule false if another line says what blocks
 */
export function countsLine(model: ReportModel, texts: Texts, saysRule: boolean): string {
  const { assessment, target, scan } = model;
  const { verdict } = assessment;
  const place = target === null ? '' : texts.phrase.onTarget(linkTo(target));
  const numbers = counted(model, texts);
  if (verdict.outcome === 'inconclusive') {
    if (numbers === '') return place === '' ? '' : `${texts.label.target}: ${linkTo(target ?? '')}`;
    return `${inline(texts.label.soFar)}: ${joined([numbers, place], ' — ')}`;
  }
  const found = numbers === '' ? inline(texts.phrase.clean(scan.checks).replace(/\.$/u, '')) : numbers;
  const facts = joined([place, saysRule ? markup(ruleWords(model, texts)) : ''], '; ');
  return facts === '' ? found : `${found} — ${facts}.`;
}
