import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hostileTexts } from '../../support/hostile/corpus.ts';
import { filesOfJob, foreignFiles } from '../../support/hostile/job-folder.ts';
import { foreignCommands } from '../../support/hostile/job-log.ts';
import { additions, readPage } from '../../support/hostile/page.ts';
import { harmlessPut, type Put, resultWith, square } from '../../support/hostile/result.ts';
import type { RunResult } from '../../support/runner.ts';
import { type Scene, startScene } from '../scene.ts';

/** As many rows of a list as a report shows. */
const rows = 20;
/** Forty findings with at most three references each. */
const maxReferences = 120;
const squares = Math.ceil(hostileTexts.length / rows);
/** The tests of pages use the whole texts; here they would only fill the disk. */
const maxLength = 10_000;

/** Every attempt is a later one: it writes our comment again, and has artifacts of its own. */
let runAttempt = 0;

/** Runs the action on a result with the texts of `put`. */
async function gateOn(scene: Scene, put: Put, number: number) {
  let sent: unknown;
  const mutate = (answer: unknown) => {
    const { endDate, identificator = '' } = Object(answer);
    if (typeof endDate !== 'string') return answer;
    sent = resultWith(put, { rows, scanId: String(identificator) });
    return sent;
  };
  scene.sandbox.faults = [{ endpoint: 'fetch', fault: { kind: 'mutate', mutate } }];
  runAttempt += 1;
  const inputs = { url: scene.hardened.url, 'wait-for-url': '0' };
  const env = number % 2 === 1 ? { RUNNER_DEBUG: '1' } : {};
  const result = await scene.run({ runAttempt, inputs, env });
  const pages = [scene.comments().at(-1) ?? '', result.summary].map((page) => pageOf(page, result));
  const files = await filesOfJob(result.temp);
  const text = [...files].find(([name]) => name.endsWith('/result.json'))?.[1].toString() ?? '';
  const { raw } = JSON.parse(text);
  return { result, pages, foreign: foreignFiles(files), raw, sent: JSON.parse(JSON.stringify(sent)) };
}

type Outcome = Awaited<ReturnType<typeof gateOn>>;

const kinds = ({ annotations }: RunResult) =>
  Object.entries(annotations).map(([level, list]) => `${list.length} ${level}`);

/** The addresses of the attempt and of its artifacts differ from run to run. */
function pageOf(markdown: string, { outputs }: RunResult) {
  const page = ['artifact-url', 'report-url'].reduce(
    (text, name) => text.replaceAll(outputs[name] || 'https://none.invalid', `https://github.com/${name}`),
    markdown,
  );
  return readPage(page.replaceAll(`/attempts/${runAttempt}`, '/attempts/1'));
}

/** What differs, except for the texts, from the run with harmless words. */
function faultsOf(outcome: Outcome, plain: Outcome): string[] {
  const { result } = outcome;
  return [
    ...outcome.pages.flatMap((page, which) => additions(page, plain.pages[which] ?? page, maxReferences)),
    ...foreignCommands([...result.stdout.split(/\r\n|\n|\r/), ...result.stderr.split(/\r\n|\n|\r/)]),
    ...outcome.foreign.map((name) => `file ${name}`),
    ...(kinds(result).join() === kinds(plain.result).join() ? [] : kinds(result)),
    ...result.annotations.warning,
    ...(result.stderr === '' ? [] : [`stderr: ${result.stderr}`]),
  ];
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, entry] of Object.entries(value)) {
    yield name;
    yield* stringsIn(entry);
  }
}

/** In a message about a run: `test/slow/hostile-texts.test.ts`. */
describe('a result full of hostile texts', () => {
  let scene: Scene;
  let plain: Outcome;

  beforeAll(async () => {
    scene = await startScene();
    // The second run, like the later ones, has an earlier report.
    await gateOn(scene, harmlessPut, squares + 1);
    plain = await gateOn(scene, harmlessPut, squares);
    expect(plain.result.outputs).toMatchObject({ verdict: 'fail', blocking: '40' });
  });
  afterAll(async () => {
    await scene[Symbol.asyncDispose]();
  });

  test.each(Array.from({ length: squares }, (_, number) => number))(
    'adds nothing but text to what the action writes: square %i of texts',
    async (number) => {
      const put = square(number, rows);
      const outcome = await gateOn(scene, (field, row) => put(field, row).slice(0, maxLength), number);
      const { outputs, exitCode } = outcome.result;
      expect(faultsOf(outcome, plain)).toEqual([]);
      expect({ exitCode, verdict: outputs['verdict'] }).toEqual({ exitCode: 1, verdict: 'fail' });
      expect(Object.keys(outputs)).toEqual(Object.keys(plain.result.outputs));
      expect(outputs['reason']).not.toMatch(/[\n\r]/);
      // In place of preferences that the interface does not name.
      const known = new Set([...stringsIn(outcome.sent), '***']);
      expect([...stringsIn(outcome.raw)].filter((text) => !known.has(text))).toEqual([]);
      expect(Object.getPrototypeOf(outcome.raw)).toBe(Object.prototype);
      expect(scene.comments()).toHaveLength(1);
    },
  );
});
