/**
 * Writes `preview/index.html`: the comment and the job summary in every situation that matters, as GitHub shows them.
 * Run it with `node scripts/preview.ts`, optionally with `dark`, and open the page.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { renderComment } from '../src/report/comment.ts';
import { renderLogTable } from '../src/report/log.ts';
import type { ReportModel } from '../src/report/model.ts';
import { renderSummary } from '../src/report/summary.ts';
import { describeFault } from '../src/report/verdict-text.ts';
import { loadTexts } from '../src/text/load.ts';
import { renderMarkdown, renderPage } from '../test/support/render.ts';
import { assess, finding, findings, model, withoutScan } from '../test/unit/report/models.ts';

interface Situation {
  readonly heading: string;
  readonly model: ReportModel;
  readonly as: 'comment' | 'summary' | 'log';
}

const unavailable = {
  kind: 'status',
  status: 503,
  detail: 'upstream timed out',
  retryAfterMs: null,
} as const;
const unfinished = { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 } as const;
const hostile = finding('critical', 0, {
  name: '</details></td></table><script>alert(1)</script> @octocat | [click](javascript:alert(1)) ![x](https://evil.example/x.png)',
  description:
    '# Heading\n\n| a | b |\n|---|---|\n<!-- \n```\n@org/team fixes #1, GH-2, see www.evil.example $x$ :tada:',
  references: ['javascript:alert(1)', 'https://github.com/example/other/issues/1'],
});

async function situations(): Promise<Situation[]> {
  const many = model(assess(findings({ critical: 40, high: 360, medium: 300, low: 200, warning: 100 })));
  const twelve = model(assess(findings({ critical: 4, high: 8, medium: 3, low: 6, warning: 2 })));
  const portuguese: ReportModel = {
    ...model(assess(findings({ critical: 1, high: 1, medium: 2, low: 1 }))),
    language: 'pt',
  };
  const why = describeFault(unavailable, 'report', await loadTexts('en'));
  return [
    {
      heading: 'One blocking finding',
      as: 'comment',
      model: model(assess(findings({ critical: 1, medium: 1, low: 2 }))),
    },
    { heading: 'Passed, nothing found', as: 'comment', model: model(assess([])) },
    {
      heading: 'Passed, with findings; the report is missing',
      as: 'comment',
      model: model(assess(findings({ medium: 2, low: 3, warning: 1 })), {
        files: {
          artifact: null,
          pdfs: [],
          missing: [{ type: 'ACTION_REPORT', why: `${why.what} ${why.remedy}` }],
        },
      }),
    },
    {
      heading: 'Inconclusive: not finished in time',
      as: 'comment',
      model: model(assess(findings({ high: 1, low: 2 }), unfinished)),
    },
    {
      heading: 'Inconclusive: the service does not answer',
      as: 'comment',
      model: withoutScan({ kind: 'service', endpoint: 'start', fault: unavailable, attempts: 5 }),
    },
    { heading: 'Portuguese', as: 'comment', model: portuguese },
    { heading: 'Twelve blocking findings', as: 'comment', model: twelve },
    { heading: 'The log', as: 'log', model: twelve },
    { heading: 'Hostile texts', as: 'comment', model: model(assess([hostile])) },
    { heading: 'The job summary', as: 'summary', model: portuguese },
    { heading: 'A thousand findings, 400 blocking', as: 'comment', model: many },
  ];
}

async function markdown({ as, model: shown }: Situation): Promise<string> {
  const texts = await loadTexts(shown.language);
  if (as === 'log') return `\`\`\`text\n${renderLogTable(shown, texts).join('\n')}\n\`\`\``;
  if (as === 'summary') return renderSummary(shown, texts);
  return renderComment(shown, texts, { marker: '<!-- scan-gate preview -->' });
}

const sections = await Promise.all(
  (await situations()).map(async (situation) => ({
    heading: situation.heading,
    html: renderMarkdown(await markdown(situation)),
  })),
);
const theme = process.argv[2] === 'dark' ? 'dark' : 'light';
mkdirSync('preview', { recursive: true });
writeFileSync(
  'preview/index.html',
  renderPage({ title: 'Scan Gate: preview of the reports', sections, theme }),
);
