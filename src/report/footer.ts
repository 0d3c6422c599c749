import { shownDuration } from '../text/duration.ts';
import type { Texts } from '../text/texts.ts';
import { inline, plain } from './escape.ts';
import { ownLink } from './link.ts';
import type { ReportModel } from './model.ts';

/** The page of `sha` in the repository that `runUrl` is a run of, or `null` where the address has another form. */
function commitUrl(runUrl: string, sha: string): string | null {
  const repository = /^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/actions\/runs\/\d+/u.exec(runUrl)?.[1];
  return repository === undefined || !/^[0-9a-f]{7,64}$/u.test(sha) ? null : `${repository}/commit/${sha}`;
}

/** Which run wrote this, for which commit, and how long it took. */
export function footer(model: ReportModel, texts: Texts): string {
  const { run } = model;
  const parts = [`${texts.label.run} ${ownLink(plain(`${run.workflow} / ${run.job}`, 120), run.url)}`];
  if (run.sha !== null) {
    const short = plain(run.sha, 64).slice(0, 7);
    const url = commitUrl(run.url, run.sha);
    parts.push(`${texts.label.commit} ${url === null ? inline(run.sha, 64) : ownLink(short, url)}`);
  }
  parts.push(texts.phrase.took(shownDuration(run.durationMs)));
  return `<sub>${parts.join(' · ')}</sub>`;
}
