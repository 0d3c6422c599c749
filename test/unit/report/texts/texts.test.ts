import { describe, expect, test } from '@jest/globals';
import { shownDuration } from '../../../../src/core/duration.ts';
import type { Endpoint, Problem, RequestFault } from '../../../../src/core/problem.ts';
import { en } from '../../../../src/report/texts/en/texts.ts';
import { pt } from '../../../../src/report/texts/pt/texts.ts';
import { loadTexts, type Texts } from '../../../../src/report/texts/texts.ts';
import { describeFault, describeProblem } from '../../../../src/report/wording.ts';

const statuses = [400, 401, 403, 404, 409, 422, 429, 500, 503, 418];

const faults: readonly RequestFault[] = [
  ...statuses.map(
    (status): RequestFault => ({ kind: 'status', status, detail: 'said so', retryAfterMs: 90_000 }),
  ),
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'ETIMEDOUT', 'EODD'].map(
    (code): RequestFault => ({ kind: 'network', code }),
  ),
  { kind: 'tls', code: 'CERT_HAS_EXPIRED' },
  { kind: 'timeout', afterMs: 30_000 },
  { kind: 'redirect', location: 'https://other.example/' },
  { kind: 'too-large', limitBytes: 67_108_864 },
  { kind: 'too-many-values' },
  { kind: 'not-json', detail: '<html>' },
  { kind: 'wrong-shape', where: 'issues[0].name', expected: 'a string' },
  { kind: 'not-pdf' },
];

const endpoints: readonly Endpoint[] = ['start', 'fetch', 'list', 'report'];
const fault: RequestFault = { kind: 'timeout', afterMs: 30_000 };

const problems: readonly Problem[] = [
  { kind: 'missing-api-key', skipped: true },
  { kind: 'missing-api-key', skipped: false },
  { kind: 'target-not-ready', fault, waitedMs: 120_000 },
  { kind: 'target-left-site', location: 'https://other.example/' },
  { kind: 'service', endpoint: 'fetch', fault, attempts: 5 },
  { kind: 'start-lost', fault, lookedForMs: 60_000 },
  { kind: 'timeout', afterMs: 3_600_000, percentage: null },
  { kind: 'timeout', afterMs: 3_600_000, percentage: 12.5 },
  { kind: 'no-end-date', graceMs: 120_000 },
  { kind: 'ended-early', percentage: 37 },
  { kind: 'nothing-checked' },
  { kind: 'unreadable', where: 'issues', expected: 'an array' },
  { kind: 'uncounted-findings', total: 7, found: 4 },
  { kind: 'no-host-information' },
  { kind: 'baseline', baseline: 'www.example.com', problem: { kind: 'ended-early', percentage: 40 } },
  {
    kind: 'baseline',
    baseline: 'scan-a',
    problem: { kind: 'service', endpoint: 'list', fault, attempts: 3 },
  },
  {
    kind: 'baseline',
    baseline: 'scan-a',
    problem: { kind: 'unreadable', where: 'issues', expected: 'a list' },
  },
  { kind: 'policy-unreadable', path: 'p.yml', ref: '0f1e2d3', status: 403 },
  { kind: 'policy-unreadable', path: 'p.yml', ref: 'the default branch', status: null },
  { kind: 'other-scan', expected: 'scan-a', got: 'scan-b' },
  { kind: 'cancelled', signal: 'SIGINT', scanId: 'f3b0c1d2' },
  { kind: 'cancelled', signal: 'SIGTERM', scanId: null },
  { kind: 'internal', detail: 'x is not a function' },
];

/** The names of everything in `value`, as paths. */
function paths(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, each]) => {
    const path = `${prefix}${key}`;
    return typeof each === 'object' && each !== null ? paths(each, `${path}.`) : [`${path}: ${typeof each}`];
  });
}

/** What a text must have in common in both languages: numbers, and names between backticks. */
function placeholders(text: string): string[] {
  return (text.match(/`[^`]*`|\d+/gu) ?? []).toSorted();
}

describe('both languages', () => {
  test('have the same keys', () => {
    expect(paths(pt)).toEqual(paths(en));
  });

  test('have no label that is empty', () => {
    for (const texts of [en, pt]) {
      expect(Object.entries(texts.label).filter(([, text]) => text.trim() === '')).toEqual([]);
    }
  });

  test.each(problems.map((problem) => [problem.kind, problem] as const))(
    'say the same of %s',
    (_kind, problem) => {
      const [english, portuguese] = [describeProblem(problem, en), describeProblem(problem, pt)];
      expect(english.what).not.toBe(portuguese.what);
      expect(english.remedy).not.toBe('');
      expect(placeholders(portuguese.what)).toEqual(placeholders(english.what));
      expect(placeholders(portuguese.remedy)).toEqual(placeholders(english.remedy));
    },
  );

  test.each(endpoints)('say the same of every fault of %s', (endpoint) => {
    for (const each of faults) {
      const [english, portuguese] = [describeFault(each, endpoint, en), describeFault(each, endpoint, pt)];
      expect(english.what).not.toBe(portuguese.what);
      expect(english.what).toMatch(/\.$/u);
      expect(english.remedy).toMatch(/\.$/u);
      expect(placeholders(portuguese.what)).toEqual(placeholders(english.what));
      expect(placeholders(portuguese.remedy)).toEqual(placeholders(english.remedy));
    }
  });

  test('have the placeholders of every phrase', () => {
    const samples = (texts: Texts): Record<keyof Texts['phrase'], string> => ({
      severityCount: texts.phrase.severityCount('warning', 7),
      block: texts.phrase.block(7),
      blockingFindings: texts.phrase.blockingFindings(7),
      otherFindings: texts.phrase.otherFindings(7),
      partialCounts: texts.phrase.partialCounts(),
      clean: texts.phrase.clean(7),
      notBlocking: texts.phrase.notBlocking(7),
      onlyWarns: texts.phrase.onlyWarns(),
      unlistedNote: texts.phrase.unlistedNote(7, '8'),
      leftOut: texts.phrase.leftOut(7, false),
      andMore: texts.phrase.andMore(7),
      moreBlocking: texts.phrase.moreBlocking(7),
      moreAnnotations: texts.phrase.moreAnnotations(),
      unknownSeverity: texts.phrase.unknownSeverity('8'),
      emailCount: texts.phrase.emailCount(7),
      artifact: texts.phrase.artifact(),
      reportInArtifact: texts.phrase.reportInArtifact('8', '9'),
      reportMissing: texts.phrase.reportMissing('8', '9'),
      took: texts.phrase.took('8'),
    });
    const portuguese = samples(pt);
    for (const [key, english] of Object.entries(samples(en))) {
      const other = Object.entries(portuguese).find(([name]) => name === key)?.[1] ?? '';
      expect([key, placeholders(other)]).toEqual([key, placeholders(english)]);
    }
  });

  test('tell one from many', () => {
    expect([1, 2].map(en.phrase.moreBlocking)).toEqual([
      '1 more blocking finding',
      '2 more blocking findings',
    ]);
    expect([1, 2].map(pt.phrase.moreBlocking)).toEqual([
      'Mais 1 achado que bloqueia',
      'Mais 2 achados que bloqueiam',
    ]);
  });

  test('separate thousands in their own way', () => {
    expect([en.number(1234567), pt.number(1234567), en.number(999)]).toEqual([
      '1,234,567',
      '1.234.567',
      '999',
    ]);
  });
});

describe('the advice', () => {
  test('tells statuses of the start apart', () => {
    const said = statuses.map((status) =>
      describeFault({ kind: 'status', status, detail: '', retryAfterMs: null }, 'start', en),
    );
    expect(new Set(said.map(({ what }) => what.replace(/\d+/u, ''))).size).toBeGreaterThanOrEqual(8);
    expect(said[1]).toEqual({
      what: 'While starting the scan, the service refused the API key (HTTP 401).',
      remedy:
        'Check that the secret behind `api-key` is set for this repository and environment and has not expired, then run the job again.',
    });
  });

  test('tells 404 of the start from 404 of a fetch', () => {
    const missing: RequestFault = { kind: 'status', status: 404, detail: '', retryAfterMs: null };
    expect(describeFault(missing, 'start', en).remedy).toContain('`base-url`');
    expect(describeFault(missing, 'fetch', en).remedy).toContain('`scan-id`');
  });

  test('says how long a rate limit lasts', () => {
    const limited: RequestFault = { kind: 'status', status: 429, detail: '', retryAfterMs: 90_000 };
    expect(describeFault(limited, 'start', en).remedy).toContain('in 1 min 30 s or later');
  });
});

describe('loadTexts', () => {
  test('loads the language asked for', async () => {
    expect((await loadTexts('en')).outcome.fail).toBe('failed');
    expect((await loadTexts('pt')).outcome.fail).toBe('reprovado');
  });
});

describe('shownDuration', () => {
  test.each([
    [0, '0 s'],
    [850, '850 ms'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [725_000, '12 min 5 s'],
    [3_780_000, '1 h 3 min'],
    [Number.NaN, '0 s'],
    [-5, '0 s'],
  ])('%d ms is %s', (durationMs, text) => {
    expect(shownDuration(durationMs)).toBe(text);
  });
});
