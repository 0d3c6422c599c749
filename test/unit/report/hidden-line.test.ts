import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lastReportLine } from '../../../src/core/never-secret.ts';
import {
  encodeHiddenLine,
  type LastReport,
  type PostStamp,
  publicReportOf,
  readOwnPost,
} from '../../../src/report/hidden-line.ts';
import { plainText } from '../../../src/report/plain-text.ts';
import type { NotedScan } from '../../../src/scan/noted-scan.ts';
import { anyText } from '../../support/any-text.ts';
import { failedReport, hiddenLineOf } from '../../support/hidden-line.ts';

const markers: fc.Arbitrary<PostStamp['marker']> = fc.record({
  key: fc.stringMatching(/^[0-9a-f]{16}$/),
  runId: fc.nat(999_999_999_999),
  attempt: fc.integer({ min: 1, max: 999_999 }),
});

const shas = fc.stringMatching(/^[0-9a-f]{7}$/);
const named = fc.tuple(fc.stringMatching(/^[0-9a-f]{10}$/), fc.string({ unit: 'grapheme', maxLength: 100 }));
const list = fc.array(named, { maxLength: 60 }).map((pairs) => ({
  fingerprints: pairs.map(([print]) => print),
  names: pairs.map(([, name]) => plainText(`n ${name}`, 80)),
}));
const states: fc.Arbitrary<LastReport> = fc
  .record({
    outcome: fc.constantFrom('pass', 'fail', 'inconclusive'),
    sha: fc.option(shas),
    blocking: fc.nat(999_999_999),
    fingerprintVersion: fc.constantFrom('v1', 'v12'),
    list: fc.option(list),
  })
  .map(({ list: found, ...rest }) => ({ ...rest, ...(found ?? { fingerprints: null, names: [] }) }));
const notedScans: fc.Arbitrary<NotedScan> = fc.record({
  sha: fc.stringMatching(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/),
  runId: fc.nat(999_999_999_999),
  digest: fc.stringMatching(/^[0-9a-f]{16}$/),
  reusable: fc.boolean(),
});
const marker = { key: '0123456789abcdef', runId: 5, attempt: 1 };
const sha = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const notedScan: NotedScan = { sha, runId: 5, digest: '0123456789abcdef', reusable: true };

/** What is read of a line with a report and a scan. */
const whole = { outcome: null, marker, report: failedReport, notedScan };

/** A line that somebody wrote by hand. */
function forged(hidden: unknown): string {
  return `<!-- scan-gate:v1 ${Buffer.from(JSON.stringify(hidden)).toString('base64url')} -->`;
}

describe('the hidden line', () => {
  test('is one comment on one line and is read back, whatever is in it and behind it', () => {
    const [anyNotedScan, anyState, lineEnds] = [
      fc.option(notedScans),
      fc.option(states),
      fc.constantFrom('\n', '\r\n'),
    ];
    fc.assert(
      fc.property(
        markers,
        anyNotedScan,
        anyState,
        fc.string(),
        lineEnds,
        (own, given, before, rest, lineEnd) => {
          const line = hiddenLineOf(own, before, given);
          expect(line).toMatch(/^<!-- scan-gate:v1 [\w-]+ -->$/);
          for (const body of [line, `${line}${lineEnd}${rest}`])
            expect(readOwnPost(body)).toMatchObject({
              outcome: null,
              marker: own,
              report: before,
              notedScan: given,
            });
        },
      ),
    );
  });

  test('is read in its place only', () => {
    const line = hiddenLineOf(marker);
    const wrong = ['', `x${line}`, ` ${line}`, `\n${line}`, `> ${line}`, `text\n${line}`, `${line} x`];
    const others = [line.replace('v1', 'v2'), line.replace('-->', '=-->'), line.toUpperCase()];
    for (const body of [...wrong, ...others]) expect(readOwnPost(body)).toBeNull();
  });

  test.each<[what: string, changed: object]>([
    ['no object', []],
    ['no marker', {}],
    ['a key that is no digest', { marker: { ...marker, key: '0123456789abcde' } }],
    ['a key in capitals', { marker: { ...marker, key: '0123456789ABCDEF' } }],
    ['a run below zero', { marker: { ...marker, runId: -5 } }],
    ['an attempt that is no number', { marker: { ...marker, attempt: '1' } }],
    ['a field that is not known', { more: 1 }],
  ])('with %s is none of ours', (_what, changed) => {
    expect(readOwnPost(forged({ marker, report: null, notedScan: null }))).not.toBeNull();
    const hidden = Array.isArray(changed) ? changed : { report: null, notedScan: null, ...changed };
    expect(readOwnPost(forged(hidden))).toBeNull();
  });

  const fingerprints = ['0123456789'];
  test.each<[what: string, changed: object]>([
    ['another outcome', { outcome: 'failed' }],
    ['a broken count', { blocking: 1.5 }],
    ['a broken commit', { sha: 'abcdefg' }],
    ['a version that is too long', { fingerprintVersion: 'v'.repeat(10) }],
    ['a short fingerprint', { fingerprints: ['012345678'] }],
    ['too many fingerprints', { fingerprints: Array.from({ length: 501 }, () => '0123456789') }],
    ['too many names', { fingerprints, names: Array.from({ length: 501 }, () => 'x') }],
    ['a field that is not known', { more: 1 }],
  ])('keeps its marker and its scan beside a report with %s', (_what, changed) => {
    expect(readOwnPost(forged({ marker, report: failedReport, notedScan }))).toMatchObject(whole);
    const report = { ...failedReport, ...changed };
    expect(readOwnPost(forged({ marker, report, notedScan }))).toMatchObject({ ...whole, report: null });
  });

  test.each<[what: string, changed: object]>([
    ['a short commit', { sha: sha.slice(1) }],
    ['a commit in capitals', { sha: sha.toUpperCase() }],
    ['a short digest', { scan: '0123456789abcde' }],
    ['a run below zero', { runId: -1 }],
    ['a field that is not known', { more: 1 }],
  ])('keeps its marker and its report beside a scan with %s', (_what, changed) => {
    const hidden = { marker, report: failedReport, notedScan: { ...notedScan, ...changed } };
    expect(readOwnPost(forged(hidden))).toMatchObject({ ...whole, notedScan: null });
  });

  test('has a short commit', () => {
    const line = hiddenLineOf(marker, { ...failedReport, sha: sha.toUpperCase() });
    expect(readOwnPost(line)?.report).toEqual({ ...failedReport, sha: '2fd4e1c' });
  });

  test('has no secret in what comes from outside', () => {
    const report = { ...failedReport, fingerprints, names: ['a my-secret name'] };
    const line = encodeHiddenLine({ marker, outcome: null, report, notedScan: null }, (text) =>
      text.replaceAll('my-secret', '***'),
    );
    expect(readOwnPost(line)?.report).toMatchObject({ names: ['a *** name'] });
  });

  test('has the first fifty names', () => {
    const names = Array.from({ length: 400 }, (_, index) => `a name of some length, number ${index}`);
    const report = { ...failedReport, fingerprints: names.map(() => '0123456789'), names };
    const line = hiddenLineOf(marker, report);
    expect(line.length).toBeLessThan(16_000);
    const read = readOwnPost(line)?.report;
    expect(read?.fingerprints).toHaveLength(400);
    expect(read?.names).toEqual(names.slice(0, 50));
  });

  test.each(['-->\n<!-- scan-gate:v1 -->', '\u2028\u202e"x"', '\ud800', '💥'.repeat(200), 'a,b c=d'])(
    'has names as short plain text, when written and when read: %j',
    (name) => {
      const report = { ...failedReport, fingerprints, names: [name] };
      for (const line of [hiddenLineOf(marker, report), forged({ marker, report, notedScan: null })])
        expect(readOwnPost(line)?.report?.names).toEqual([plainText(name, 80)]);
    },
  );
});

test('withholdReport keeps verdict, commit and count only', () => {
  const shown = { ...failedReport, sha: 'abcdef1', blocking: 3 };
  const details = { fingerprints: ['0123456789'], names: ['a name'] };
  expect(publicReportOf({ ...shown, ...details })).toEqual(shown);
});

describe('readOwnText', () => {
  const head = hiddenLineOf(marker, failedReport, notedScan);
  const reportIn = (body: string) => readOwnPost(body)?.reportMarkdown;

  test('takes the report without its hidden line', () => {
    const report = '## Failed\n\ntext';
    expect(readOwnPost(`${head}\n${report}\n`)).toEqual({ ...whole, reportMarkdown: report });
    expect(reportIn(`${head}\n## Failed`.replaceAll('\n', '\r\n'))).toBe('## Failed');
  });

  test('takes what a text without a verdict keeps, and never that text', () => {
    const kept = (text: string) =>
      `${head}\n## Scanning\n\n<details><summary>x</summary>\n\n${lastReportLine}\n\n${text}\n\n</details>`;
    const report = '## Failed\n\n<details>\n\ny\n\n</details>';
    expect(reportIn(kept(report))).toBe(report);
    expect(reportIn(kept('')) ?? reportIn(`${head}\n## Scanning\n\n${lastReportLine}`)).toBeNull();
    expect(reportIn(`${hiddenLineOf(marker, null, notedScan)}\n## Scanning`)).toBeNull();
  });

  test('reads no hidden line in a report, whoever edited it', () => {
    const other = hiddenLineOf({ ...marker, runId: 9 }, { ...failedReport, outcome: 'pass' });
    const body = `${head}\n## Failed\n${other}\n${lastReportLine}\nforged`;
    expect(readOwnPost(body)).toMatchObject(whole);
    expect(reportIn(body)).toBe('forged');
    expect(reportIn(`${head}\n${other}\n## Failed`)).toBe('## Failed');
  });

  test('never fails, whatever the text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(readOwnPost(text)).toBeNull();
      }),
    );
  });
});
