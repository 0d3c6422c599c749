/** Decides whether findings are published or withheld (`docs/contract.md`, `disclosure`). */

import type { Disclosure } from '../core/choices.ts';
import type { RunPorts } from '../core/ports.ts';
import { SettingsError } from '../core/problem.ts';
import type { GitHubRun } from '../github/context.ts';
import { findVisibility } from '../github/visibility.ts';
import type { StepInputs } from '../inputs/step-inputs.ts';
import type { Settings } from './settings-in-force.ts';

export interface DisclosureFacts extends GitHubRun {
  readonly inputs: StepInputs;
  readonly settings: Settings;
  /** True if the policy file could not be read. It may set `disclosure`. */
  readonly isPolicyUnknown: boolean;
}

/** What is published where. */
export interface Disclosures {
  /** True if anybody can read the findings, because they are published in a public repository. */
  readonly publishesFindingsPublicly: boolean;
  readonly disclosure: Disclosure;
  /**
   * The disclosure of the tracking issue, which stays for anybody to find. On a public repository the issue holds
   * counts only, unless `full` is given explicitly.
   */
  readonly issueDisclosure: Disclosure;
}

/**
 * Decides what is published where. Looks up the visibility only if it matters.
 *
 * @throws SettingsError if `include-leaks` would publish leaked addresses, and no setting says `disclosure: full`
 */
export async function resolveDisclosure(facts: DisclosureFacts, ports: RunPorts): Promise<Disclosures> {
  const { inputs, settings, isPolicyUnknown } = facts;
  const isExplicit = settings.sources.disclosure !== 'default';
  // The policy file that could not be read may forbid publishing findings.
  const wanted = isPolicyUnknown && !isExplicit ? 'auto' : settings.publishing.disclosure;
  if (wanted === 'counts') return sameEverywhere({ mode: 'counts', because: 'setting' });
  const visibility = await findVisibility(facts, ports.cancelled);
  if (visibility === 'restricted') return sameEverywhere(fullDisclosure);
  const countsOnly: Disclosure = { mode: 'counts', because: visibility };
  if (wanted !== 'full') return sameEverywhere(countsOnly);
  const publishesFindingsPublicly = visibility === 'public';
  if (isExplicit) return { ...sameEverywhere(fullDisclosure), publishesFindingsPublicly };
  // Without a key nothing is scanned, so there is nothing to publish.
  if (inputs.scan.includeLeaks && inputs.service.apiKey !== null) throw new SettingsError(publicLeaksMessage);
  return { disclosure: fullDisclosure, issueDisclosure: countsOnly, publishesFindingsPublicly };
}

const publicLeaksMessage =
  '`include-leaks`: this repository is public, or it is not known whether it is, and the leaked addresses would be in the artifact, which anybody could download. Set `disclosure: counts`, which uploads no artifact, or leave `include-leaks` out. If everybody may read them, set `disclosure: full`.';

const fullDisclosure: Disclosure = { mode: 'full' };

function sameEverywhere(disclosure: Disclosure): Disclosures {
  return { disclosure, issueDisclosure: disclosure, publishesFindingsPublicly: false };
}

/** The notice that a run logs if it scans and publishes its findings for anybody. */
export const publicFindingsNotice =
  'This repository is public, so anybody can read what this run publishes of the findings, with names, URLs and evidence. To publish the verdict and the counts only, set `disclosure: counts` (or `auto`, which does so on public repositories) as an input or in the policy file.';

/** What the log calls a site: its address without secrets, or `otherName` if findings are withheld. */
export function siteNameInLog({ mode }: Disclosure, address: string, otherName = 'the target'): string {
  return mode === 'full' ? address : otherName;
}
