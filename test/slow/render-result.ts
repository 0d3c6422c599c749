/** What the real stages say about a result to people, except for the summary, without network or files. */
import * as core from '@actions/core';
import { jest } from '@jest/globals';
import { encodeNote } from '../../src/github/note.ts';
import { annotationsOf, logEnd } from '../../src/report/log-lines.ts';
import { renderPage } from '../../src/report/page/page.ts';
import type { PublishedModel } from '../../src/report/published-model.ts';
import { reasonOf } from '../../src/report/sentences/verdict-sentences.ts';
import { createLog, createRunner } from '../../src/runner/runner.ts';

const hiddenLine = encodeNote({ key: '0123456789abcdef', runId: 7, attempt: 1, verdict: 'fail' });
const log = createLog(core, (text) => text);
const runner = createRunner(log);

export type Said = ReturnType<typeof sayAbout>;

/** `printed` are the lines that the process would print, as the runner splits them: the log, then the annotations. */
export function sayAbout(model: PublishedModel) {
  let output = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += text;
    return true;
  });
  const reason = reasonOf(model);
  try {
    for (const line of logEnd(model)) log.printWithoutRedacting('info', line);
    for (const annotation of annotationsOf(model)) runner.annotate(annotation);
    log.warning(reason);
    log.debug(reason);
  } finally {
    write.mockRestore();
  }
  const printed = output.split(/\r\n|\n|\r/).slice(0, -1);
  return { comment: renderPage(model, 'comment', { hiddenLine }), reason, printed };
}
