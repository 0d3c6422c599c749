import { type RawServer, startRawServer } from './raw-server.ts';

/** A site that gives these answers in turn, the last one for ever: a status, or the address of a redirect. */
export function startSite(...answers: readonly (number | string)[]): Promise<RawServer> {
  let asked = 0;
  return startRawServer((_request, response) => {
    const answer = answers[asked] ?? answers.at(-1) ?? 200;
    asked += 1;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(302, { location: answer }).end();
  });
}
