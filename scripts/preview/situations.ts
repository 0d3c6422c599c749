/** The situations in which people meet a report of Scan Gate. */

import { classified } from '../../src/core/classified-text.ts';
import { noFindings, type Severity } from '../../src/core/severity.ts';
import { noEarlierPost } from '../../src/report/hidden-line.ts';
import { en, pt, textsIn } from '../../src/report/language/texts.ts';
import type { ReportModel } from '../../src/report/model.ts';
import { renderPage } from '../../src/report/page/page.ts';
import type { ProgressModel } from '../../src/report/page/progress.ts';
import { publicModelOf } from '../../src/report/public-model.ts';
import { describeProblem } from '../../src/report/sentences/problem-sentences.ts';
import { reportToNote } from '../../src/report/since-last-report.ts';
import type { TrendPoint } from '../../src/scan/trend.ts';
import { plainAssessment, plainModel, withoutScan } from '../../test/unit/report/models.ts';
import { finding } from '../../test/unit/report/sample-findings.ts';
import { policySituations } from './policy-situations.ts';
import { sample, samples } from './samples.ts';
import type { Situation } from './situation.ts';

const unavailable = {
  kind: 'status',
  status: 503,
  detail: classified('detail', 'upstream timed out'),
  retryAfterMs: null,
} as const;
const unfinished = { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 } as const;
const hostile = finding('critical', 0, {
  name: '</details></td></table><script>alert(1)</script> @octocat | [click](javascript:alert(1)) ![x](https://evil.example/x.png)',
  description:
    '# Heading\n\n| a | b |\n|---|---|\n<!-- \n```\n@org/team fixes #1, GH-2, see www.evil.example $x$ :tada:',
  references: ['javascript:alert(1)', 'https://github.com/example/other/issues/1'],
});
/** Words without a place to break, as they occur in paths and host names. */
const wide = sample('critical', 1, {
  name: `Secret key in main.${'0123456789abcdef'.repeat(4)}.js of a.very.long.host.name.preview.example.com`,
  description: `The value ${'QUJDREVGR0hJSktM'.repeat(8)} was found in https://preview-104.example.com/static/${'x'.repeat(70)}.`,
  subjects: {},
  where: [`/static/${'0123456789abcdef'.repeat(4)}.js`, '/'],
  remediation: 'Replace the key, and keep it on the server.',
  cwe: [798, 200, 256, 260, 312, 321, 522, 538, 540, 552, 615, 668],
  references: ['https://a.very.long.host.name.with.many.labels.documentation.example.com/page'],
});

/** One weakness in five places, and what is about the host. */
const places = [
  '/search',
  '/shop-2/search',
  '/shop-3/search',
  '/api/v1/search',
  'api.preview-104.example.com/search',
];
const equal = [
  ...places.map((place) =>
    sample('critical', 1, {
      name: `SQL error in ${place}`,
      where: [place],
      description: `The parameter q of ${place} reaches the database, which answers a single quote with an error that names the table, the column and the version of the database server.\n\nImpact: an attacker can read every table.`,
    }),
  ),
  sample('medium', 0),
  finding('high', 0, { subjects: { port: ['22'], protocol: ['tcp'] } }),
  finding('low', 0, { subjects: { host: ['preview-104.example.com'], header: ['Content-Security-Policy'] } }),
];

const commit = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const one = plainModel(samples({ critical: 1, medium: 1, low: 2 }));
const before = plainModel([...samples({ critical: 2, high: 9, medium: 3, low: 6 }), sample('low', 8)]);
const twelve = plainModel(samples({ critical: 4, high: 8, medium: 3, low: 6, warning: 2 }), {
  lastReport: { ...reportToNote(before), sha: commit },
});
const many = plainModel(samples({ critical: 40, high: 360, medium: 300, low: 200, warning: 100 }));
const portuguese: ReportModel = {
  ...plainModel(samples({ critical: 1, high: 1, medium: 2, low: 1 }, 'pt')),
  language: 'pt',
};
const passing = plainAssessment(samples({ medium: 2, low: 3, warning: 1 }));

const pictured = samples({ critical: 1, high: 2, medium: 2, low: 3, warning: 1 });
/** The second finding is new since, and another one was fixed. */
const pictureBefore = pictured.toSpliced(1, 1, sample('critical', 1));
const picture = plainModel(pictured, {
  lastReport: { ...reportToNote(plainModel(pictureBefore)), sha: commit },
});

function comments(shown: Readonly<Record<string, ReportModel>>): Situation[] {
  return Object.entries(shown).map(([heading, each]) => ({ heading, model: each, as: 'comment' }));
}

function inconclusive(): Situation[] {
  const finished = plainModel(samples({ high: 1, low: 2 }), { problem: unfinished });
  const notFinished = {
    ...finished,
    scan: { ...finished.scan, percentage: unfinished.percentage, endedAt: null },
    run: { ...finished.run, durationMs: unfinished.afterMs + 41_000 },
  };
  return comments({
    'Inconclusive: not finished in time': notFinished,
    'Inconclusive: the service does not answer': withoutScan({
      kind: 'service',
      operation: 'start',
      fault: unavailable,
      tries: 5,
    }),
    'Inconclusive: no API key': withoutScan({ kind: 'missing-api-key', skipped: false }),
    'Inconclusive: no API key on a fork, skipped': withoutScan({ kind: 'missing-api-key', skipped: true }),
    Cancelled: plainModel(samples({ low: 1 }), {
      problem: {
        kind: 'cancelled',
        signal: 'SIGINT',
        scanId: classified('public', '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11'),
      },
      files: { artifact: null, pdfs: [], missing: [] },
    }),
  });
}

function counted(because: 'setting' | 'public' | 'unknown'): ReportModel {
  return publicModelOf({ ...twelve, lastReport: null, disclosure: { mode: 'counts', because } });
}

function live(heading: string, changes: Partial<ProgressModel>, language: 'en' | 'pt' = 'en'): Situation {
  const { run, target } = twelve;
  const earlier = {
    report: twelve.lastReport,
    reportMarkdown: renderPage({ ...before, language }, language === 'pt' ? pt : en, 'comment').trim(),
  };
  const counts = { ...noFindings, critical: 1, low: 3 };
  const times = { percentage: 40, elapsedMs: 262_000, pauseMs: 60_000, timeLeftMs: 380_000 };
  const progress: ProgressModel = { ...times, counts, blocksFrom: 'high', target, earlier, run, ...changes };
  return { heading, model: { ...twelve, language }, as: progress };
}

const weekMs = 7 * 86_400_000;
const past: readonly (Severity | null)[] = ['critical', 'critical', 'high', null, 'medium', 'medium', 'low'];
const trend = past.map(
  (severity, index): TrendPoint => ({
    startedAt: Date.UTC(2026, 10, 14, 6) - (past.length - 1 - index) * weekMs,
    severity,
  }),
);
const scheduled: ReportModel = {
  ...plainModel(samples({ high: 2, medium: 1, low: 3 })),
  target: 'https://shop.example.com/',
  isOnPullRequest: false,
  trend,
  lastReport: {
    ...reportToNote(plainModel(samples({ high: 1, medium: 1, low: 4 }))),
    sha: commit,
  },
};

/** All of them, those that matter most first. */
export function situations(): Situation[] {
  const noReport = { kind: 'service', operation: 'report', fault: unavailable, tries: 5 } as const;
  const why = describeProblem(noReport, textsIn.en);
  const missing = [{ type: 'ACTION_REPORT', why: why.what }] as const;
  const clean = plainModel([], { target: 'https://shop.example.com/' });
  return [
    ...comments({
      'Failed: three blocking findings, as in the README': picture,
      'Failed: one blocking finding': one,
      'Failed: twelve blocking findings, after an update': twelve,
      'Passed: nothing found': clean,
      'Passed: with findings; the report is missing': plainModel([], {
        assessment: passing,
        files: { artifact: null, pdfs: [], missing },
      }),
    }),
    ...policySituations(),
    ...inconclusive(),
    ...comments({
      'In Portuguese': portuguese,
      'Counts only, by setting': counted('setting'),
      'Counts only, on a public repository, in Portuguese': { ...counted('public'), language: 'pt' },
    }),
    live('While it runs', {}),
    live('While it waits in the queue', {
      percentage: null,
      timeLeftMs: null,
      counts: null,
      earlier: noEarlierPost,
    }),
    live('While it runs, in Portuguese', { percentage: 87.5, timeLeftMs: 40_000 }, 'pt'),
    { heading: 'The tracking issue', model: scheduled, as: 'issue' },
    { heading: 'The tracking issue is closed', model: clean, as: 'closed' },
    { heading: 'The job summary of a scheduled run, with trend', model: scheduled, as: 'summary' },
    { heading: 'The job summary, in Portuguese', model: portuguese, as: 'summary' },
    { heading: 'The log', model: twelve, as: 'log' },
    ...comments({
      'Hostile texts': plainModel([hostile]),
      'Failed: one weakness in five places, and findings of the host': plainModel(equal),
      'Failed: long words, and the same finding twice': plainModel([wide, wide, sample('low', 0)], {
        target: `https://preview-${'0123456789'.repeat(5)}.example.com/`,
      }),
      'Failed: 400 blocking findings of a thousand': many,
    }),
  ];
}
