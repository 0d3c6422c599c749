/** Decides whether findings are published or withheld (`docs/contract.md`, What is published). */

import { describeProblem, type Problem } from '../core/problem.ts';
import { onlyPublicFacts } from '../core/public-facts.ts';
import type { Advice } from '../core/say.ts';
import { withinLimit } from '../core/time-limit.ts';
import type { GitHubRun } from '../github/context.ts';
import type { PolicySettings } from './settings.ts';

/** Whether findings are published (`full`), or only their counts (`counts`), and why. */
export type Disclosure =
  | { readonly mode: 'full' }
  /**
   * `setting`: a setting says so. `public`: the repository is public. `unknown`: its visibility is not known, and it
   * counts as public; or, without an API key, the policy file was not read.
   */
  | { readonly mode: 'counts'; readonly why: 'setting' | 'public' | 'unknown' };

/** Decides what is published. Looks up the visibility of the repository only if it matters. */
export async function resolveDisclosure(
  wanted: PolicySettings['disclosure'],
  run: GitHubRun,
  signal: AbortSignal,
): Promise<Disclosure> {
  if (wanted === 'full') return { mode: 'full' };
  if (wanted === 'counts') return { mode: 'counts', why: 'setting' };
  const isPrivate = await findIsPrivate(run, signal);
  if (isPrivate === true) return { mode: 'full' };
  return { mode: 'counts', why: isPrivate === false ? 'public' : 'unknown' };
}

/** Longest wait for the visibility of the repository. */
const visibilityLimitMs = 20_000;

/** False if anybody can read the repository, by the payload of the event, else by the API; `null` if it is unknown. */
async function findIsPrivate(
  { event, context: { owner, repo }, connect }: GitHubRun,
  signal: AbortSignal,
): Promise<boolean | null> {
  const askGitHub = async () => (await (await connect()).rest.repos.get({ owner, repo })).data.private;
  try {
    return (
      event.repository.isPrivate ?? (await withinLimit(askGitHub, { signal, limitMs: visibilityLimitMs }))
    );
  } catch {
    return null;
  }
}

/** What the log calls a site: its address without secrets, or `otherName` if findings are withheld. */
export function siteNameInLog({ mode }: Disclosure, address: string, otherName = 'the target'): string {
  return mode === 'full' ? address : otherName;
}

/** What the log says of a problem, in English. If findings are withheld, only what anybody may read. */
export function problemInLog({ mode }: Disclosure, problem: Problem): Advice {
  return describeProblem(mode === 'full' ? problem : onlyPublicFacts(problem), 'en');
}
