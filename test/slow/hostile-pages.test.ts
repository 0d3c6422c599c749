import { afterAll, describe, expect, test } from '@jest/globals';
import { parseCommands } from '../support/commands.ts';
import { hostileTexts } from '../support/hostile/corpus.ts';
import { foreignCommands, unseenCharacters } from '../support/hostile/job-log.ts';
import { additions, readPage } from '../support/hostile/page.ts';
import { type Said, sayAboutResult } from '../support/hostile/render-result.ts';
import { fields, harmlessPut, resultWith, square } from '../support/hostile/result.ts';

/** With one row there are two findings, whose references become at most five links in a page. */
const rows = 1;
const maxReferences = 5;

const plain = sayAboutResult(resultWith(harmlessPut, { rows }), 'en');
const plainPages = { comment: readPage(plain.comment), summary: readPage(plain.summary) };

const withoutBreaks = (text: string | undefined) => text?.replaceAll('\u200b', '');

/** What is wrong with what was said, in lines; empty where all is well. */
function faultsOf(said: Said): string[] {
  const commands = parseCommands(said.printed).filter(({ name }) => name === 'error');
  return [
    ...additions(readPage(said.comment), plainPages.comment, maxReferences).map((one) => `comment: ${one}`),
    ...additions(readPage(said.summary), plainPages.summary, maxReferences).map((one) => `summary: ${one}`),
    ...foreignCommands(said.printed).map((line) => `command: ${line}`),
    ...unseenCharacters([...said.printed, said.reason]).map(
      (line) => `unseen character: ${JSON.stringify(line)}`,
    ),
    ...(/[\n\r]/.test(said.reason) ? ['the reason has several lines'] : []),
    ...(commands.length === said.annotations.length ? [] : [`${commands.length} annotations`]),
    ...commands.flatMap(({ properties, message }, index) => {
      const meant = said.annotations[index];
      // What the runner would act on is broken by a zero-width space, in each line of the message as well.
      const asMeant =
        withoutBreaks(properties['title']) === withoutBreaks(meant?.title) &&
        withoutBreaks(message) === withoutBreaks(meant?.message);
      return asMeant ? [] : [`annotation ${index}: ${properties['title']}: ${message}`];
    }),
  ];
}

let checked = 0;

describe('what is said about a result', () => {
  test('holds nothing of a text but the text, for each text in each field', () => {
    const faults: string[] = [];
    for (const [number] of hostileTexts.entries()) {
      const said = sayAboutResult(resultWith(square(number), { rows }), 'en');
      for (const fault of faultsOf(said)) faults.push(`square ${number}: ${fault.slice(0, 300)}`);
      checked += fields.length;
    }
    expect(faults).toEqual([]);
  });
});

afterAll(() => {
  process.stderr.write(
    `hostile data: ${hostileTexts.length} texts × ${fields.length} fields of a result = ${checked} pairs rendered\n`,
  );
});
