/** Decides whether findings are published or withheld (`docs/contract.md`, What is published). */

import type { RunPorts } from '../core/ports.ts';
import { SettingsError } from '../core/problem.ts';
import { withinLimit } from '../core/time-limit.ts';
import type { GitHubRun } from '../github/context.ts';
import type { Settings } from './settings.ts';
import type { StepInputs } from './step-inputs.ts';

/** Whether findings are published (`full`), or only their counts (`counts`), and why. */
export type Disclosure =
  | { readonly mode: 'full' }
  /**
   * `setting`: a setting says so. `public`: the repository is public. `unknown`: its visibility is not known, and it
   * counts as public. The visibility decides with `auto`, and for a tracking issue without an explicit `full`.
   */
  | { readonly mode: 'counts'; readonly because: 'setting' | 'public' | 'unknown' };

/** What is published where. */
export interface Disclosures {
  /** What is really published, whatever `settings.publishing.disclosure` asks for. */
  readonly resolvedDisclosure: Disclosure;
  /**
   * The same for the tracking issue, which stays for anybody to find. On a public repository the issue holds counts
   * only, unless `full` is given explicitly.
   */
  readonly issueDisclosure: Disclosure;
}

interface DisclosureFacts extends GitHubRun {
  readonly inputs: StepInputs;
  readonly settings: Settings;
}

/**
 * Decides what is published where, and logs a notice if a scan's findings will be for anybody to read. Looks up the
 * visibility only if it matters.
 *
 * @throws SettingsError if `include-leaks` would publish leaked addresses, and no setting says `disclosure: full`
 */
export async function resolveDisclosure(facts: DisclosureFacts, ports: RunPorts): Promise<Disclosures> {
  const { inputs, settings } = facts;
  const wanted = settings.publishing.disclosure;
  if (wanted === 'counts') return sameEverywhere({ mode: 'counts', because: 'setting' });
  const isPrivate = await findIsPrivate(facts, ports.cancelled);
  if (isPrivate === true) return sameEverywhere({ mode: 'full' });
  const countsOnly: Disclosure = { mode: 'counts', because: isPrivate === false ? 'public' : 'unknown' };
  if (wanted === 'auto') return sameEverywhere(countsOnly);
  const isExplicit = settings.given.some(({ name }) => name === 'disclosure');
  // Without a key nothing is scanned, so there is nothing to publish.
  const isScanned = inputs.service.apiKey !== null;
  if (isScanned && inputs.scan.includeLeaks && !isExplicit) throw new SettingsError(publicLeaksMessage);
  if (isScanned && isPrivate === false && !inputs.dryRun) ports.log.notice(publicFindingsNotice);
  return {
    resolvedDisclosure: { mode: 'full' },
    issueDisclosure: isExplicit ? { mode: 'full' } : countsOnly,
  };
}

/** Longest wait for the visibility of the repository. */
const visibilityLimitMs = 20_000;

/** False if anybody can read the repository, by the payload of the event, else by the API; `null` if it is unknown. */
async function findIsPrivate(
  { event, context: { owner, repo }, github }: GitHubRun,
  signal: AbortSignal,
): Promise<boolean | null> {
  const askGitHub = async () => (await (await github()).rest.repos.get({ owner, repo })).data.private;
  try {
    return (
      event.repository.isPrivate ?? (await withinLimit(askGitHub, { signal, limitMs: visibilityLimitMs }))
    );
  } catch {
    return null;
  }
}

const publicLeaksMessage =
  '`include-leaks`: this repository is public, or it is not known whether it is, and the leaked addresses would be in the artifact, which anybody could download. Set `disclosure: counts`, which uploads no artifact, or leave `include-leaks` out. If everybody may read them, set `disclosure: full`.';

const publicFindingsNotice =
  'This repository is public, so anybody can read what this run publishes of the findings, with names, URLs and evidence. To publish the verdict and the counts only, set `disclosure: counts` (or `auto`, which does so on public repositories) as an input or in the policy file.';

function sameEverywhere(disclosure: Disclosure): Disclosures {
  return { resolvedDisclosure: disclosure, issueDisclosure: disclosure };
}

/** What the log calls a site: its address without secrets, or `otherName` if findings are withheld. */
export function siteNameInLog({ mode }: Disclosure, address: string, otherName = 'the target'): string {
  return mode === 'full' ? address : otherName;
}
