/** What may happen in no run, whatever it is about. */
import type { Sandbox } from '../../sandbox/server.ts';
import type { ArtifactService } from '../support/artifact-service.ts';
import type { LoopbackGitHub } from '../support/github.ts';
import type { ReceivedRequest } from '../support/loopback.ts';
import type { RunResult } from '../support/runner.ts';

interface Servers {
  readonly sandbox: Sandbox;
  readonly github: LoopbackGitHub;
  readonly artifacts: ArtifactService;
}

/** One text, and where it was found. */
type Place = readonly [name: string, text: string];

/** Requests against a protocol, and secrets where they do not belong: one line each. */
export function findBreaches({ sandbox, github, artifacts }: Servers, result: RunResult): string[] {
  const told = toldPlaces(result);
  const written = [...told, ...publishedPlaces(github, artifacts)];
  const toService = sandbox.requests.map((request): Place => ['the service', JSON.stringify(request)]);
  const toGitHub = github.requests.map((request): Place => ['GitHub', textOf(request)]);
  const toArtifacts = artifacts.requests.map((request): Place => ['the artifact service', textOf(request)]);
  return [
    ...github.violations,
    ...artifacts.violations,
    ...leaks('the API key', sandbox.apiKey, [...written, ...toGitHub, ...toArtifacts]),
    ...leaks('the GitHub token', github.token, [...written, ...toService, ...toArtifacts]),
    ...leaks('the runtime token', runtimeSecret(artifacts), [...written, ...toService, ...toGitHub]),
  ];
}

/** The part of the runtime token that is the same in all of them: later ones expire later. */
function runtimeSecret(artifacts: ArtifactService): string {
  return artifacts.runtimeToken().slice(0, 120);
}

function leaks(what: string, secret: string, places: readonly Place[]): string[] {
  return places.filter(([, text]) => text.includes(secret)).map(([name]) => `${what} reached ${name}`);
}

/** What the run itself says. The line that masks a value has to name it. */
function toldPlaces({ lines, outputs, state, exported, summary }: RunResult): Place[] {
  return [
    ['the log', lines.filter((line) => !line.startsWith('::add-mask::')).join('\n')],
    ['the outputs', JSON.stringify([outputs, state, exported])],
    ['the summary', summary],
  ];
}

function publishedPlaces(github: LoopbackGitHub, artifacts: ArtifactService): Place[] {
  return [
    ...[...github.state.comments.values()].map(({ body }): Place => ['a comment', body]),
    ...artifacts.artifacts.flatMap(({ files }) =>
      Object.entries(files).map(([name, bytes]): Place => [name, Buffer.from(bytes).toString('latin1')]),
    ),
  ];
}

function textOf({ path, query, headers, bytes }: ReceivedRequest): string {
  return [path, query, JSON.stringify(headers), Buffer.from(bytes).toString('latin1')].join('\n');
}
