/** Every place where a run could have left a secret. */
import { filesOfJob } from '../../support/hostile/job-folder.ts';
import type { Place } from '../../support/hostile/secrets.ts';
import type { ReceivedRequest } from '../../support/loopback.ts';
import { renderMarkdownTree, textOf } from '../../support/render.ts';
import type { RunResult } from '../../support/runner.ts';
import type { Scene } from '../scene.ts';

/** As people see it: escapes resolved, breaks within long words gone. */
function shown(markdown: string): string {
  return textOf(renderMarkdownTree(markdown)).replaceAll('\u200b', '');
}

function textOfRequest({ path, query, headers, bytes }: ReceivedRequest): string {
  return [path, query, JSON.stringify(headers), Buffer.from(bytes).toString('latin1')].join('\n');
}

/**
 * What the run said and wrote. The lines that mask a value name it, by the way the runner wants it: it swallows them, and
 * nobody else reads the raw output.
 */
export async function placesOf(scene: Scene, result: RunResult): Promise<Place[]> {
  const lines = (output: string) =>
    output
      .split(/\r\n|\n|\r/)
      .filter((line) => !line.startsWith('::add-mask::'))
      .join('\n');
  const files = await filesOfJob(result.temp);
  return [
    ['stdout', lines(result.stdout)],
    ['stderr', lines(result.stderr)],
    ['the outputs', Object.values(result.outputs).join('\n')],
    ['the state', JSON.stringify([result.state, result.exported])],
    ['the summary', result.summary],
    ['the summary as shown', shown(result.summary)],
    ...[...files].map(([name, bytes]): Place => [name, bytes.toString('utf8')]),
    ...scene.comments().flatMap((body): Place[] => [
      ['a comment', body],
      ['a comment as shown', shown(body)],
    ]),
    ...scene.artifacts.artifacts.flatMap(({ name, files: uploaded }) => [
      ['the name of the artifact', name] as const,
      ...Object.entries(uploaded).map(([file, bytes]): Place => [file, Buffer.from(bytes).toString('utf8')]),
    ]),
  ];
}

/** What GitHub and its artifact service were asked, without the header in which each gets its own token. */
export function requestsOf(scene: Scene): Record<'github' | 'artifacts' | 'service', Place[]> {
  const bare = (request: ReceivedRequest) =>
    textOfRequest({ ...request, headers: { ...request.headers, authorization: '' } });
  return {
    github: scene.github.requests.map((request): Place => ['a request to GitHub', bare(request)]),
    artifacts: scene.artifacts.requests.map(
      (request): Place => ['a request to the artifact service', bare(request)],
    ),
    service: scene.sandbox.requests.map(
      ({ method, path, query, headers, body }): Place => [
        `${method} ${path}`,
        JSON.stringify([path, query, { ...headers, authorization: '' }, body]),
      ],
    ),
  };
}

export function requestsTo(name: string, requests: readonly ReceivedRequest[]): Place[] {
  return requests.map((request) => [name, textOfRequest(request)]);
}
