/**
 * Writes `preview/index.html`: the comment and the job summary in every situation that matters, as GitHub shows them.
 * Run it with `node scripts/preview.ts`, optionally with `dark`, and open the page.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fingerprint } from '../src/gate/fingerprint.ts';
import { renderComment } from '../src/report/comment.ts';
import { renderLogTable } from '../src/report/log.ts';
import type { ReportModel } from '../src/report/model.ts';
import { renderSummary } from '../src/report/summary.ts';
import { describeFault } from '../src/report/verdict-text.ts';
import { loadTexts } from '../src/text/load.ts';
import { renderMarkdown, renderPage } from '../test/support/render.ts';
import { assess, finding, findings, model, withoutScan } from '../test/unit/report/models.ts';
import { baselineOf, modelOf, type Scene } from '../test/unit/report/policy-models.ts';

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
    ...(await policySituations()),
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

const outdated = finding('high', 0, {
  name: 'Outdated OpenSSH 8.2 with a known command injection',
  cve: ['CVE-2020-15778'],
  cwe: [78],
  cvss: { score: 7.8, vector: 'CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:H/I:H/A:H' },
});
const ignoring = `ignore:
  - fingerprint: ${fingerprint(outdated, null)}
    reason: Reachable from the office network only; the update is planned with the next image
    expires: 2026-12-01
    owner: platform@example.com
  - name: "*DMARC*"
    reason: The domain sends no e-mail, SPF is -all
`;
const notices = `  - cve: CVE-2020-0001
    reason: Waiting for the vendor
    expires: 2026-11-01
    owner: shop team
  - name: "Server banner*"
    reason: Wanted by the monitoring
`;
const production = baselineOf([...findings({ high: 1, medium: 2, low: 2 }), finding('low', 9)]);
const weakHost = { ports: [443, 8080, ''], certificateDays: 9, waf: [] } as const;

const scenes: Readonly<Record<string, Scene>> = {
  'Passed: known from the baseline, some ignored': {
    policy: `baseline: https://www.example.com\n${ignoring}`,
    inputs: { 'fail-on': 'medium' },
    findings: [...findings({ high: 1, medium: 2, low: 3, warning: 1 }), outdated],
    baseline: production,
  },
  'Failed: new beside known, over a score and a budget': {
    policy: `fail-on-cvss: 6.5\nmax-findings: { low: 1 }\nbaseline: https://www.example.com\n${ignoring}${notices}`,
    findings: [
      ...findings({ critical: 1, high: 1, medium: 2, low: 4, warning: 2 }),
      outdated,
      finding('medium', 7, { cvss: null, name: 'Directory listing of /backup' }),
    ],
    baseline: production,
  },
  'Failed: host rules, expired and useless ignore rules': {
    policy: `host:\n  allowed-ports: [80, 443]\n  certificate-min-days: 21\n  require-waf: true\n${ignoring}${notices}`,
    findings: findings({ medium: 1, low: 2 }),
    host: weakHost,
  },
  'Passed: no finished scan of the baseline, host rules that do not block': {
    policy:
      'baseline: https://www.example.com\nhost:\n  allowed-ports: [443]\n  certificate-min-days: 7\n  severity: medium\n',
    findings: findings({ low: 2 }),
    host: weakHost,
  },
  'Failed fast, on a partial result': {
    policy: 'fail-fast: true\nbaseline: https://www.example.com\n',
    findings: findings({ critical: 1, medium: 1 }),
    baseline: production,
    partialAt: 42.5,
  },
};

/** What a policy brings, as the gate judges it: as a comment, then the fullest in the other forms. */
async function policySituations(): Promise<Situation[]> {
  const shown = await Promise.all(
    Object.entries(scenes).map(async ([heading, scene]) => ({ heading, model: await modelOf(scene) })),
  );
  const fullest = shown[1];
  if (fullest === undefined) return [];
  const portuguese: ReportModel = { ...fullest.model, language: 'pt' };
  return [
    ...shown.map((situation) => ({ ...situation, as: 'comment' }) as const),
    { heading: `${fullest.heading}: the summary`, model: fullest.model, as: 'summary' },
    { heading: `${fullest.heading}: the log`, model: fullest.model, as: 'log' },
    { heading: `${fullest.heading}: in Portuguese`, model: portuguese, as: 'comment' },
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
