/** Decides whether findings are published or only counted (`contract.md`, `disclosure`). */

import { bounded } from '../core/bounded.ts';
import type { World } from '../core/ports.ts';
import type { Disclosure } from '../core/words.ts';
import type { GitHub } from '../github/client.ts';
import type { RunContext } from '../github/context.ts';
import type { EventPayload } from '../github/event.ts';
import type { PullRequest } from '../github/pull-request.ts';
import { findVisibility, type Visibility, visibilityOf } from '../github/visibility.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Target } from '../inputs/target-url.ts';
import type { Settings } from './settings.ts';

export interface DisclosureQuestion {
  readonly inputs: Inputs;
  readonly settings: Settings;
  /** True where the policy file could not be read, and with it perhaps this setting. */
  readonly isPolicyUnknown: boolean;
  readonly event: EventPayload;
  readonly context: RunContext;
  readonly pullRequest: PullRequest | null;
  readonly github: () => Promise<GitHub>;
}

/** Most that the question about the repository may take, in milliseconds. */
const visibilityLimitMs = 20_000;

/** Asks for the visibility only where the answer matters; says once what anybody can read on a public repository. */
export async function decideDisclosure(question: DisclosureQuestion, world: World): Promise<Disclosure> {
  const { inputs, settings, isPolicyUnknown } = question;
  // What a file that cannot be read may forbid is not published where anybody can read it.
  const wanted = isPolicyUnknown && inputs.given.disclosure === null ? 'auto' : settings.reports.disclosure;
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
  if (told !== 'unknown' || inputs.reports.token === '') return told;
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
    ...(comment !== 'never' && pullRequest !== null ? ['the pull request comment'] : []),
    ...(trackIssue && pullRequest === null ? ['the tracking issue'] : []),
  ];
  return `This repository is public, so anybody can read the findings of this scan, with names, URLs and evidence: in ${places.join(', ')} and the artifact. To publish the verdict and the counts only, set \`disclosure: counts\` (or \`auto\`, which does so on public repositories) as an input or in the policy file.`;
}

/** `target` with another name for the log where it is not to be named there. */
export function namedFor<T extends Target | null>({ mode }: Disclosure, target: T, otherName: string): T {
  return target === null || mode === 'full' ? target : { ...target, logName: otherName };
}
