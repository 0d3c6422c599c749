/** Where a run publishes on GitHub. A run and a dry run ask the same. The commit status has its own file. */
import type { World } from '../core/ports.ts';
import type { IdentifiedRun, RunSetup, StepFacts } from '../prepare/prepare.ts';
import type { Conversation } from './sticky-comment.ts';

/**
 * What the settings ask for, if the run has a pull request, and if it has none. `comment`: for which verdicts, if the run has or may have a pull request; there is a
 * comment while the scan runs only with `always`. `issue`: true if it keeps a tracking issue, without a pull request.
 */
export function wantedSinks({ settings, pullRequest }: RunSetup) {
  const { comment, trackIssue } = settings.publishing;
  const hasNone = pullRequest.kind === 'none';
  return { comment: hasNone ? 'never' : comment, issue: trackIssue && hasNone } as const;
}

/** Where the comment of a run belongs; `null` if its pull request is not known. */
export function conversationOf({ context, pullRequest }: IdentifiedRun): Conversation | null {
  const { owner, repo } = context;
  return pullRequest.kind === 'found' ? { owner, repo, number: pullRequest.number } : null;
}

/** False without a token, with a notice. @param what such as `tracking issue` */
export function hasToken({ inputs }: StepFacts, what: string, { log }: World): boolean {
  const { token } = inputs.github;
  if (token === '') log.notice(`There is no ${what}, because \`github-token\` is empty.`);
  return token !== '';
}
