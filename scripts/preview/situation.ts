import { textsIn } from '../../src/report/language/texts.ts';
import { verdictLines } from '../../src/report/log/end-of-log.ts';
import { escapeMarkdown } from '../../src/report/markdown/escape.ts';
import type { ReportModel } from '../../src/report/model.ts';
import { issueTitle, trackingComment } from '../../src/report/page/issue.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { type ProgressModel, renderProgress } from '../../src/report/page/progress.ts';
import { harmlessLine } from '../../src/runner/log.ts';

/** One report in one situation. */
export interface Situation {
  readonly heading: string;
  readonly model: ReportModel;
  readonly as: 'comment' | 'summary' | 'log' | 'issue' | 'closed' | ProgressModel;
}

const marker = '<!-- scan-gate preview -->';

/** The Markdown that GitHub would get, and a title where it has one. */
export async function markdownOf({ as, model }: Situation): Promise<string> {
  const texts = textsIn[model.language];
  if (typeof as === 'object') return renderProgress(as, texts, marker);
  switch (as) {
    case 'comment':
      return renderPage(model, texts, 'comment', { hiddenLine: marker });
    case 'summary':
      return renderPage(model, texts, 'summary');
    case 'log':
      return `\`\`\`text\n${verdictLines(model)
        .map(({ text }) => harmlessLine(text))
        .join('\n')}\n\`\`\``;
    case 'issue':
      return `# ${escapeMarkdown(issueTitle(model, texts))}\n\n${renderPage(model, texts, 'issue', { hiddenLine: marker })}`;
    case 'closed':
      return trackingComment('closed', model, texts);
  }
}
