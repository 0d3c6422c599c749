/** Reads the policy file of the repository, from its default branch. */

import { classified } from '../core/classified-text.ts';
import type { Log } from '../core/ports.ts';
import { type Problem, SettingsError } from '../core/problem.ts';
import { gitHubFaultOf } from '../github/api-error.ts';
import type { GitHubRun } from '../github/context.ts';
import { type FileContent, readRepositoryFile } from '../github/repository-file.ts';
import type { StepInputs } from '../inputs/step-inputs.ts';
import { type ParsedPolicyFile, parsePolicyFile } from './policy-file.ts';

export interface PolicyFileOrProblem {
  /** `null` if there is none. */
  readonly file: ParsedPolicyFile | null;
  /** Why the policy is unknown; `null` if it is known. */
  readonly problem: Problem | null;
}

/**
 * Reads the policy file of the default branch, whatever is gated: the author of a change could choose any other branch,
 * tag or commit (`docs/contract.md`, `config`). The default file may be missing.
 *
 * @throws SettingsError if the file is wrong, or missing although it is not the default one
 */
export async function readRepositoryPolicy(
  config: StepInputs['repositoryFile'],
  { context, github }: GitHubRun,
  { log }: { readonly log: Log },
): Promise<PolicyFileOrProblem> {
  if (config === null) return { file: null, problem: null };
  const { path, isDefault } = config;
  const { owner, repo } = context;
  let content: FileContent | null;
  try {
    const location = { owner, repo, path, commit: null, setting: 'config' } as const;
    content = await readRepositoryFile(await github(), location);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const fault = gitHubFaultOf(error);
    const problem: Problem = { kind: 'policy-unreadable', path: classified('public', path), fault };
    return { file: null, problem };
  }
  if (content !== null) {
    log.info(`Policy file: ${path} on the default branch, blob ${content.blob}`);
    return { file: parsePolicyFile(content.text, path, content.blob), problem: null };
  }
  if (!isDefault)
    throw new SettingsError(
      `\`config\`: there is no ${path} on the default branch. Correct the path, or merge the file first: it is read from no other branch.`,
    );
  log.info(`There is no policy file ${path} on the default branch`);
  return { file: null, problem: null };
}
