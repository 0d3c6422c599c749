/** What every operation of the loopback GitHub gets and gives. The request is known to follow the description. */
import type { Answer } from '../loopback.ts';
import type { Json } from './answers.ts';
import type { GitHubState } from './state.ts';

export interface HandlerRequest {
  readonly state: GitHubState;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  /** Address of the resource without its query. */
  readonly url: string;
}

export type Handler = (request: HandlerRequest) => Answer;

export function notFound(message = 'Not Found'): Answer {
  return { status: 404, json: { message, documentation_url: 'https://docs.github.com/rest', status: '404' } };
}
