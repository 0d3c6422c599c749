/** The thread of `render-result.ts`: says what it has to about each model, and prints `boundary` after each. */
import { parentPort, workerData } from 'node:worker_threads';
import * as core from '@actions/core';
import { textsIn } from '../../src/report/language/texts.ts';
import { annotationsOf } from '../../src/report/log/annotations.ts';
import { verdictLines } from '../../src/report/log/end-of-log.ts';
import type { ReportModel } from '../../src/report/model.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { verdictLineOf } from '../../src/report/sentences/verdict-sentences.ts';
import { createLog } from '../../src/runner/log.ts';
import { createRunner } from '../../src/runner/runner.ts';
import { hiddenLineOf } from '../support/hidden-line.ts';
import type { Said, ThreadData } from './render-result.ts';

const { models, boundary }: ThreadData = workerData;
const hiddenLine = hiddenLineOf({ key: '0123456789abcdef', runId: 7, attempt: 1 });
const log = createLog(core, (text) => text);
const runner = createRunner(log);

function say(model: ReportModel): Omit<Said, 'printed'> {
  const texts = textsIn[model.language];
  const reason = verdictLineOf(model, texts);
  for (const { text, paint } of verdictLines(model)) log.info(text, paint);
  for (const annotation of annotationsOf(model, texts)) runner.annotate(annotation);
  log.warning(reason);
  log.debug(reason);
  core.info(boundary);
  return { comment: renderPage(model, texts, 'comment', { hiddenLine }), reason };
}

parentPort?.postMessage(models.map(say));
