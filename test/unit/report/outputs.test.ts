import { describe, expect, test } from '@jest/globals';
import { annotate } from '../../../src/report/annotations.ts';
import { renderSummary } from '../../../src/report/comment/summary.ts';
import { renderLogTable } from '../../../src/report/log-table.ts';
import { resultDocument } from '../../../src/report/result-json/document.ts';
import { resultJson } from '../../../src/report/result-json/write.ts';
import { en } from '../../../src/report/texts/en/texts.ts';
import { pt } from '../../../src/report/texts/pt/texts.ts';
import { describeFault, describeReasons, headline, summarize } from '../../../src/report/wording.ts';
import { assess, finding, findings, model, withoutScan } from './models.ts';

describe('renderSummary', () => {
  test('shows descriptions in full', () => {
    const long = `${'A long description. '.repeat(200)}The end.`;
    const text = renderSummary(model(assess([finding('critical', 0, { description: long })])), en);
    expect(text).toContain('The end.');
    expect(text).toContain('#### 1. Critical: SQL injection');
    expect(text.startsWith('## ❌ Scan Gate: failed')).toBe(true);
  });

  test('keeps to its limit in bytes, not characters, for 10,000 findings, quickly', () => {
    const description = 'Descrição çãõ 漏洞 😀 '.repeat(20);
    const list = findings({ critical: 5000, low: 5000 }).map((each) => ({ ...each, description }));
    const start = performance.now();
    const text = renderSummary(model(assess(list)), pt, { maxBytes: 1_000_000 });
    expect(performance.now() - start).toBeLessThan(2000);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(900_000);
    expect(text).toMatch(/achados foram omitidos aqui por falta de espaço/u);
  });
});

describe('annotate', () => {
  test('gives every blocking finding, up to nine', () => {
    const nine = annotate(model(assess(findings({ critical: 4, high: 5, low: 3 }))), en);
    expect(nine).toHaveLength(9);
    expect(nine.every(({ level }) => level === 'error')).toBe(true);
    expect(nine[0]?.title).toBe('Critical: SQL injection in the parameter `q` of /search');
    expect(nine[0]?.message).toContain('Remediation: Use a prepared statement');
  });

  test('counts the others in the ninth', () => {
    const shown = annotate(model(assess(findings({ high: 412 }))), en);
    expect(shown).toHaveLength(9);
    expect(shown[8]?.title).toBe('404 more blocking findings');
  });

  test('only warns when the verdict is no failure', () => {
    const problem = { kind: 'ended-early', percentage: 50 } as const;
    expect(annotate(model(assess(findings({ high: 1 }), problem)), en).map(({ level }) => level)).toEqual([
      'warning',
    ]);
    expect(annotate(model(assess(findings({ low: 3 }))), en)).toEqual([]);
  });

  test('is plain text of at most 4,096 characters', () => {
    const bomb = '\u001b[31m\u202e😀\u0000x\n'.repeat(3000);
    const list = [
      finding('high', 0, { name: bomb, description: bomb, remediation: bomb, references: [bomb] }),
    ];
    const [shown] = annotate(model(assess(list)), en);
    expect(shown?.message.length).toBeLessThanOrEqual(4096 * 2);
    expect(Array.from(shown?.message ?? '').length).toBeLessThanOrEqual(4096);
    expect(shown?.title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown?.message).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });
});

describe('renderLogTable', () => {
  test('fits one screen and counts what it leaves out', () => {
    const lines = renderLogTable(model(assess(findings({ critical: 10, high: 30, low: 5 }))), en);
    expect(lines[0]).toBe('Scan Gate: failed');
    expect(lines).toContain('Critical  High  Medium  Low  Warning  Total');
    expect(lines).toContain('      10    30       0    5        0     45');
    expect(lines.at(-1)).toBe('and 25 more');
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(140);
  });

  test('has no line breaks or control characters of a finding in it', () => {
    const lines = renderLogTable(
      model(assess([finding('critical', 0, { name: 'a\n::error::b\u001b[2J' })])),
      en,
    );
    expect(lines.join('')).not.toMatch(/\p{Cc}/u);
    expect(lines.some((line) => line.includes('a ::error::b'))).toBe(true);
  });

  test('of a run without a scan is the reason and the remedy', () => {
    const lines = renderLogTable(withoutScan({ kind: 'nothing-checked' }), pt);
    expect(lines[0]).toBe('Scan Gate: inconclusivo');
    expect(lines).toHaveLength(3);
  });
});

describe('verdict texts', () => {
  test('are one plain line for the output', () => {
    expect(headline(model(assess([])), en)).toBe('Scan Gate: passed');
    expect(summarize(model(assess([])), en)).toBe(
      'No finding has severity `high` or worse. No findings in 1,482 checks.',
    );
    expect(summarize(model(assess(findings({ high: 2 }))), en)).toBe(
      '2 findings have severity `high` or worse. Fix the blocking findings, deploy, and run the gate again.',
    );
  });

  test('shorten and clean what the service said', () => {
    const detail = `bad\n\`key\` \u001b[31m${'x'.repeat(5000)}`;
    const { what } = describeFault({ kind: 'status', status: 401, detail, retryAfterMs: null }, 'start', en);
    expect(what).toMatch(
      /^While starting the scan, the service refused the API key \(HTTP 401: “bad 'key' x+…”\)\.$/u,
    );
    expect(what.length).toBeLessThan(300);
  });

  test('show no user info and no query of an address', () => {
    const [reason] = describeReasons(
      {
        outcome: 'inconclusive',
        reasons: [
          {
            kind: 'problem',
            problem: { kind: 'target-left-site', location: 'https://u:p@sso.example/login?token=s3cret#x' },
          },
        ],
      },
      en,
    );
    expect(reason?.what).toContain('`https://sso.example/login`');
    expect(reason?.what).not.toMatch(/s3cret|u:p/u);
  });
});

describe('resultDocument', () => {
  test('holds everything, and JSON loses nothing of it', () => {
    const raw = { identificator: 'x', issues: [] };
    const document = resultDocument(model(assess(findings({ critical: 1, low: 2 }))), raw);
    const written = JSON.parse([...resultJson(document)].join(''));
    expect(written).toEqual({ ...document, findings: [...document.findings] });
    expect(document).toMatchObject({
      version: 1,
      verdict: 'fail',
      reasons: [{ kind: 'blocking-findings', threshold: 'high', count: 1 }],
      policy: { failOn: 'high' },
      scan: { startedAt: '2026-11-21T09:12:30.000Z', checks: 1482 },
      counts: { critical: 1, low: 2, total: 3 },
      blocking: 1,
      raw,
    });
    expect(Array.from(document.findings, ({ status, severity }) => [status, severity])).toEqual([
      ['blocking', 'critical'],
      ['passing', 'low'],
      ['passing', 'low'],
    ]);
  });

  test('of a run without an answer has null for it', () => {
    expect(resultDocument(withoutScan({ kind: 'missing-api-key', skipped: false }), null).raw).toBeNull();
  });
});
