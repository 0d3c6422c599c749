/** Operations on issues and comments, by the id that GitHub's description gives them. */
import type { Answer } from '../loopback.ts';
import { failure, found, type Operation, type OperationRequest, page } from './operation.ts';
import { actionsBot, addComment, addIssue, type GitHubState, repository, type StoredIssue } from './state.ts';

const bodyLimitCharacters = 65_536;
const readIssue = { issues: 'read', pull_requests: 'read' } as const;
const writeIssue = { issues: 'write', pull_requests: 'write' } as const;

function webUrl({ number, isPull }: StoredIssue): string {
  return `https://github.com/${repository}/${isPull ? 'pull' : 'issues'}/${number}`;
}

function commentView({ issues, comments }: GitHubState, commentId: number) {
  return found(comments.get(commentId), ({ id, body, author, issueNumber }) => {
    const issue = issues.get(issueNumber);
    const html_url = `${issue === undefined ? '' : webUrl(issue)}#issuecomment-${id}`;
    return { status: 200, json: { id, body, html_url, user: author } };
  });
}

function issueView(issue: StoredIssue) {
  const { number, title, state, body, author, isPull } = issue;
  const html_url = webUrl(issue);
  return {
    ...{ number, title, state, html_url, user: author, body: body === '' ? null : body },
    labels: [],
    ...(isPull ? { pull_request: { html_url } } : {}),
  };
}

/** The issue that the path names. */
function onIssue(request: OperationRequest, act: (issue: StoredIssue) => Answer): Answer {
  return found(request.state.issues.get(Number(request.parameters['issue_number'])), act);
}

function invalid(error: Readonly<Record<string, string>>): Answer {
  return failure(422, 'Validation Failed', { errors: [error] });
}

/** GitHub's refusal of a body that is too long or, of a comment, blank. */
function refuseBody(body: unknown, resource: 'Issue' | 'IssueComment'): Answer | undefined {
  if (typeof body !== 'string') return undefined;
  const refusal = (message: string) => invalid({ resource, field: 'body', code: 'custom', message });
  if (body.length > bodyLimitCharacters)
    return refusal(`body is too long (maximum is ${bodyLimitCharacters} characters)`);
  return resource === 'IssueComment' && body.trim() === '' ? refusal("body can't be blank") : undefined;
}

function createComment(request: OperationRequest): Answer {
  const { state, body } = request;
  return onIssue(request, ({ number }) => {
    const refusal = refuseBody(body['body'], 'IssueComment');
    if (refusal !== undefined) return refusal;
    const { id } = addComment(state, { issueNumber: number, body: String(body['body']) });
    return { ...commentView(state, id), status: 201 };
  });
}

function updateComment({ state, body, parameters }: OperationRequest): Answer {
  const id = Number(parameters['comment_id']);
  return found(state.comments.get(id), (comment) => {
    // An app may edit its own comments only.
    if (comment.author.login !== actionsBot.login)
      return failure(403, 'Resource not accessible by integration');
    const refusal = refuseBody(body['body'], 'IssueComment');
    if (refusal !== undefined) return refusal;
    comment.body = String(body['body']);
    return commentView(state, id);
  });
}

function listIssues(request: OperationRequest): Answer {
  const { state, query } = request;
  const wanted = query.get('state') ?? 'open';
  const creator = query.get('creator');
  const issues = [...state.issues.values()]
    .filter((issue) => wanted === 'all' || issue.state === wanted)
    .filter(({ author }) => creator === null || author.login === creator)
    .sort((a, b) => b.number - a.number);
  return page(request, issues, issueView);
}

function createIssue({ state, body }: OperationRequest): Answer {
  const refusal = refuseBody(body['body'], 'Issue');
  if (refusal !== undefined) return refusal;
  const text = String(body['body'] ?? '');
  const issue = addIssue(state, { title: String(body['title']), body: text, author: actionsBot });
  return { status: 201, json: issueView(issue) };
}

function updateIssue(request: OperationRequest): Answer {
  const { body } = request;
  return onIssue(request, (issue) => {
    const refusal = refuseBody(body['body'], 'Issue');
    if (refusal !== undefined) return refusal;
    if (typeof body['title'] === 'string') issue.title = body['title'];
    if ('body' in body) issue.body = String(body['body'] ?? '');
    if (body['state'] === 'open' || body['state'] === 'closed') issue.state = body['state'];
    return { status: 200, json: issueView(issue) };
  });
}

function listComments(request: OperationRequest): Answer {
  const { state } = request;
  return onIssue(request, ({ number }) => {
    const comments = [...state.comments.values()].filter(({ issueNumber }) => issueNumber === number);
    return page(request, comments, ({ id }) => commentView(state, id).json);
  });
}

function deleteComment({ state, parameters }: OperationRequest): Answer {
  const isThere = state.comments.delete(Number(parameters['comment_id']));
  return isThere ? { status: 204 } : failure(404, 'Not Found');
}

export const issueOperations: Readonly<Record<string, Operation>> = {
  'issues/create': { needs: { issues: 'write' }, answer: createIssue },
  'issues/create-comment': { needs: writeIssue, answer: createComment },
  'issues/delete-comment': { needs: writeIssue, answer: deleteComment },
  'issues/list-comments': { needs: readIssue, answer: listComments },
  'issues/list-for-repo': { needs: { issues: 'read' }, answer: listIssues },
  'issues/update': { needs: writeIssue, answer: updateIssue },
  'issues/update-comment': { needs: writeIssue, answer: updateComment },
};
