import { shownDuration } from '../../../core/duration.ts';
import { inline, plain } from '../../markdown/escape.ts';
import { ownLink } from '../../markdown/link.ts';
import type { RunFacts } from '../../model.ts';
import type { Texts } from '../../texts/texts.ts';

/**
 * A commit as a link to its page in the repository of the run at `runUrl`. Where there is no such page, the short hash as
 * code, which GitHub does not link.
 */
export function commitLink(sha: string, runUrl: string): string {
  const repository = /^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/actions\/runs\/\d+/u.exec(runUrl)?.[1];
  if (!/^[0-9a-f]{7,64}$/u.test(sha)) return inline(sha, 64);
  // The digits are not escaped: they are in a link or in code, and can be copied as they are.
  const shown = `\`${sha.slice(0, 7)}\``;
  const url = repository === undefined ? null : URL.parse(`${repository}/commit/${sha}`);
  return url === null || /[^A-Za-z0-9\-._~:/]/u.test(url.href) ? shown : `[${shown}](${url.href})`;
}

function runParts(run: RunFacts, texts: Texts): string[] {
  const parts = [`${texts.label.run} ${ownLink(plain(`${run.workflow} / ${run.job}`, 120), run.url)}`];
  if (run.sha !== null) parts.push(`${texts.label.commit} ${commitLink(run.sha, run.url)}`);
  return parts;
}

/** The run, the commit, and how long the run took. */
export function footer(run: RunFacts, texts: Texts): string {
  const took = texts.phrase.took(shownDuration(run.durationMs));
  return `<sub>${[...runParts(run, texts), took].join(' · ')}</sub>`;
}

/** The run and the commit, while the run is not finished. */
export function liveFooter(run: RunFacts, texts: Texts): string {
  return `<sub>${runParts(run, texts).join(' · ')}</sub>`;
}
