/** Operation id → answer, for what is only read: repository, files, pull requests, deployments, runs, the token's owner. */
import type { Answer } from '../loopback.ts';
import { publicUserAnswer } from './answers.ts';
import { deploymentAnswer, deploymentStatusAnswer, runAnswer } from './deployment-answers.ts';
import { type Handler, type HandlerRequest, notFound } from './handler.ts';
import { page } from './pages.ts';
import { pullAnswer } from './pull-answers.ts';
import {
  branchAnswer,
  branchesOf,
  fileAnswer,
  gitCommitAnswer,
  isSha,
  repositoryAnswer,
  tipOf,
} from './repository-answers.ts';
import type { GitHubState } from './state.ts';

function getContent({ state, parameters, query, headers }: HandlerRequest): Answer {
  const ref = query.get('ref') ?? state.defaultBranch;
  const files = filesAt(state, ref);
  if (files === undefined) return notFound(`No commit found for the ref ${ref}`);
  const path = parameters['path'] ?? '';
  const text = files.get(path);
  if (text !== undefined) {
    // `application/vnd.github.raw` and `application/vnd.github.raw+json` ask for the file itself.
    if (/vnd\.github\.(v3\.)?raw/.test(headers['accept'] ?? '')) {
      return { status: 200, text, headers: { 'content-type': 'application/vnd.github.raw; charset=utf-8' } };
    }
    return { status: 200, json: fileAnswer(state, { path, ref, text }) };
  }
  const inFolder = [...files].filter(
    ([name]) => name.startsWith(`${path}/`) && !name.slice(path.length + 1).includes('/'),
  );
  if (inFolder.length === 0) return notFound();
  const entries = inFolder.map(([name, content]) => {
    const {
      content: _content,
      encoding: _encoding,
      ...entry
    } = fileAnswer(state, { path: name, ref, text: content });
    return entry;
  });
  return { status: 200, json: entries };
}

function listDeployments(request: HandlerRequest): Answer {
  const { state, query } = request;
  const matches = (name: string, value: string) => (query.get(name) ?? value) === value;
  const found = state.deployments.filter(
    (one) =>
      matches('sha', one.sha) &&
      matches('ref', one.ref) &&
      matches('environment', one.environment) &&
      matches('task', 'deploy'),
  );
  return page(
    found.reverse().map((deployment) => deploymentAnswer(state, deployment)),
    request,
  );
}

function listDeploymentStatuses(request: HandlerRequest): Answer {
  const { state, parameters } = request;
  const deployment = state.deployments.find(({ id }) => id === Number(parameters['deployment_id']));
  if (deployment === undefined) return notFound();
  const newestFirst = deployment.statuses.toReversed();
  return page(
    newestFirst.map((status) => deploymentStatusAnswer(state, deployment, status)),
    request,
  );
}

function listPullsOfCommit(request: HandlerRequest): Answer {
  const { state, parameters } = request;
  const sha = parameters['commit_sha'] ?? '';
  const pulls = [...state.pulls.values()].filter((pull) => [pull.headSha, ...pull.olderShas].includes(sha));
  return page(
    pulls.map((pull) => pullAnswer(state, pull, 'simple')),
    request,
  );
}

/** Files by path; `undefined` where there is no such branch or commit. A commit nobody seeded exists, without files. */
function filesAt(state: GitHubState, ref: string): ReadonlyMap<string, string> | undefined {
  if (state.missingCommits.includes(ref)) return undefined;
  const branch = [...branchesOf(state)].find((name) => tipOf(name) === ref);
  const files = state.contents.get(ref) ?? state.contents.get(branch ?? '');
  return files ?? (branch !== undefined || isSha(ref) ? new Map() : undefined);
}

function getBranch({ state, parameters }: HandlerRequest): Answer {
  const name = parameters['branch'] ?? '';
  if (!branchesOf(state).has(name)) return notFound('Branch not found');
  return { status: 200, json: branchAnswer(state, name, state.protectedBranches.includes(name)) };
}

function getCommit({ state, parameters }: HandlerRequest): Answer {
  const sha = parameters['commit_sha'] ?? '';
  if (!isSha(sha) || state.missingCommits.includes(sha)) return notFound();
  return { status: 200, json: gitCommitAnswer(state, sha) };
}

export const repositoryHandlers: Readonly<Record<string, Handler>> = {
  'repos/get': ({ state }) => ({ status: 200, json: repositoryAnswer(state) }),
  'repos/get-branch': getBranch,
  'git/get-commit': getCommit,
  'repos/get-content': getContent,
  'repos/list-deployments': listDeployments,
  'repos/list-deployment-statuses': listDeploymentStatuses,
  'repos/list-pull-requests-associated-with-commit': listPullsOfCommit,
  'pulls/get': ({ state, parameters }) => {
    const pull = state.pulls.get(Number(parameters['pull_number']));
    return pull === undefined ? notFound() : { status: 200, json: pullAnswer(state, pull, 'full') };
  },
  'actions/get-workflow-run': ({ state, parameters }) => {
    const run = state.runs.get(Number(parameters['run_id']));
    return run === undefined ? notFound() : { status: 200, json: runAnswer(state, run) };
  },
  'users/get-authenticated': ({ state }) => {
    // A workflow's own token belongs to an app, which is no user.
    if (state.author.type === 'Bot') {
      return { status: 403, json: { message: 'Resource not accessible by integration', status: '403' } };
    }
    return { status: 200, json: publicUserAnswer(state, state.author) };
  },
};
