/** What the real stages say about a result to people, except for the summary, without network or files. */
import * as core from '@actions/core';
import { textsIn } from '../../src/report/language/texts.ts';
import { annotate } from '../../src/report/log/annotations.ts';
import { colourRow, renderLogTable } from '../../src/report/log/verdict-table.ts';
import type { ReportModel } from '../../src/report/model.ts';
import { renderComment } from '../../src/report/page/comment.ts';
import { summarize } from '../../src/report/sentences/verdict-sentences.ts';
import { createLog } from '../../src/runner/log.ts';
import { createRunner } from '../../src/runner/runner.ts';
import { hiddenLineOf } from '../support/hidden-line.ts';

export interface Said {
  readonly comment: string;
  readonly reason: string;
  /** What the process would print: the log lines, then the annotations. */
  readonly printed: readonly string[];
}

const allTexts = { en: textsIn.en, pt: textsIn.pt };

/** What is said about `model`. */
export function sayAboutModel(model: ReportModel): Said {
  const texts = allTexts[model.language];
  const marker = hiddenLineOf({ key: '0123456789abcdef', runId: 7, attempt: 1 });
  const reason = summarize(model, texts);
  const printed = capture(() => {
    const log = createLog(core, (text) => text);
    const runner = createRunner(log);
    for (const line of renderLogTable(model)) log.info(line, colourRow);
    for (const annotation of annotate(model, texts)) runner.annotate(annotation);
    log.warning(reason);
    log.debug(reason);
  });
  return {
    comment: renderComment(model, texts, { hiddenLine: marker }),
    reason,
    printed,
  };
}

/** The lines that `print` writes to standard output, split as the runner does it. */
function capture(print: () => void): string[] {
  const { write } = process.stdout;
  let output = '';
  process.stdout.write = (chunk: string | Uint8Array) => {
    output += String(chunk);
    return true;
  };
  try {
    print();
  } finally {
    process.stdout.write = write;
  }
  return output.split(/\r\n|\n|\r/).slice(0, -1);
}
