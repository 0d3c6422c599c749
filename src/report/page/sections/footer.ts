import { joined } from '../../../core/text.ts';
import { shownDuration } from '../../../core/time.ts';
import { hasSarif } from '../../files/sarif/sarif.ts';
import type { Texts } from '../../language/texts.ts';
import { inline, markup, plain } from '../../markdown/escape.ts';
import { ownLink } from '../../markdown/link.ts';
import type { ReportModel, RunFacts } from '../../model.ts';

/** The repository of the run at `runUrl`, or `null`. */
export function repositoryUrl(runUrl: string): string | null {
  return /^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/actions\/runs\/\d+/u.exec(runUrl)?.[1] ?? null;
}

/**
 * A commit as a link to its page in the repository of the run at `runUrl`. Where there is no such page, the short hash as
 * code, which GitHub does not link.
 */
export function commitLink(sha: string, runUrl: string): string {
  const repository = repositoryUrl(runUrl);
  if (!/^[0-9a-f]{7,64}$/u.test(sha)) return inline(sha, 64);
  // The digits are not escaped: they are in a link or in code, and can be copied as they are.
  const shown = `\`${sha.slice(0, 7)}\``;
  const url = repository === null ? null : URL.parse(`${repository}/commit/${sha}`);
  return url === null || /[^A-Za-z0-9\-._~:/]/u.test(url.href) ? shown : `[${shown}](${url.href})`;
}

function runParts(run: RunFacts, texts: Texts): string[] {
  const parts = [`${texts.label.run} ${ownLink(plain(`${run.workflow} / ${run.job}`, 120), run.url)}`];
  if (run.sha !== null) parts.push(`${texts.label.commit} ${commitLink(run.sha, run.url)}`);
  return parts;
}

function small(parts: readonly string[]): string {
  return `<sub>${joined(parts, ' · ')}</sub>`;
}

/** The artifact as one link that says what is in it; `''` if there is none. */
export function filesLink(model: ReportModel, texts: Texts): string {
  const { artifact, pdfs } = model.files;
  if (artifact === null) return '';
  const kinds = [...(pdfs.length > 0 ? ['PDF'] : []), 'JSON', ...(hasSarif(model) ? ['SARIF'] : [])];
  return ownLink(texts.listed(kinds), artifact.url);
}

/** Which PDF reports are missing, and why; `''` if none is. */
export function missingFiles({ files }: ReportModel, texts: Texts): string {
  return files.missing
    .slice(0, 10)
    .map(({ type, why }) => markup(texts.phrase.reportMissing(texts.report[type], why)))
    .join('<br>\n');
}

/** `first`, then the run, the commit, and how long the run took; nothing that did not happen. */
export function runFooter({ run, scan }: ReportModel, texts: Texts, first: readonly string[] = []): string {
  const took = scan.id === null ? '' : texts.phrase.took(shownDuration(run.durationMs));
  return small([...first, ...runParts(run, texts), took]);
}

/** Where the files and the full report are, then what {@link runFooter} says. */
export function footer(model: ReportModel, texts: Texts): string {
  const { run, scan, settings, disclosure } = model;
  // Without a scan, and if findings are only counted, the summary says no more than the comment.
  const hasMore = settings.reports.summary && disclosure.mode === 'full' && scan.id !== null;
  const full = hasMore ? ownLink(texts.label.fullReport, run.url) : '';
  return runFooter(model, texts, [filesLink(model, texts), full]);
}

/** The run and the commit, while the run is not finished. */
export function liveFooter(run: RunFacts, texts: Texts): string {
  return small(runParts(run, texts));
}
