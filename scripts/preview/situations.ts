/** The situations in which people meet a report of Scan Gate. */

import { catalogue } from '../../sandbox/checks/catalogue.ts';
import { toIssue } from '../../sandbox/checks/check.ts';
import type { Issue } from '../../sandbox/scan/wire.ts';
import type { Language } from '../../src/core/say.ts';
import { type SeverityCounts, severities } from '../../src/core/severity.ts';
import type { Finding } from '../../src/gate/read-findings.ts';
import { logEnd } from '../../src/report/log-lines.ts';
import { renderPage } from '../../src/report/page/page.ts';
import type { PublishedModel } from '../../src/report/published-model.ts';
import { issueTitle } from '../../src/report/sentences/titles.ts';
import {
  countsOnlyModel,
  exampleBaseline,
  judgedModel,
  plainModel,
  withoutScan,
} from '../../test/unit/report/models.ts';
import { comment, summary } from '../../test/unit/report/rendered-reports.ts';
import { finding } from '../../test/unit/report/sample-findings.ts';

export interface Situation {
  readonly heading: string;
  /** `summary` is the box on the page of a run. */
  readonly as: 'comment' | 'summary';
  readonly markdown: string;
}

/** Where the checks of the sandbox find something on a site with several shops. */
const pages: Readonly<Record<string, string>> = {
  'env-file': '.env',
  'sql-error': 'search',
  'git-repository': '.git/HEAD',
  'backup-file': 'backup.sql',
  'directory-listing': 'uploads/',
  'reflected-input': 'reviews',
  'session-cookie-without-httponly': 'login',
  'emails-exposed': 'about',
};

/** As many findings of each severity as `counts` says, as a scan of several shops would report them. */
function samples(counts: Partial<SeverityCounts>, language: Language = 'en'): Finding[] {
  const found = catalogue.map((check) => ({ check, url: '', evidence: {} }));
  const issues = found.map((each) => ({ id: each.check.id, ...toIssue(each, language) }));
  return severities.flatMap((severity) => {
    const kinds = issues.filter((issue) => issue.severity === severity);
    const shops = Array.from({ length: counts[severity] ?? 0 }, (_, shop) =>
      shop === 0 ? '' : `/shop-${shop}`,
    );
    return shops.flatMap((shop) => kinds.map((issue) => sample(issue, shop))).slice(0, counts[severity] ?? 0);
  });
}

function sample(
  { id, cvss, references, raw: _raw, ...issue }: Issue & { id: string },
  shop: string,
): Finding {
  return finding(issue.severity, 0, {
    ...issue,
    cve: [...issue.cve],
    cwe: [...issue.cwe],
    cvss: { score: cvss.score, vector: cvss.detail },
    references: [references],
    places: [`${shop}/${pages[id] ?? ''}`],
  });
}

const hostile = finding('critical', 0, {
  name: '</details></td></table><script>alert(1)</script> @octocat | [click](javascript:alert(1)) ![x](https://evil.example/x.png)',
  description:
    '# Heading\n\n| a | b |\n|---|---|\n<!-- \n```\n@org/team fixes #1, see www.evil.example $x$ :tada:',
  references: ['javascript:alert(1)', 'https://github.com/example/other/issues/1'],
});
/** Words without a place to break, as they occur in paths and host names. */
const wide = finding('critical', 0, {
  name: `Secret key in main.${'0123456789abcdef'.repeat(4)}.js of a.very.long.host.name.preview.example.com`,
  description: `The value ${'QUJDREVGR0hJSktM'.repeat(8)} was found.`,
  places: [`/static/${'0123456789abcdef'.repeat(4)}.js`, '/'],
});
const policy = `fail-on: medium
baseline: https://www.example.com
ignore:
  - cve: CVE-2021-23017
    reason: Reachable from the office network only; the update is planned with the next image
    expires: 2026-12-01
    owner: platform@example.com
  - cve: CVE-2020-0001
    reason: Waiting for the vendor
    expires: 2026-11-01
    owner: shop team
`;

const failed = samples({ critical: 1, high: 2, medium: 2, low: 3, warning: 1 });
const baseline = exampleBaseline([...samples({ high: 1, medium: 2, low: 2 })]);
const judged = judgedModel({
  policy,
  baseline,
  findings: [...samples({ high: 2, medium: 3, low: 2 }), finding('high')],
});
const portuguese = plainModel(samples({ critical: 1, high: 1, medium: 2, low: 1 }, 'pt'), { language: 'pt' });
const many = plainModel(samples({ critical: 40, high: 360, medium: 300, low: 200, warning: 100 }));
const scheduled = plainModel(samples({ high: 2, medium: 1, low: 3 }), {
  target: 'https://shop.example.com/',
  isOnPullRequest: false,
});
const unavailable = { kind: 'timeout', afterMs: 3_600_000, percentage: 62.5 } as const;

/** Headings of the situations that pictures are taken of. */
export const pictured = {
  comment: 'Failed: three findings block',
  summary: 'The job summary of a scheduled run',
};

function comments(shown: Readonly<Record<string, PublishedModel>>): Situation[] {
  return Object.entries(shown).map(([heading, model]) => ({
    heading,
    as: 'comment',
    markdown: comment(model),
  }));
}

/** All of them, those that matter most first. */
export function situations(): Situation[] {
  return [
    ...comments({
      [pictured.comment]: plainModel(failed),
      'Passed: nothing found': plainModel([]),
      'Passed, with findings': plainModel(samples({ medium: 2, low: 3, warning: 1 })),
      'Failed: new beside known and ignored': judged,
      'Inconclusive: not finished in time': plainModel(samples({ high: 1, low: 2 }), {
        problem: unavailable,
      }),
      'Inconclusive: no API key': withoutScan({ kind: 'missing-api-key' }),
      'In Portuguese': portuguese,
      'Counts only, by setting': countsOnlyModel(plainModel(failed)),
      'Hostile texts': plainModel([hostile]),
      'Long words, and the same finding twice': plainModel([wide, wide]),
      '400 blocking findings of a thousand': many,
    }),
    {
      heading: 'The tracking issue',
      as: 'comment',
      markdown: `# ${issueTitle(scheduled)}\n\n${renderPage(scheduled, 'issue')}`,
    },
    { heading: pictured.summary, as: 'summary', markdown: summary(scheduled) },
    { heading: 'The job summary, in Portuguese', as: 'summary', markdown: summary(portuguese) },
    { heading: 'The log', as: 'comment', markdown: `\`\`\`text\n${logEnd(judged).join('\n')}\n\`\`\`` },
  ];
}
