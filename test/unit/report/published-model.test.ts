// The reports of a model without details are checked here too: comment, summary, log and annotations.
import { describe, expect, test } from '@jest/globals';
import { annotationsOf, logEnd } from '../../../src/report/log-lines.ts';
import type { PublishedModel } from '../../../src/report/published-model.ts';
import { countsOnlyModel, exampleBaseline, judgedModel, plainModel } from './models.ts';
import { comment, summary } from './rendered-reports.ts';
import { findings } from './sample-findings.ts';

test('publishedModelOf keeps verdict and counts, and drops findings, host, target and files', () => {
  const given = plainModel(findings({ critical: 1, low: 2 }));
  const withheld = countsOnlyModel(given);
  const { verdict, objections, counts, blockingCount } = given.judgement;
  expect(withheld.judgement).toMatchObject({ verdict, objections, counts, blockingCount });
  expect(withheld).toMatchObject({ target: null, scan: { preferences: null } });
  expect(withheld).toMatchObject({ judgement: { findings: [] }, host: null });
  expect(withheld.files).toEqual({ artifactUrl: null, hasSarif: false, pdfs: [], missing: [] });
  const text = JSON.stringify(withheld);
  for (const { finding, fingerprints } of given.judgement.findings) {
    const places = finding.places.filter((place) => place !== '/');
    for (const detail of [finding.name, ...fingerprints, ...places]) expect(text).not.toContain(detail);
  }
});

test('publishedModelOf drops texts of problems that could name something', () => {
  const detail = 'zip-slip.example/secret';
  const model = plainModel([], { problem: { kind: 'internal', detail } });
  expect(JSON.stringify(model)).toContain(detail);
  const withheld = countsOnlyModel(model);
  expect(JSON.stringify(withheld)).not.toContain('zip-slip');
  expect(withheld.judgement.objections).toMatchObject([{ because: { kind: 'internal' } }]);
});

test('a policy file names neither a finding nor a place, in its rules and its baseline', () => {
  const baseline = 'baseline: https://zip-slip.example/secret\n';
  const rule = '  - name: zip-slip\n    where: /secret/*\n    reason: a secret\n    owner: a secret\n';
  const model = judgedModel({
    policy: `${baseline}ignore:\n${rule}`,
    findings: findings({ high: 1 }),
    baseline: exampleBaseline([]),
  });
  expect(JSON.stringify(model)).toMatch(/zip-slip.*secret/);
  const withheld = countsOnlyModel(model);
  expect(JSON.stringify(withheld)).not.toMatch(/zip-slip|secret/);
  expect(withheld.judgement.ruleNotices).toMatchObject([{ kind: 'matches-nothing', rule: { line: 3 } }]);
});

const open = plainModel(findings({ critical: 1, high: 2, low: 3 }));

function reports(model: PublishedModel): string[] {
  return [comment(model), summary(model), logEnd(model).join('\n'), JSON.stringify(annotationsOf(model))];
}

describe('a report that only counts', () => {
  test.each([
    ['setting', 'because `disclosure` is `counts`'],
    ['public', 'because this repository is public'],
    ['unknown', 'because it is not known whether this repository is public'],
  ] as const)('says why (%s), where the findings are, and how to change it', (why, words) => {
    for (const text of reports(countsOnlyModel(open, why)).slice(0, 3)) {
      expect(text).toContain(words);
      expect(text).toContain('set `disclosure: full`');
    }
    expect(comment(countsOnlyModel(open))).toContain('- Scan id: `6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11`');
  });

  const details = /SQL|nginx|DMARC|CWE|CVE|preview-104|owasp|192\.0\.2|jQuery|action-report|fingerprint/u;

  test('names no finding, address, host, file or identifier', () => {
    for (const text of reports(countsOnlyModel(open))) expect(text).not.toMatch(details);
  });

  test('is not what is written, or mentioned, if everything is shown', () => {
    for (const text of reports(open)) {
      expect(text).toMatch(details);
      expect(text).not.toContain('disclosure: full');
    }
  });
});
