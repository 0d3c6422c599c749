import { shownDuration } from '../../../core/duration.ts';
import { inline, plain } from '../../markdown/escape.ts';
import { ownLink } from '../../markdown/link.ts';
import type { RunFacts } from '../../model.ts';
import type { Texts } from '../../texts/texts.ts';

/**
 * A commit as a link to its page in the repository that `runUrl` is a run of. Where there is no such page, its hash alone,
 * which GitHub then cannot turn into a link of its own either.
 */
export function commitLink(sha: string, runUrl: string): string {
  const repository = /^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/actions\/runs\/\d+/u.exec(runUrl)?.[1];
  if (!/^[0-9a-f]{7,64}$/u.test(sha)) return inline(sha, 64);
  // The digits need nothing that keeps GitHub from linking them: they are in a link already, and can be copied whole.
  const shown = `\`${sha.slice(0, 7)}\``;
  const url = repository === undefined ? null : URL.parse(`${repository}/commit/${sha}`);
  return url === null || /[^A-Za-z0-9\-._~:/]/u.test(url.href) ? shown : `[${shown}](${url.href})`;
}

function runParts(run: RunFacts, texts: Texts): string[] {
  const parts = [`${texts.label.run} ${ownLink(plain(`${run.workflow} / ${run.job}`, 120), run.url)}`];
  if (run.sha !== null) parts.push(`${texts.label.commit} ${commitLink(run.sha, run.url)}`);
  return parts;
}

/** Which run wrote this, for which commit, and how long it took. */
export function footer(run: RunFacts, texts: Texts): string {
  const took = texts.phrase.took(shownDuration(run.durationMs));
  return `<sub>${[...runParts(run, texts), took].join(' · ')}</sub>`;
}

/** Which run will write this, and for which commit. */
export function liveFooter(run: RunFacts, texts: Texts): string {
  return `<sub>${runParts(run, texts).join(' · ')}</sub>`;
}
