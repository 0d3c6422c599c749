/** Operations on issues, comments and labels, by the id that GitHub's description gives them. */
import type { Answer } from '../loopback.ts';
import { failure, found, type Operation, type OperationRequest, ok, page } from './operation.ts';
import type { Needs } from './permissions.ts';
import {
  actionsBot,
  addComment,
  addIssue,
  ensureLabel,
  type GitHubState,
  nextId,
  type StoredComment,
  type StoredIssue,
  timestamp,
} from './state.ts';
import { commentView, issueView, labelView } from './views.ts';

const bodyLimitCharacters = 65_536;
const readIssue: Needs = { issues: 'read', pull_requests: 'read' };
const writeIssue: Needs = { issues: 'write', pull_requests: 'write' };

/** An operation on the issue that the path names. */
function onIssue(needs: Needs, act: (issue: StoredIssue, request: OperationRequest) => Answer): Operation {
  return {
    needs,
    answer: (request) => {
      const { state, parameters } = request;
      return found(state.issues.get(Number(parameters['issue_number'])), (issue) => act(issue, request));
    },
  };
}

/** An operation on the comment that the path names. */
function onComment(
  needs: Needs,
  act: (comment: StoredComment, request: OperationRequest) => Answer,
): Operation {
  return {
    needs,
    answer: (request) => {
      const { state, parameters } = request;
      return found(state.comments.get(Number(parameters['comment_id'])), (comment) => act(comment, request));
    },
  };
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

function labelNames(value: unknown): string[] {
  const labels = Array.isArray(value) ? value : [];
  return labels.map((label) => String(typeof label === 'object' && label !== null ? label.name : label));
}

function createComment(issue: StoredIssue, { state, body }: OperationRequest): Answer {
  const refusal = refuseBody(body['body'], 'IssueComment');
  if (refusal !== undefined) return refusal;
  const comment = addComment(state, { issueNumber: issue.number, body: String(body['body']) });
  issue.updatedAt = comment.createdAt;
  return { status: 201, json: commentView(state, comment) };
}

function updateComment(comment: StoredComment, { state, body }: OperationRequest): Answer {
  // An app may edit its own comments only.
  if (comment.author.login !== actionsBot.login)
    return failure(403, 'Resource not accessible by integration');
  const refusal = refuseBody(body['body'], 'IssueComment');
  if (refusal !== undefined) return refusal;
  Object.assign(comment, { body: body['body'], updatedAt: timestamp() });
  return ok(commentView(state, comment));
}

function selectIssues(state: GitHubState, query: URLSearchParams): StoredIssue[] {
  const wanted = query.get('state') ?? 'open';
  const creator = query.get('creator');
  const issues = [...state.issues.values()].filter(
    (issue) =>
      (wanted === 'all' || issue.state === wanted) && (creator === null || issue.author.login === creator),
  );
  return issues.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.number - a.number);
}

function createIssue({ state, body }: OperationRequest): Answer {
  const refusal = refuseBody(body['body'], 'Issue');
  if (refusal !== undefined) return refusal;
  const issue = addIssue(state, {
    title: String(body['title']),
    body: String(body['body'] ?? ''),
    labels: labelNames(body['labels']),
    author: actionsBot,
  });
  return { status: 201, json: issueView(state, issue) };
}

function updateIssue(issue: StoredIssue, { state, body }: OperationRequest): Answer {
  const refusal = refuseBody(body['body'], 'Issue');
  if (refusal !== undefined) return refusal;
  const at = timestamp();
  if (typeof body['title'] === 'string') issue.title = body['title'];
  if ('body' in body) issue.body = String(body['body'] ?? '');
  if ('labels' in body) issue.labels = labelNames(body['labels']);
  for (const label of issue.labels) ensureLabel(state, label);
  if (body['state'] === 'closed' && issue.state === 'open') {
    const stateReason = String(body['state_reason'] ?? 'completed');
    Object.assign(issue, { state: 'closed', stateReason, closedAt: at });
  } else if (body['state'] === 'open' && issue.state === 'closed') {
    Object.assign(issue, { state: 'open', stateReason: 'reopened', closedAt: null });
  }
  issue.updatedAt = at;
  return ok(issueView(state, issue));
}

function createLabel({ state, body }: OperationRequest): Answer {
  const name = String(body['name']);
  const color = String(body['color'] ?? 'ededed');
  const refusal = (code: string, field: string) => invalid({ resource: 'Label', code, field });
  if (state.labels.has(name.toLowerCase())) return refusal('already_exists', 'name');
  if (!/^[0-9a-f]{6}$/i.test(color)) return refusal('invalid', 'color');
  const description = typeof body['description'] === 'string' ? body['description'] : null;
  const label = { id: nextId(state), name, color, description };
  state.labels.set(name.toLowerCase(), label);
  return { status: 201, json: labelView(label) };
}

export const issueOperations: Readonly<Record<string, Operation>> = {
  'issues/create': { needs: { issues: 'write' }, answer: createIssue },
  'issues/create-comment': onIssue(writeIssue, createComment),
  'issues/create-label': { needs: writeIssue, answer: createLabel },
  'issues/delete-comment': onComment(writeIssue, ({ id }, { state }) => {
    state.comments.delete(id);
    return { status: 204 };
  }),
  'issues/get-label': {
    needs: readIssue,
    answer: ({ state, parameters }) =>
      found(state.labels.get((parameters['name'] ?? '').toLowerCase()), (label) => ok(labelView(label))),
  },
  'issues/list-comments': onIssue(readIssue, ({ number }, request) => {
    const { state } = request;
    const comments = [...state.comments.values()].filter(({ issueNumber }) => issueNumber === number);
    return page(
      request,
      comments.map((comment) => commentView(state, comment)),
    );
  }),
  'issues/list-for-repo': {
    needs: { issues: 'read' },
    answer: (request) => {
      const { state, query } = request;
      return page(
        request,
        selectIssues(state, query).map((issue) => issueView(state, issue)),
      );
    },
  },
  'issues/update': onIssue(writeIssue, updateIssue),
  'issues/update-comment': onComment(writeIssue, updateComment),
};
