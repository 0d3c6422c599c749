/** Decides whether findings are published or only counted (`contract.md`, `disclosure`). */

import { bounded } from '../core/bounded.ts';
import type { World } from '../core/ports.ts';
import type { Disclosure } from '../core/words.ts';
import type { GitHub } from '../github/client.ts';
import type { RunContext } from '../github/context.ts';
import type { EventPayload } from '../github/event.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';
import { findVisibility, type Visibility, visibilityOf } from '../github/visibility.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Target } from '../inputs/target-url.ts';
import type { GivenSettings, Settings } from './settings.ts';

export interface DisclosureQuestion {
  readonly inputs: Inputs;
  readonly given: GivenSettings;
  readonly settings: Settings;
  /** True where the policy file could not be read, and with it perhaps this setting. */
  readonly isPolicyUnknown: boolean;
  readonly event: EventPayload;
  readonly context: RunContext;
  readonly pullRequest: PullRequestStatus;
  readonly github: () => Promise<GitHub>;
}

/** Most that the question about the repository may take, in milliseconds. */
const visibilityLimitMs = 20_000;

/** Asks for the visibility only where the answer matters; says once what anybody can read on a public repository. */
export async function decideDisclosure(question: DisclosureQuestion, world: World): Promise<Disclosure> {
  const { inputs, given, settings, isPolicyUnknown } = question;
  // What a file that cannot be read may forbid is not published where anybody can read it.
  const wanted = isPolicyUnknown && given.disclosure === null ? 'auto' : settings.reports.disclosure;
  if (wanted === 'counts') return { mode: 'counts', because: 'setting' };
  const visibility = await askVisibility(question, world);
  if (wanted === 'auto' && visibility !== 'restricted') return { mode: 'counts', because: visibility };
  // Without a key nothing is scanned, so there is nothing to read.
  if (wanted === 'full' && visibility === 'public' && inputs.service.apiKey !== null)
    world.log.notice(publicNotice(question));
  return { mode: 'full', because: 'setting' };
}

async function askVisibility(
  { inputs, event, context, github }: DisclosureQuestion,
  { cancelled }: World,
): Promise<Visibility> {
  const told = visibilityOf(event);
  if (told !== 'unknown' || inputs.github.token === '') return told;
  try {
    const ask = () => findVisibility(github, context, event);
    return await bounded(ask, { signal: cancelled, limitMs: visibilityLimitMs });
  } catch {
    return 'unknown';
  }
}

/** What anybody can read, and how to change it. */
function publicNotice({ settings, pullRequest }: DisclosureQuestion): string {
  const { comment, summary, annotations, trackIssue } = settings.reports;
  const places = [
    'the log',
    ...(summary ? ['the job summary'] : []),
    ...(annotations ? ['the annotations'] : []),
    ...(comment !== 'never' && pullRequest.kind === 'known' ? ['the pull request comment'] : []),
    ...(trackIssue && pullRequest.kind === 'none' ? ['the tracking issue'] : []),
  ];
  return `This repository is public, so anybody can read the findings of this scan, with names, URLs and evidence: in ${places.join(', ')} and the artifact. To publish the verdict and the counts only, set \`disclosure: counts\` (or \`auto\`, which does so on public repositories) as an input or in the policy file.`;
}

/** `target`, which goes by `otherName` in the log where only counts are published. */
export function nameInLog<T extends Target | null>({ mode }: Disclosure, target: T, otherName: string): T {
  return target === null || mode === 'full' ? target : { ...target, logName: otherName };
}
