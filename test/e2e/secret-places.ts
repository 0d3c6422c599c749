/** Every place where a run could leave a secret: what it says, what it publishes, and whom it asks for what. */
import type { RecordedRequest } from '../../sandbox/api/request.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import type { ArtifactService } from '../support/artifact-service.ts';
import type { LoopbackGitHub } from '../support/github/server.ts';
import type { ReceivedRequest } from '../support/loopback.ts';
import type { RunResult } from '../support/runner.ts';

/** One text, and where it is. */
export type Place = readonly [name: string, text: string];

export interface Servers {
  readonly sandbox: Sandbox;
  readonly github: LoopbackGitHub;
  readonly artifacts: ArtifactService;
}

export function placesOfRun({ lines, outputs, state, exported, summary }: RunResult): Place[] {
  return [
    // A line that masks a value has to name it, and the runner swallows it.
    ['the log', lines.filter((line) => !line.startsWith('::add-mask::')).join('\n')],
    ['the outputs', Object.values(outputs).join('\n')],
    ['the state', JSON.stringify([state, exported])],
    ['the summary', summary],
  ];
}

export function publishedPlaces({ github, artifacts }: Servers): Place[] {
  const { comments, issues, statuses } = github.state;
  return [
    ...[...comments.values()].map(({ body }): Place => ['a comment', body]),
    ...[...issues.values()]
      .filter(({ isPull }) => !isPull)
      .map((issue): Place => ['an issue', Object.values(issue).join('\n')]),
    ...statuses.map((status): Place => ['a commit status', Object.values(status).join('\n')]),
    ...artifacts.artifacts.flatMap(({ name, files }): Place[] => [
      ['the name of the artifact', name],
      ...Object.entries(files).map(([file, bytes]): Place => [file, Buffer.from(bytes).toString('latin1')]),
    ]),
  ];
}

/** @param options `bare` leaves out the header in which a server gets its own token */
export function requestPlaces(
  name: string,
  requests: readonly (ReceivedRequest | RecordedRequest)[],
  { bare = false } = {},
): Place[] {
  return requests.map((request) => {
    const { path, query, body, headers } = request;
    const shown = bare ? { ...headers, authorization: '' } : headers;
    const parameters = query instanceof URLSearchParams ? String(query) : query;
    const sent = 'bytes' in request ? Buffer.from(request.bytes).toString('latin1') : JSON.stringify(body);
    return [`a request to ${name}`, `${JSON.stringify([path, parameters, shown])}\n${sent}`];
  });
}

function leaks(what: string, secret: string, places: readonly Place[]): string[] {
  return places.filter(([, text]) => text.includes(secret)).map(([name]) => `${what} reached ${name}`);
}

/** What may happen in no run: requests against a protocol, and secrets where they do not belong. One line each. */
export function findBreaches(servers: Servers, result: RunResult): string[] {
  const { sandbox, github, artifacts } = servers;
  const written = [...placesOfRun(result), ...publishedPlaces(servers)];
  const toService = requestPlaces('the service', sandbox.requests);
  const toGitHub = requestPlaces('GitHub', github.requests);
  const toArtifacts = requestPlaces('the artifact service', artifacts.requests);
  // Later runtime tokens expire later; this part of them is the same.
  const runtimeToken = artifacts.runtimeToken().slice(0, 120);
  return [
    ...github.violations,
    ...artifacts.violations,
    ...leaks('the API key', sandbox.apiKey, [...written, ...toGitHub, ...toArtifacts]),
    ...leaks('the GitHub token', github.token, [...written, ...toService, ...toArtifacts]),
    ...leaks('the runtime token', runtimeToken, [...written, ...toService, ...toGitHub]),
  ];
}
