/** Links to the run, to its commit, and to the page that a reader may have to change. */

import type { Problem } from '../../core/problem.ts';
import type { Texts } from '../language/texts.ts';
import { escapeKeepingCode, escapeMarkdown } from '../markdown/escape.ts';
import { link } from '../markdown/link.ts';
import type { PolicyPages, ReportedRun, ReportModel } from '../model.ts';
import { quotableText } from '../plain-text.ts';

/** A commit as a link to its page in the repository of the run. A text that is not a hash stays text. */
export function commitLink(sha: string, { repositoryUrl }: ReportedRun): string {
  if (!/^[0-9a-f]{7,64}$/u.test(sha)) return escapeMarkdown(sha, 64);
  // The digits are not escaped, because they are inside code and people copy them.
  return `[\`${sha.slice(0, 7)}\`](${repositoryUrl}/commit/${sha})`;
}

export function workflowLink({ workflowUrl }: ReportedRun, texts: Texts): string {
  return link(texts.whatToDo.openWorkflow, workflowUrl);
}

/** The policy file as a link to the page that edits it, or creates it if there is none. */
export function policyFileLink({ path, exists, viewUrl, editUrl }: PolicyPages, texts: Texts): string {
  const file = quotableText(path, 100);
  const { editFile, createFile } = texts.policy;
  if (editUrl !== null) return link((exists ? editFile : createFile)(file), editUrl);
  return exists ? link(file, viewUrl) : escapeKeepingCode(`\`${file}\``);
}

/** True if the API key is missing, or the service refused it. */
function isAboutKey(problem: Problem): boolean {
  if (problem.kind !== 'service') return problem.kind === 'missing-api-key';
  return problem.fault.kind === 'status' && [401, 403].includes(problem.fault.status);
}

/** A link to what may have to be changed because of `problem`: the policy file, the secrets or the workflow. */
export function linkToChange(problem: Problem, { policyPages, run }: ReportModel, texts: Texts): string {
  const cause = problem.kind === 'baseline' ? problem.problem : problem;
  if (cause.kind === 'no-host-information' && policyPages !== null) return policyFileLink(policyPages, texts);
  if (!isAboutKey(cause)) return workflowLink(run, texts);
  return link(texts.whatToDo.openSecrets, `${run.repositoryUrl}/settings/secrets/actions`);
}
