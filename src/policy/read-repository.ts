import type { Log } from '../core/ports.ts';
import { type Problem, SettingsError } from '../core/problem.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import type { GitHub } from '../github/connect.ts';
import type { RunContext } from '../github/context.ts';
import type { EventPayload } from '../github/event.ts';
import type { PullRequestStatus } from '../github/pull-request.ts';
import { readRepositoryFile } from '../github/repository-file.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { ParsedPolicyFile } from './policy-file.ts';
import { type PolicyCommit, policyRevision, resolveRevision } from './policy-revision.ts';

interface PolicyQuestion {
  /** Where the file is; `null` for none. */
  readonly config: Inputs['config'];
  readonly event: EventPayload;
  readonly context: RunContext;
  readonly pullRequest: PullRequestStatus;
  readonly github: () => Promise<GitHub>;
}

export interface ReadPolicy {
  /** `null` if there is none. */
  readonly file: ParsedPolicyFile | null;
  /** Why the policy is unknown; `null` if it is known. */
  readonly problem: Problem | null;
  /** Where the file was read, or was found to be missing; `null` where nothing was read. */
  readonly commit: PolicyCommit | null;
}

/**
 * Reads the repository's policy file at a revision that a pull request cannot change. The default file may be missing.
 *
 * @throws SettingsError if it is wrong, or missing although it is not the default one
 */
export async function readRepositoryPolicy(
  { config, event, context, github, pullRequest }: PolicyQuestion,
  { log }: { readonly log: Log },
): Promise<ReadPolicy> {
  if (config === null) return { file: null, problem: null, commit: null };
  const { path, isDefault } = config;
  const revision = policyRevision(context, event, pullRequest);
  let commit: PolicyCommit | null = null;
  let text: string | null;
  try {
    const client = await github();
    commit = await resolveRevision(client, { context, event }, revision);
    const { owner, repo } = context;
    const [{ sha }, isCommitKnown] = [commit, commit.branch !== null];
    const file = { owner, repo, path, sha, isCommitKnown, setting: 'config' } as const;
    text = await readRepositoryFile(client, file);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const asked = revision.kind === 'commit' ? revision.sha : revision.base;
    const ref = commit?.sha ?? asked ?? 'the default branch';
    const fault = gitHubFaultOf(error);
    return { file: null, problem: { kind: 'policy-unreadable', path, ref, fault }, commit: null };
  }
  const where = commit.branch === null ? commit.sha : `${commit.sha} (branch ${commit.branch})`;
  if (text !== null) {
    log.info(`Policy file: ${path} at ${where}`);
    const { parsePolicyFile } = await import('./policy-file.ts');
    return { file: await parsePolicyFile(text, path), problem: null, commit };
  }
  if (isDefault) {
    log.info(`There is no policy file ${path} at ${where}`);
    return { file: null, problem: null, commit };
  }
  throw new SettingsError(
    `\`config\`: there is no ${path} at ${where}. Correct the path, or commit the file there; a pull request's own copy is never used.`,
  );
}
