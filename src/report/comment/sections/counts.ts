import { reaches, type Severity, severities, sumCounts } from '../../../core/severity.ts';
import { inline, markup } from '../../markdown/escape.ts';
import { linkTo } from '../../markdown/link.ts';
import type { ReportModel } from '../../model.ts';
import type { Texts } from '../../texts/texts.ts';
import { countWords } from '../../wording.ts';

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

/** How many findings of each severity there are, bold where any of them blocks; `''` where there is none. */
function counted({ assessment, policy }: ReportModel, texts: Texts): string {
  const { counts, findings } = assessment;
  const blocking = new Set(
    findings.filter(({ status }) => status === 'blocking').map(({ finding }) => finding.severity),
  );
  // Of findings that are not listed here, it is only known which severities can block.
  const isListed = findings.length >= sumCounts(counts);
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) => {
      const words = texts.phrase.severityCount(severity, counts[severity]);
      const blocks = blocking.has(severity) || (!isListed && reaches(severity, policy.failOn));
      return `${icons[severity]}&nbsp;${blocks ? `**${words}**` : words}`;
    })
    .join(' · ');
}

/**
 * The counts, the target and what blocks, in one line of Markdown; `''` where nothing was scanned.
 *
 * @param saysRule false where another line says what blocks
 */
export function countsLine(model: ReportModel, texts: Texts, saysRule: boolean): string {
  const { assessment, target, policy, scan } = model;
  const { verdict, baseline } = assessment;
  const place = target === null ? '' : texts.phrase.onTarget(linkTo(target));
  const numbers = counted(model, texts);
  if (verdict.outcome === 'inconclusive') {
    if (numbers === '') return place === '' ? '' : `${texts.label.target}: ${linkTo(target ?? '')}`;
    return `${inline(texts.label.soFar)}: ${[numbers, place].filter((part) => part !== '').join(' — ')}`;
  }
  const found = numbers === '' ? inline(texts.phrase.clean(scan.checks).replace(/\.$/u, '')) : numbers;
  const onlyNew = baseline.kind === 'compared';
  const rule = markup(texts.policy.phrase.whatBlocks(policy.failOn, { score: policy.failOnCvss, onlyNew }));
  const facts = [place, saysRule ? rule : ''].filter((part) => part !== '').join('; ');
  return facts === '' ? found : `${found} — ${facts}.`;
}

/** What the counts lack, as plain text; `''` where the list holds all that the summary counts. */
export function unlistedSentence({ assessment: { unlisted } }: ReportModel, texts: Texts): string {
  const hidden = sumCounts(unlisted);
  return hidden === 0 ? '' : texts.phrase.unlistedNote(hidden, countWords(unlisted, texts));
}
