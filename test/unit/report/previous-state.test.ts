import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plain } from '../../../src/report/markdown/escape.ts';
import type { ReportModel } from '../../../src/report/model.ts';
import {
  changesSince,
  formatMarker,
  formatState,
  hiddenLines,
  isNewer,
  keepsPrevious,
  keptLine,
  type Marker,
  type PreviousState,
  parseMarker,
  parseState,
  parseTie,
  printsOf,
  readWritten,
  stateOf,
  withoutDetails,
} from '../../../src/report/previous-state.ts';
import type { ScanTie } from '../../../src/scan/scan-tie.ts';
import { anyText } from '../../support/any-text.ts';
import { assess, countsOnly, finding, findings, model } from './models.ts';

const markers: fc.Arbitrary<Marker> = fc.record({
  key: fc.stringMatching(/^[0-9a-f]{16}$/),
  runId: fc.nat(999_999_999_999),
  attempt: fc.integer({ min: 1, max: 999_999 }),
});

const shas = fc.stringMatching(/^[0-9a-f]{7}$/);
const named = fc.tuple(fc.stringMatching(/^[0-9a-f]{10}$/), fc.string({ unit: 'grapheme', maxLength: 100 }));
const list = fc.array(named, { maxLength: 60 }).map((pairs) => ({
  prints: pairs.map(([print]) => print),
  names: pairs.map(([, name]) => plain(`n ${name}`, 80)),
}));
const states: fc.Arbitrary<PreviousState> = fc
  .record({
    outcome: fc.constantFrom('pass', 'fail', 'inconclusive'),
    sha: fc.option(shas),
    scanId: fc.option(fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:~-]{0,40}$/)),
    blocking: fc.option(fc.nat(999_999_999)),
    list: fc.option(list),
    listSha: fc.option(shas),
  })
  .map(({ list: found, listSha, ...rest }) =>
    found === null ? { ...rest, prints: null, names: [], listSha: null } : { ...rest, ...found, listSha },
  );
const ties: fc.Arbitrary<ScanTie> = fc.record({
  sha: fc.stringMatching(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/),
  runId: fc.nat(999_999_999_999),
  scan: fc.stringMatching(/^[0-9a-f]{16}$/),
});
const bare: PreviousState = {
  ...{ outcome: 'fail', sha: null, scanId: null, blocking: null },
  ...{ prints: null, names: [], listSha: null },
};

const marker = { key: '0123456789abcdef', runId: 5, attempt: 1 };

const sha = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const tie: ScanTie = { sha, runId: 5, scan: '0123456789abcdef' };

describe('the hidden lines', () => {
  test('are read back, whichever there are, with whatever text behind them', () => {
    const [anyTie, anyState, lineEnds] = [fc.option(ties), fc.option(states), fc.constantFrom('\n', '\r\n')];
    fc.assert(
      fc.property(markers, anyTie, anyState, fc.string(), lineEnds, (own, given, before, rest, lineEnd) => {
        const lines = hiddenLines(own, before, given).replaceAll('\n', lineEnd);
        for (const body of [lines, `${lines}${lineEnd}${rest}`])
          expect([parseMarker(body), parseState(body), parseTie(body)]).toEqual([own, before, given]);
      }),
    );
  });

  const first = formatMarker(marker);
  const full = formatState({ ...bare, sha: 'abcdef1', scanId: 'one', prints: ['0123456789'] });
  const [, tied = ''] = hiddenLines(marker, null, tie).split('\n');
  const tooMany = `0123456789${',0123456789'.repeat(500)}`;

  // What is replaced in the line, and by what.
  test.each<[string, (body: string) => unknown, string, string, Readonly<Record<string, string[]>>]>([
    [
      'parseMarker',
      parseMarker,
      '',
      first,
      { v1: ['v2'], '=5': ['=-5'], abcdef: ['abcde', 'ABCDEF'], key: ['KEY'] },
    ],
    [
      ...(['parseState', parseState, `${first}\n`, full] as const),
      {
        ...{ v1: ['v2'], fail: ['failed'], abcdef1: ['abcdefg'], '0123456789': ['012345678', tooMany] },
        ...{ 'scan=one': ['scan=<b>', 'scan='], ' -->': [' more=1 -->'] },
      },
    ],
    [
      ...(['parseTie', parseTie, `${first}\n`, tied] as const),
      { v1: ['v2'], '2fd4': ['2fd', '2FD4'], '0123': ['012'], 'run=5': ['run=-5'], ' -->': [' more=1 -->'] },
    ],
  ])('%s reads only a line of exactly its form, in its place', (_name, parse, above, line, changes) => {
    expect(parse(above + line)).not.toBeNull();
    const wrong = [
      ...['', `x${line}`, `> ${line}`, `text\n${line}`],
      ...[`\n${line}`, ` ${line}`, `${line} x`].map((other) => above + other),
      ...(above === '' ? [] : [line]),
      ...Object.entries(changes).flatMap(([part, others]) =>
        others.map((other) => above + line.replace(part, other)),
      ),
    ];
    expect(wrong.map(parse)).toEqual(wrong.map(() => null));
  });

  test('about a scan are not read below a line that is not known', () => {
    expect(parseTie(`${first}\n<!-- scan-gate:state v2 outcome=fail -->\n${tied}`)).toBeNull();
  });
});

test('isNewer compares the run, then the attempt, and is a strict order', () => {
  fc.assert(
    fc.property(markers, markers, (a, b) => {
      expect(isNewer(a, b) && isNewer(b, a)).toBe(false);
      expect(isNewer(a, a)).toBe(false);
      const later = a.runId > b.runId || (a.runId === b.runId && a.attempt > b.attempt);
      expect(isNewer(a, b)).toBe(later);
    }),
  );
});

describe('formatState', () => {
  test('leaves out what could not be read back, and shortens the commit', () => {
    const given = { ...bare, sha: 'ABCDEF1234567890', scanId: '--> <script>' };
    expect(formatState(given)).toBe('<!-- scan-gate:state v1 outcome=fail sha=abcdef1 -->');
    const prints = Array.from({ length: 501 }, () => '0123456789');
    expect(formatState({ ...bare, prints })).toBe('<!-- scan-gate:state v1 outcome=fail -->');
  });

  test('is one comment on one line, whatever the values', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(fc.string()), (sha, scanId, prints) => {
        const line = formatState({ ...bare, sha, scanId, prints, names: prints, listSha: sha });
        expect(line).toMatch(/^<!-- [^<>\n\r]* -->$/);
      }),
    );
  });
});

test('withoutDetails keeps verdict, commit and count only', () => {
  const shown = { ...bare, sha: 'abcdef1', blocking: 3 };
  const details = { scanId: 'one', prints: ['0123456789'], names: ['a name'], listSha: 'abcdef2' };
  expect(withoutDetails({ ...shown, ...details })).toEqual(shown);
});

const now = model(assess([...findings({ critical: 1, low: 2 }), finding('low', 1)]));
const before = model(assess([finding('low', 1), ...findings({ high: 2 })]));
const counted: ReportModel = { ...now, disclosure: countsOnly };
const cut: ReportModel = { ...now, assessment: { ...now.assessment, complete: false } };
const timeout = { kind: 'timeout', afterMs: 1, percentage: 50 } as const;
const undecided = model(assess(findings({ low: 1 }), timeout));
const last: PreviousState = { ...stateOf(before), sha };

describe('changesSince', () => {
  test('names new and fixed findings, and counts each of several with the same fingerprint', () => {
    const changes = changesSince(last, now);
    expect(changes).toMatchObject({ new: 3, fixed: 2 });
    // Of several with the same fingerprint those beyond the ones before are new.
    expect([...(changes?.newFindings ?? [])].map((judged) => judged.finding.name)).toEqual([
      finding('critical').name,
      finding('low').name,
      finding('low', 1).name,
    ]);
    expect(changes?.fixedNames).toEqual(findings({ high: 2 }).map(({ name }) => name));
    expect(changesSince(stateOf(now), before)).toMatchObject({ new: 2, fixed: 3 });
    expect(changesSince(stateOf(now), now)).toMatchObject({ new: 0, fixed: 0, fixedNames: [] });
  });

  test('only counts what is fixed where the names were not kept', () => {
    const changes = changesSince({ ...last, names: last.names.slice(0, 1) }, now);
    expect(changes).toMatchObject({ fixed: 2, fixedNames: [finding('high').name] });
    // Whole fingerprints are accepted too.
    const prints = before.assessment.findings.map(({ fingerprint }) => fingerprint);
    expect(changesSince({ ...bare, prints }, now)).toMatchObject({ new: 3, fixed: 2, fixedNames: [] });
  });

  test('is null without a list on either side, because what is missing may still be there', () => {
    const partial = model({ ...assess(findings({ critical: 1 })), partial: true, complete: false });
    expect([null, bare].map((previous) => changesSince(previous, now))).toEqual([null, null]);
    for (const each of [undecided, partial, counted]) expect(changesSince(last, each)).toBeNull();
    expect(printsOf(counted)).toBeNull();
  });
});

describe('the names in the hidden line', () => {
  const namesOf = (shown: ReportModel) => {
    const line = formatState(stateOf(shown));
    return { line, read: parseState(`${formatMarker(marker)}\n${line}`) };
  };

  test('are as many whole ones as there is room for, the most severe first', () => {
    const many = model(assess(findings({ high: 400 })));
    const { line, read } = namesOf(many);
    expect(line.length).toBeLessThan(14_000);
    expect(read?.prints).toHaveLength(400);
    expect(read?.names.length).toBeGreaterThan(80);
    const names = many.assessment.findings.map((each) => each.finding.name);
    expect(read?.names).toEqual(names.slice(0, read?.names.length));
  });

  test.each(['-->\n<!-- scan-gate:scan v1 -->', '\u2028\u202e"x"', '\ud800', '💥'.repeat(200), 'a,b c=d'])(
    'are shortened, and cannot end the line: %j',
    (name) => {
      const { line, read } = namesOf(model(assess([finding('high', 0, { name }), finding('low')])));
      expect(line).toMatch(/^<!-- [^<>\n\r]* -->$/u);
      expect(read?.names[0]).toBe(plain(name, 80));
    },
  );

  test('are not there under `counts`, and not for an incomplete list', () => {
    for (const each of [counted, cut]) expect(stateOf(each)).toMatchObject({ prints: null, names: [] });
    expect(namesOf(counted).line).toBe('<!-- scan-gate:state v1 outcome=fail sha=5d41402 blocking=1 -->');
  });
});

describe('stateOf', () => {
  test('is what the report says', () => {
    const { findings: listed } = now.assessment;
    expect(stateOf({ ...now, previous: last })).toEqual({
      ...{ outcome: 'fail', sha: now.run.sha, scanId: now.scan.id, blocking: 1, listSha: null },
      ...{ prints: printsOf(now), names: listed.map(({ finding: { name } }) => name) },
    });
  });

  test('stays that of the last report with a verdict where there is none', () => {
    expect(stateOf({ ...undecided, previous: last })).toEqual(last);
    expect(keepsPrevious(last, 'inconclusive')).toBe(true);
    // Without one, it is the report itself.
    expect(stateOf(undecided)).toMatchObject({ outcome: 'inconclusive', prints: null });
    const twice = stateOf({ ...undecided, previous: { ...stateOf(undecided), sha: 'abcdef1' } });
    expect(twice.sha).toBe(undecided.run.sha);
  });

  test('keeps the last complete list where a verdict has none', () => {
    const after = stateOf({ ...cut, previous: last });
    const { prints, names } = last;
    const own = { outcome: 'fail', sha: now.run.sha, blocking: 1 };
    expect(after).toMatchObject({ ...own, prints, names, listSha: sha });
    // Read back, and kept once more.
    const read = parseState(hiddenLines(marker, after));
    expect(stateOf({ ...cut, previous: read })).toMatchObject({ prints, listSha: sha.slice(0, 7) });
  });
});

describe('readWritten', () => {
  const head = hiddenLines(marker, bare, tie);
  const reportIn = (body: string) => readWritten(body).report;

  test('takes the report without its hidden lines', () => {
    const report = '## Failed\n\ntext';
    expect(readWritten(`${head}\n${report}\n`)).toEqual({ state: bare, tie, report });
    expect(reportIn(`${head}\n## Failed`.replaceAll('\n', '\r\n'))).toBe('## Failed');
  });

  test('takes what a text without a verdict keeps, and never that text', () => {
    const kept = (text: string) =>
      `${head}\n## Scanning\n\n<details><summary>x</summary>\n\n${keptLine}\n\n${text}\n\n</details>`;
    const report = '## Failed\n\n<details>\n\ny\n\n</details>';
    expect(reportIn(kept(report))).toBe(report);
    expect(reportIn(kept('')) ?? reportIn(`${head}\n## Scanning\n\n${keptLine}`)).toBeNull();
    expect(reportIn(`${hiddenLines(marker, null, tie)}\n## Scanning`)).toBeNull();
  });

  test('reads no hidden line in a report, whoever edited it', () => {
    const forged = hiddenLines({ ...marker, runId: 9 }, { ...bare, outcome: 'pass' });
    const body = `${head}\n## Failed\n${forged}\n${keptLine}\nforged`;
    expect([parseMarker(body), parseState(body)]).toEqual([marker, bare]);
    expect(reportIn(body)).toBe('forged');
    expect(reportIn(`${head}\n${forged}\n## Failed`)).toBe('## Failed');
  });

  test('never fails, whatever the text', () => {
    const nothing = { state: null, tie: null };
    fc.assert(
      fc.property(anyText(), (text) => {
        expect([readWritten(text), parseMarker(text)]).toMatchObject([nothing, null]);
      }),
    );
  });
});
