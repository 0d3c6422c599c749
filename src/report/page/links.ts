/** Links to the run, its commit, and what a reader may have to change. */

import type { Problem } from '../../core/problem.ts';
import type { Texts } from '../language/texts.ts';
import { escaped, escapedWithCode } from '../markdown/escape.ts';
import { link } from '../markdown/link.ts';
import type { PolicyPages, ReportModel, RunFacts } from '../model.ts';
import { quotable } from '../plain-text.ts';

/** The repository of the run at `runUrl`; `null` if there is none, or if a sign in its address could end a link. */
function repositoryUrl(runUrl: string): string | null {
  return /^(https?:\/\/[\w.:-]+\/[\w.-]+\/[\w.-]+)\/actions\/runs\/\d+/u.exec(runUrl)?.[1] ?? null;
}

/**
 * A commit as a link to its page in the repository of the run at `runUrl`. If there is no such page, the short hash as
 * code, which GitHub does not link.
 */
export function commitLink(sha: string, runUrl: string): string {
  if (!/^[0-9a-f]{7,64}$/u.test(sha)) return escaped(sha, 64);
  // The digits are not escaped: they are in a link or in code, and can be copied as they are.
  const digits = `\`${sha.slice(0, 7)}\``;
  const repository = repositoryUrl(runUrl);
  return repository === null ? digits : `[${digits}](${repository}/commit/${sha})`;
}

export function runLink({ url }: RunFacts, texts: Texts): string {
  return link(texts.whatToDo.openRun, url);
}

export function workflowLink({ url }: RunFacts, texts: Texts): string {
  return link(texts.whatToDo.openWorkflow, url.replace(/\/attempts\/\d+$/u, '/workflow'));
}

/** The policy file as a link to the page that edits it, or creates it if there is none. */
export function policyFileLink({ path, exists, viewUrl, editUrl }: PolicyPages, texts: Texts): string {
  const file = quotable(path, 100);
  const { editFile, createFile } = texts.policy;
  if (editUrl !== null) return link((exists ? editFile : createFile)(file), editUrl);
  return exists ? link(file, viewUrl) : escapedWithCode(`\`${file}\``);
}

/** True if the API key is missing, or the service refused it. */
function isAboutKey(problem: Problem): boolean {
  if (problem.kind !== 'service') return problem.kind === 'missing-api-key';
  return problem.fault.kind === 'status' && [401, 403].includes(problem.fault.status);
}

/** The page of what may have to be changed because of `problem`: the policy file, the secrets or the workflow. */
export function linkToChange(problem: Problem, { policyPages, run }: ReportModel, texts: Texts): string {
  const cause = problem.kind === 'baseline' ? problem.problem : problem;
  const repository = repositoryUrl(run.url);
  if (cause.kind === 'no-host-information' && policyPages !== null) return policyFileLink(policyPages, texts);
  if (!isAboutKey(cause) || repository === null) return workflowLink(run, texts);
  return link(texts.whatToDo.openSecrets, `${repository}/settings/secrets/actions`);
}
