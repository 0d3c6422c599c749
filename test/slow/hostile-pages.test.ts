import { afterAll, describe, expect, test } from '@jest/globals';
import { assess } from '../../src/gate/assess.ts';
import { readContext } from '../../src/github/context.ts';
import { resolveSettings } from '../../src/policy/settings.ts';
import { renderSummary } from '../../src/report/comment/summary.ts';
import { buildModel } from '../../src/report/model.ts';
import { en } from '../../src/report/texts/en/texts.ts';
import { scanResultSchema } from '../../src/service/schema.ts';
import { parseCommands } from '../support/commands.ts';
import { hostileTexts } from '../support/hostile/corpus.ts';
import { foreignCommands, unseenCharacters } from '../support/hostile/job-log.ts';
import { additions, readPage } from '../support/hostile/page.ts';
import { sayAboutModel } from '../support/hostile/render-result.ts';
import { fields, harmlessPut, resultWith, square } from '../support/hostile/result.ts';
import { readStep } from '../support/read-step.ts';

const given = new Map([
  ['api-key', 'key-0123456789'],
  ['base-url', 'https://service.example'],
  ['url', 'https://preview.example.com'],
]);
const inputs = await readStep((name) => given.get(name) ?? '');
const context = readContext(
  { GITHUB_REPOSITORY: 'acme/storefront', GITHUB_RUN_ID: '7', GITHUB_WORKFLOW: 'CI', GITHUB_JOB: 'scan' },
  {},
);

/** Everything that is said about `answer`, a scan result as the service sent it. */
function sayAboutResult(answer: unknown) {
  const result = scanResultSchema.parse(answer);
  const settings = resolveSettings(inputs.given, null, 'en');
  const { policy } = settings;
  const model = buildModel({
    inputs: { ...inputs, scan: { ...inputs.scan, language: 'en' } },
    settings,
    target: inputs.target.url,
    context,
    pullRequest: { kind: 'none' },
    outcome: {
      scanId: 'a-scan',
      origin: 'started',
      result,
      raw: result,
      percentage: 100,
      problem: null,
      partial: false,
      baseline: { kind: 'none' },
      organizationBaseline: { kind: 'none' },
    },
    assessment: assess({
      result,
      problem: null,
      partial: false,
      baseline: { kind: 'none' },
      doubts: [],
      preferences: null,
      policy,
      host: 'preview.example.com',
      now: Date.parse('2026-11-20T12:00:00Z'),
    }),
    files: { artifact: null, pdfs: [], missing: [] },
    durationMs: 1000,
    now: 0,
  });
  return { ...sayAboutModel(model), summary: renderSummary(model, en) };
}

type Said = ReturnType<typeof sayAboutResult>;

/** The folds on the scan, its host and the rules are the same in both pages: they are read in the comment alone. */
function readPages({ comment, summary }: Said) {
  const ofSummary = summary.split(/\n\n(?=<details>|<sub>)/).filter((part) => !comment.includes(part));
  return { comment: readPage(comment), summary: readPage(ofSummary.join('\n\n')) };
}

/** One row has two findings, whose references become at most five links on a page. */
const rows = 1;
const maxReferences = 5;

const plain = sayAboutResult(resultWith(harmlessPut, { rows }));
const plainPages = readPages(plain);

/** Without zero-width spaces, and without backticks, which the log takes out because it shows no Markdown. */
const withoutBreaks = (text: string | undefined) => text?.replace(/[\u200b`]/gu, '');

/** What is wrong with what was said; empty if nothing is. */
function faultsOf(said: Said): string[] {
  const commands = parseCommands(said.printed).filter(({ name }) => name === 'error');
  const { comment, summary } = readPages(said);
  return [
    ...additions(comment, plainPages.comment, maxReferences).map((one) => `comment: ${one}`),
    ...additions(summary, plainPages.summary, maxReferences).map((one) => `summary: ${one}`),
    ...foreignCommands(said.printed).map((line) => `command: ${line}`),
    ...unseenCharacters([...said.printed, said.reason]).map(
      (line) => `unseen character: ${JSON.stringify(line)}`,
    ),
    ...(/[\n\r]/.test(said.reason) ? ['the reason has several lines'] : []),
    ...(commands.length === said.annotations.length ? [] : [`${commands.length} annotations`]),
    ...commands.flatMap(({ properties, message }, index) => {
      const meant = said.annotations[index];
      // A zero-width space breaks what the runner would act on, in each line of the message too.
      const asMeant =
        withoutBreaks(properties['title']) === withoutBreaks(meant?.title) &&
        withoutBreaks(message) === withoutBreaks(meant?.message);
      return asMeant ? [] : [`annotation ${index}: ${properties['title']}: ${message}`];
    }),
  ];
}

let checked = 0;

describe('what is said about a result', () => {
  test('gets nothing but text from a text, for each text in each field', () => {
    const faults: string[] = [];
    for (const [number] of hostileTexts.entries()) {
      const said = sayAboutResult(resultWith(square(number), { rows }));
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
