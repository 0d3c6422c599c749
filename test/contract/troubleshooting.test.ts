import { describe, expect, test } from '@jest/globals';
import { CancelledError } from '../../src/core/problem.ts';
import { createInputReader } from '../../src/inputs/reader.ts';
import { gitHubWarning } from '../../src/publish/failure-warnings.ts';
import { artifactWarning } from '../../src/publish/upload-artifact.ts';
import { en } from '../../src/report/language/texts.ts';
import { describeProblem } from '../../src/report/sentences/problem-sentences.ts';
import { endpoints, faults, problems } from '../support/problem-samples.ts';
import { filesBelow, readText } from './repository.ts';

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { status: code, response: { headers: {} } });
}

function graphqlError(): Error {
  return Object.assign(new Error('no viewer'), { name: 'GraphqlResponseError' });
}

/** What a failed sink may say that depends on the error. */
function sinkMessages(): string[] {
  const refused = [401, 403, 404, 410, 422, 500].map((code) => refusal(code, 'no'));
  const others = [
    refusal(403, 'the issue is locked'),
    refusal(429, 'secondary rate limit'),
    graphqlError(),
    new Error('read ECONNRESET'),
    new CancelledError('SIGINT'),
  ];
  const uploads = ['GHES is not supported', 'ACTIONS_RUNTIME_TOKEN', 'quota has been hit', '503'];
  return [
    ...(['comment', 'issue', 'status'] as const).flatMap((sink) =>
      [...refused, ...others].map((error) => gitHubWarning(sink)(error)),
    ),
    ...[...uploads.map((text) => new Error(text)), new CancelledError('SIGINT')].map((error) =>
      artifactWarning(error, ['/tmp/result.json']),
    ),
  ];
}

function decidedMessages(): string[] {
  return [
    ...problems.map((problem) => describeProblem(problem, en).what),
    ...faults.flatMap((fault) =>
      endpoints.map((endpoint) => {
        const problem = { kind: 'service', operation: endpoint, fault, tries: 1 } as const;
        return describeProblem(problem, en).what;
      }),
    ),
  ];
}

function wrongInput(): string {
  const reader = createInputReader(() => 'severe');
  reader.addMistake('`fail-on` is `severe`, expected one of those allowed');
  return reader.error()?.message ?? '';
}

/** Headings of the page: the messages, with `…` for the parts that differ. */
async function headings(): Promise<string[]> {
  const page = await readText('docs/troubleshooting.md');
  return [...page.matchAll(/^### (.*)$/gm)].map(([, heading = '']) => heading);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function patternOf(heading: string): RegExp {
  return new RegExp(`^${heading.split('…').map(literally).join('.*')}`, 's');
}

const pages = await headings();
const messages = [wrongInput(), ...decidedMessages(), ...sinkMessages()].map((message) =>
  message.replace(/\s+/g, ' '),
);

describe('docs/troubleshooting.md', () => {
  test.each([...new Set(messages)])('has an entry for: %s', (message) => {
    const found = pages.filter((heading) => message.search(patternOf(heading)) >= 0);
    expect(found).not.toEqual([]);
  });

  test('quotes nothing that the action does not say', async () => {
    const paths = await filesBelow('src', '.ts');
    const sources = (await Promise.all(paths.map(readText))).join('\n').replaceAll('\\`', '`');
    const wrong = pages.filter((heading) => {
      const pattern = patternOf(heading);
      if (messages.some((message) => message.search(pattern) >= 0)) return false;
      const parts = heading
        .split('…')
        .map((part) => part.trim())
        .filter((part) => part.length > 2);
      return parts.length === 0 || !parts.every((part) => sources.includes(part));
    });
    expect(wrong).toEqual([]);
  });

  test('has a text under each heading, and each heading once', async () => {
    const page = await readText('docs/troubleshooting.md');
    expect(page).not.toMatch(/^### .*\n+#/m);
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages.length).toBeGreaterThan(50);
  });
});
