/** Operation id → what it does and answers, for issues, comments and labels. */
import type { Answer } from '../loopback.ts';
import { commentAnswer, issueAnswer, type Json, labelAnswer } from './answers.ts';
import { type Handler, type HandlerRequest, notFound } from './handler.ts';
import { page } from './pages.ts';
import { addComment, addIssue, ensureLabel } from './seeds.ts';
import { type StoredComment, type StoredIssue, timestamp } from './state.ts';

const BODY_LIMIT_CHARACTERS = 65_536;

/** @param errors each with GitHub's `resource`, `field`, `code` and, for the code `custom`, a `message` */
function validationFailed(...errors: readonly Json[]): Answer {
  const documentation_url = 'https://docs.github.com/rest';
  return { status: 422, json: { message: 'Validation Failed', errors, documentation_url, status: '422' } };
}

/** GitHub's refusal of an over-long or empty body. */
function refuseBody(body: unknown, resource: 'Issue' | 'IssueComment'): Answer | undefined {
  if (typeof body !== 'string') return undefined;
  if (body.length > BODY_LIMIT_CHARACTERS) {
    const message = `body is too long (maximum is ${BODY_LIMIT_CHARACTERS} characters)`;
    return validationFailed({ resource, field: 'body', code: 'custom', message });
  }
  if (resource === 'IssueComment' && body.trim() === '') {
    return validationFailed({ resource, field: 'body', code: 'custom', message: "body can't be blank" });
  }
  return undefined;
}

function findIssue({ state, parameters }: HandlerRequest): StoredIssue | undefined {
  return state.issues.get(Number(parameters['issue_number']));
}

function findComment({ state, parameters }: HandlerRequest): StoredComment | undefined {
  return state.comments.get(Number(parameters['comment_id']));
}

function listComments(request: HandlerRequest): Answer {
  const { state, query } = request;
  const issue = findIssue(request);
  if (issue === undefined) return notFound();
  const since = query.get('since') ?? '';
  const comments = [...state.comments.values()].filter(
    (comment) => comment.issueNumber === issue.number && comment.updatedAt >= since,
  );
  return page(
    comments.map((comment) => commentAnswer(state, comment)),
    request,
  );
}

function createComment(request: HandlerRequest): Answer {
  const { state, body } = request;
  const issue = findIssue(request);
  if (issue === undefined) return notFound();
  if (issue.locked)
    return { status: 403, json: { message: 'Unable to create comment because issue is locked.' } };
  const refusal = refuseBody(body['body'], 'IssueComment');
  if (refusal !== undefined) return refusal;
  const comment = addComment(state, { issueNumber: issue.number, body: String(body['body']) });
  issue.updatedAt = timestamp(state);
  return { status: 201, json: commentAnswer(state, comment) };
}

function updateComment(request: HandlerRequest): Answer {
  const { state, body } = request;
  const comment = findComment(request);
  if (comment === undefined) return notFound();
  // An app may edit its own comments only; GitHub says so with a bare 403.
  if (comment.author.login !== state.author.login && state.author.type === 'Bot') {
    return { status: 403, json: { message: 'Resource not accessible by integration' } };
  }
  const refusal = refuseBody(body['body'], 'IssueComment');
  if (refusal !== undefined) return refusal;
  comment.body = String(body['body']);
  comment.updatedAt = timestamp(state);
  return { status: 200, json: commentAnswer(state, comment) };
}

function deleteComment(request: HandlerRequest): Answer {
  const comment = findComment(request);
  if (comment === undefined) return notFound();
  request.state.comments.delete(comment.id);
  return { status: 204 };
}

function labelNames(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((label) => String(typeof label === 'object' && label !== null ? label.name : label));
}

function listIssues(request: HandlerRequest): Answer {
  const { state, query } = request;
  const wanted = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').split(',').filter((label) => label !== '');
  const creator = query.get('creator');
  const issues = [...state.issues.values()].filter(
    (issue) =>
      (wanted === 'all' || issue.state === wanted) &&
      (creator === null || issue.author.login === creator) &&
      issue.updatedAt >= (query.get('since') ?? '') &&
      labels.every((label) => issue.labels.some((own) => own.toLowerCase() === label.toLowerCase())),
  );
  const newestFirst = issues.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.number - a.number);
  if (query.get('direction') === 'asc') newestFirst.reverse();
  return page(
    newestFirst.map((issue) => issueAnswer(state, issue)),
    request,
  );
}

function createIssue({ state, body }: HandlerRequest): Answer {
  const refusal = refuseBody(body['body'], 'Issue');
  if (refusal !== undefined) return refusal;
  const labels = labelNames(body['labels']);
  const seed = {
    title: String(body['title']),
    body: String(body['body'] ?? ''),
    labels,
    author: state.author,
  };
  return { status: 201, json: issueAnswer(state, addIssue(state, seed)) };
}

function updateIssue(request: HandlerRequest): Answer {
  const { state, body } = request;
  const issue = findIssue(request);
  if (issue === undefined) return notFound();
  const refusal = refuseBody(body['body'], 'Issue');
  if (refusal !== undefined) return refusal;
  const at = timestamp(state);
  if (typeof body['title'] === 'string') issue.title = body['title'];
  if ('body' in body) issue.body = String(body['body'] ?? '');
  if ('labels' in body) {
    issue.labels = labelNames(body['labels']);
    for (const label of issue.labels) ensureLabel(state, label);
  }
  if (body['state'] === 'closed' && issue.state === 'open') {
    issue.state = 'closed';
    issue.stateReason = String(body['state_reason'] ?? 'completed');
    issue.closedAt = at;
  } else if (body['state'] === 'open' && issue.state === 'closed') {
    issue.state = 'open';
    issue.stateReason = 'reopened';
    issue.closedAt = null;
  }
  issue.updatedAt = at;
  return { status: 200, json: issueAnswer(state, issue) };
}

function createLabel({ state, body }: HandlerRequest): Answer {
  const name = String(body['name']);
  if (state.labels.has(name.toLowerCase())) {
    return validationFailed({ resource: 'Label', code: 'already_exists', field: 'name' });
  }
  const color = String(body['color'] ?? 'ededed');
  if (!/^[0-9a-f]{6}$/i.test(color))
    return validationFailed({ resource: 'Label', code: 'invalid', field: 'color' });
  const description = typeof body['description'] === 'string' ? body['description'] : null;
  const label = { id: state.nextId(), name, color, description };
  state.labels.set(name.toLowerCase(), label);
  return { status: 201, json: labelAnswer(state, label) };
}

export const issueHandlers: Readonly<Record<string, Handler>> = {
  'issues/list-comments': listComments,
  'issues/create-comment': createComment,
  'issues/get-comment': (request) => {
    const comment = findComment(request);
    return comment === undefined ? notFound() : { status: 200, json: commentAnswer(request.state, comment) };
  },
  'issues/update-comment': updateComment,
  'issues/delete-comment': deleteComment,
  'issues/list-for-repo': listIssues,
  'issues/create': createIssue,
  'issues/get': (request) => {
    const issue = findIssue(request);
    return issue === undefined ? notFound() : { status: 200, json: issueAnswer(request.state, issue) };
  },
  'issues/update': updateIssue,
  'issues/create-label': createLabel,
  'issues/get-label': ({ state, parameters }) => {
    const label = state.labels.get((parameters['name'] ?? '').toLowerCase());
    return label === undefined ? notFound() : { status: 200, json: labelAnswer(state, label) };
  },
};
