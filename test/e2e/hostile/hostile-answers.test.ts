import { describe, expect, test } from '@jest/globals';
import type { Endpoint, Fault } from '../../../sandbox/faults.ts';
import { hostileTexts } from '../../support/hostile/corpus.ts';
import { filesOfJob, foreignFiles } from '../../support/hostile/job-folder.ts';
import { foreignCommands } from '../../support/hostile/job-log.ts';
import { additions, readPage } from '../../support/hostile/page.ts';
import type { RunResult } from '../../support/runner.ts';
import { ageComments } from '../run-files.ts';
import { type Scene, startScene } from '../scene.ts';

/** Texts that fit into the part of an answer that a message quotes. */
const short = hostileTexts
  .filter(({ text }) => text.trim() !== '' && text.length < 60)
  .map(({ text }) => text);
/** Texts in one answer. */
const perAnswer = 5;

let nextText = 0;
/** The next texts of the corpus in one text. Over all answers each is used. */
function someTexts(): string {
  const texts = Array.from(
    { length: perAnswer },
    (_, index) => short[(nextText + index * 41) % short.length],
  );
  nextText += 1;
  return texts.join('\n');
}

/** What HTTP allows in the value of a header (RFC 9110, section 5.5). */
function headerValue(text: string): string {
  return Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[^\x20-\x7e\x80-\xff]/g, ' ');
}

/** Ways to put a text into an answer. */
const ways: Readonly<Record<string, (text: string) => Fault>> = {
  'detail of an error': (detail) => ({ kind: 'status', code: 400, body: JSON.stringify({ detail }) }),
  'text of an error': (body) => ({
    kind: 'status',
    code: 403,
    body,
    headers: { 'content-type': 'text/plain' },
  }),
  'list of errors, and headers': (text) => ({
    kind: 'status',
    code: 422,
    body: JSON.stringify({ error: [{ [text]: text }] }),
    headers: {
      'content-type': headerValue(text),
      'x-request-id': headerValue(text),
      'www-authenticate': headerValue(text),
      server: headerValue(text),
    },
  }),
  'place of a redirect': (text) => ({ kind: 'redirect', status: 307, location: `//[${headerValue(text)}` }),
};
/** Errors are read in one way at all endpoints: each way is tried at two of them. */
const endpoints: readonly Endpoint[] = ['start', 'fetch', 'list', 'report'];

async function gateWith(scene: Scene, endpoint: Endpoint, fault: Fault): Promise<RunResult> {
  ageComments(scene);
  scene.sandbox.faults = [{ endpoint, fault }];
  return await scene.run({
    inputs: {
      url: scene.hardened.url,
      'wait-for-url': '0',
      'artifact-name': `answer-${scene.sandbox.requests.length}`,
      ...(endpoint === 'list' ? { 'reuse-within': '1h' } : {}),
    },
  });
}

function pageOf(markdown: string, { outputs }: RunResult) {
  return readPage(
    markdown.replaceAll(outputs['artifact-url'] || 'https://none.invalid', 'https://github.com/artifact'),
  );
}

describe('an answer of the service adds nothing but text to what the action writes', () => {
  test.each([...endpoints.entries()])('%d: %s', async (index, endpoint) => {
    await using scene = await startScene();
    // The second run, like the later ones, has an earlier report.
    await gateWith(scene, endpoint, { kind: 'status', code: 400 });
    for (const [way, make] of Object.entries(ways).filter((_, number) => (number + index) % 2 === 0)) {
      const plain = await gateWith(scene, endpoint, make('harmless'));
      const plainPages = [...scene.comments(), plain.summary].map((markdown) => pageOf(markdown, plain));
      const result = await gateWith(scene, endpoint, make(someTexts()));
      const pages = [...scene.comments(), result.summary].map((markdown) => pageOf(markdown, result));
      const added = pages.flatMap((page, which) => additions(page, plainPages[which] ?? page));
      // The number of polls depends on time, and only debug lines show it.
      const said = ({ commands }: RunResult) =>
        commands.map(({ name }) => name).filter((name) => name !== 'debug');
      expect({
        way,
        added,
        pages: pages.length,
        verdict: result.outputs['verdict'],
        said: said(result),
        commands: foreignCommands(result.lines),
        files: foreignFiles(await filesOfJob(result.temp)),
      }).toEqual({
        way,
        added: [],
        pages: plainPages.length,
        verdict: plain.outputs['verdict'],
        said: said(plain),
        commands: [],
        files: [],
      });
      expect(result.outputs['reason']).not.toMatch(/[\n\r]/);
    }
  });
});

test('plain http to another machine is refused before anything is sent', async () => {
  await using scene = await startScene();
  const baseUrl = 'http://127.0.0.1.service.example';
  const result = await scene.run({ inputs: { url: scene.hardened.url, 'base-url': baseUrl } });
  expect([result.exitCode, result.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(result.outputs['reason']).toMatch(/base-url.*https/);
  expect(scene.sandbox.requests).toEqual([]);
});
