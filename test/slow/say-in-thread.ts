/** The thread of `render-result.ts`: says what it has to about each model, and prints `boundary` after each. */
import { parentPort, workerData } from 'node:worker_threads';
import * as core from '@actions/core';
import { encodeNote } from '../../src/github/note.ts';
import { annotationsOf } from '../../src/report/log/annotations.ts';
import { verdictLines } from '../../src/report/log/end-of-log.ts';
import { renderPage } from '../../src/report/page/page.ts';
import type { PublicModel } from '../../src/report/public-model.ts';
import { verdictLineOf } from '../../src/report/sentences/verdict-sentences.ts';
import { createLog } from '../../src/runner/log.ts';
import { createRunner } from '../../src/runner/runner.ts';
import type { Said, ThreadData } from './render-result.ts';

const { models, boundary }: ThreadData = workerData;
const hiddenLine = encodeNote({ key: '0123456789abcdef', run: 7, attempt: 1, verdict: 'fail' });
const log = createLog(core, (text) => text);
const runner = createRunner(log);

function say(model: PublicModel): Omit<Said, 'printed'> {
  const reason = verdictLineOf(model);
  for (const { text, paint } of verdictLines(model)) log.report('info', text, paint);
  for (const annotation of annotationsOf(model)) runner.annotate(annotation);
  log.warning(reason);
  log.debug(reason);
  core.info(boundary);
  return { comment: renderPage(model, 'comment', { hiddenLine }), reason };
}

parentPort?.postMessage(models.map(say));
