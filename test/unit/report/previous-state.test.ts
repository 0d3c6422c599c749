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
import { assess, finding, findings, model } from './models.ts';

const markers: fc.Arbitrary<Marker> = fc.record({
  key: fc.stringMatching(/^[0-9a-f]{16}$/),
  runId: fc.nat(999_999_999_999),
  attempt: fc.integer({ min: 1, max: 999_999 }),
});

const shas = fc.stringMatching(/^[0-9a-f]{7}$/);
const list = fc
  .array(fc.tuple(fc.stringMatching(/^[0-9a-f]{10}$/), fc.string({ unit: 'grapheme', maxLength: 100 })), {
    maxLength: 60,
  })
  .map((pairs) => ({
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

describe('parseMarker', () => {
  test('reads a marker only as the whole first line', () => {
    const line = formatMarker({ key: '0123456789abcdef', runId: 5, attempt: 1 });
    const others = [
      '',
      `x${line}`,
      ` ${line}`,
      `\n${line}`,
      `> ${line}`,
      `${line} x`,
      line.toUpperCase(),
      line.replace('v1', 'v2'),
      line.replace('=5', '=-5'),
      line.replace('abcdef', 'abcde'),
    ];
    expect(others.map(parseMarker)).toEqual(others.map(() => null));
  });
});

describe('isNewer', () => {
  test('compares the run, then the attempt, and is a strict order', () => {
    fc.assert(
      fc.property(markers, markers, (a, b) => {
        expect(isNewer(a, b) && isNewer(b, a)).toBe(false);
        expect(isNewer(a, a)).toBe(false);
        const later = a.runId > b.runId || (a.runId === b.runId && a.attempt > b.attempt);
        expect(isNewer(a, b)).toBe(later);
      }),
    );
  });
});

describe('parseState', () => {
  test('reads only a line of exactly this form, in its place', () => {
    const line = formatState({ ...bare, sha: 'abcdef1', scanId: 'one', prints: ['0123456789'] });
    const first = hiddenLines(marker, null);
    expect(parseState(`${first}\n${line}`)).not.toBeNull();
    const wrong = [
      line,
      `${first}\n\n${line}`,
      `${first}\n ${line}`,
      `${first}\n${line} x`,
      `text\n${line}`,
      ...[
        line.replace('fail', 'failed'),
        line.replace('v1', 'v2'),
        line.replace('abcdef1', 'abcdefg'),
        line.replace('0123456789', '012345678'),
        line.replace('0123456789', `0123456789${',0123456789'.repeat(500)}`),
        line.replace('scan=one', 'scan=<b>'),
        line.replace('scan=one', 'scan='),
        line.replace(' -->', ' more=1 -->'),
      ].map((other) => `${first}\n${other}`),
    ];
    expect(wrong.map(parseState)).toEqual(wrong.map(() => null));
  });
});

describe('parseTie', () => {
  const tie: ScanTie = {
    sha: '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12',
    runId: 5,
    scan: '0123456789abcdef',
  };

  test('and the other hidden lines are read back, whichever there are, with whatever text behind them', () => {
    const [anyTie, anyState, lineEnds] = [fc.option(ties), fc.option(states), fc.constantFrom('\n', '\r\n')];
    fc.assert(
      fc.property(markers, anyTie, anyState, fc.string(), lineEnds, (own, given, before, rest, lineEnd) => {
        const lines = hiddenLines(own, before, given).replaceAll('\n', lineEnd);
        for (const body of [lines, `${lines}${lineEnd}${rest}`])
          expect([parseMarker(body), parseState(body), parseTie(body)]).toEqual([own, before, given]);
      }),
    );
  });

  test('reads only a line of exactly this form, in its place', () => {
    const [first = '', line = ''] = hiddenLines(marker, null, tie).split('\n');
    expect(parseTie(`${first}\n${line}`)).toEqual(tie);
    const wrong = [
      line,
      `${first}\n\n${line}`,
      `${first}\n ${line}`,
      `${first}\n${line} x`,
      `${first}\n${line.replace(' -->', ' more=1 -->')}`,
      `${first}\n<!-- scan-gate:state v2 outcome=fail -->\n${line}`,
      `${first}\n${line.replace('v1', 'v2')}`,
      `${first}\n${line.replace('2fd4', '2fd')}`,
      `${first}\n${line.replace('2fd4', '2FD4')}`,
      `${first}\n${line.replace('0123', '012')}`,
      `${first}\n${line.replace('run=5', 'run=-5')}`,
    ];
    expect(wrong.map(parseTie)).toEqual(wrong.map(() => null));
  });
});

describe('formatState', () => {
  test('leaves out what could not be read back, and shortens the commit', () => {
    const given = { ...bare, sha: 'ABCDEF1234567890', scanId: '--> <script>' };
    expect(formatState(given)).toBe('<!-- scan-gate:state v1 outcome=fail sha=abcdef1 -->');
    const many = Array.from({ length: 501 }, () => '0123456789');
    expect(formatState({ ...bare, prints: many })).toBe('<!-- scan-gate:state v1 outcome=fail -->');
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

const sha = '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12';
const now = model(assess([...findings({ critical: 1, low: 2 }), finding('low', 1)]));
const before = model(assess([finding('low', 1), ...findings({ high: 2 })]));

function state(of: ReportModel | null): PreviousState {
  return of === null ? bare : { ...stateOf(of), sha };
}

describe('changesSince', () => {
  test('counts new and fixed findings, each of several with the same fingerprint', () => {
    expect(changesSince(state(before), now)).toMatchObject({ new: 3, fixed: 2 });
    expect(changesSince(state(now), before)).toMatchObject({ new: 2, fixed: 3 });
    expect(changesSince(state(now), now)).toMatchObject({ new: 0, fixed: 0, fixedNames: [] });
  });

  test('accepts whole fingerprints too', () => {
    const prints = before.assessment.findings.map(({ fingerprint }) => fingerprint);
    expect(changesSince({ ...state(null), prints }, now)).toMatchObject({ new: 3, fixed: 2 });
  });

  test('is null without a previous report, or without its list', () => {
    expect([changesSince(null, now), changesSince(state(null), now)]).toEqual([null, null]);
  });

  test('is null where the list is not complete, because what is missing may still be there', () => {
    const timeout = model(assess(findings({ low: 1 }), { kind: 'timeout', afterMs: 1, percentage: 50 }));
    const partial = model({ ...assess(findings({ critical: 1 })), partial: true, complete: false });
    for (const each of [timeout, partial]) expect(changesSince(state(before), each)).toBeNull();
  });

  test('is null where findings are only counted', () => {
    const counted: ReportModel = { ...now, disclosure: { mode: 'counts', because: 'setting' } };
    expect([printsOf(counted), changesSince(state(before), counted)]).toEqual([null, null]);
  });
});

describe('what is new and what is fixed', () => {
  const twin = finding('low', 1);

  test('is named, and of several with the same fingerprint those beyond the ones before are new', () => {
    const changes = changesSince(state(before), now);
    const nameOf = (judged: { finding: { name: string } }) => judged.finding.name;
    expect([...(changes?.newFindings ?? [])].map(nameOf)).toEqual([
      finding('critical').name,
      finding('low').name,
      twin.name,
    ]);
    expect(changes?.fixedNames).toEqual(findings({ high: 2 }).map(({ name }) => name));
  });

  test('is only counted where the names were not kept', () => {
    const changes = changesSince({ ...state(before), names: state(before).names.slice(0, 1) }, now);
    expect(changes).toMatchObject({ fixed: 2, fixedNames: [findings({ high: 1 })[0]?.name] });
    expect(changesSince({ ...state(before), names: [] }, now)?.fixedNames).toEqual([]);
  });
});

describe('the names in the hidden line', () => {
  const many = model(assess(findings({ high: 400 })));
  const long = (name: string) => model(assess([finding('high', 0, { name }), finding('low')]));

  test('are as many whole ones as there is room for, the most severe first', () => {
    const line = formatState(stateOf(many));
    expect(line.length).toBeLessThan(14_000);
    const read = parseState(`${formatMarker(marker)}\n${line}`);
    expect(read?.prints).toHaveLength(400);
    expect(read?.names.length).toBeGreaterThan(80);
    expect(read?.names).toEqual(
      many.assessment.findings.slice(0, read?.names.length).map((each) => each.finding.name),
    );
  });

  test('are shortened, and cannot end the line, whatever they hold', () => {
    for (const name of [
      '-->\n<!-- scan-gate:scan v1 -->',
      '\u2028\u202e"x"',
      '\ud800',
      '💥'.repeat(200),
      'a,b c=d',
    ]) {
      const line = formatState(stateOf(long(name)));
      expect(line).toMatch(/^<!-- [^<>\n\r]* -->$/u);
      const [read] = parseState(`${formatMarker(marker)}\n${line}`)?.names ?? [];
      expect(read).toBe(plain(name, 80));
    }
  });

  test('are not there under `counts`, and not for an incomplete list', () => {
    const counted: ReportModel = { ...now, disclosure: { mode: 'counts', because: 'setting' } };
    const cut = { ...now, assessment: { ...now.assessment, complete: false } };
    for (const each of [counted, cut]) expect(stateOf(each)).toMatchObject({ prints: null, names: [] });
    expect(formatState(stateOf(counted))).toBe(
      '<!-- scan-gate:state v1 outcome=fail sha=5d41402 blocking=1 -->',
    );
  });
});

describe('stateOf', () => {
  const timeout = { kind: 'timeout', afterMs: 1, percentage: 50 } as const;
  const undecided = model(assess(findings({ low: 1 }), timeout));
  const cut = { ...now, assessment: { ...now.assessment, complete: false } };
  const last = state(before);

  test('is what the report says', () => {
    const { findings: listed } = now.assessment;
    expect(stateOf({ ...now, previous: last })).toEqual({
      ...{ outcome: 'fail', sha: now.run.sha, scanId: now.scan.id, blocking: 1, listSha: null },
      ...{ prints: printsOf(now), names: listed.map(({ finding: { name } }) => name) },
    });
  });

  test('stays that of the last report with a verdict where there is none', () => {
    const after = stateOf({ ...undecided, previous: last });
    expect(after).toEqual(last);
    expect(keepsPrevious(last, 'inconclusive')).toBe(true);
    expect(changesSince(after, now)).toMatchObject({ new: 3, fixed: 2 });
    // Without one, it is the report itself.
    expect(stateOf(undecided)).toMatchObject({ outcome: 'inconclusive', prints: null });
    const twice = stateOf({ ...undecided, previous: { ...stateOf(undecided), sha: 'abcdef1' } });
    expect(twice.sha).toBe(undecided.run.sha);
  });

  test('keeps the last complete list where a verdict has none', () => {
    const after = stateOf({ ...cut, previous: last });
    const { prints, names } = last;
    expect(after).toMatchObject({
      outcome: 'fail',
      sha: now.run.sha,
      blocking: 1,
      prints,
      names,
      listSha: sha,
    });
    // Read back, and kept once more.
    const read = parseState(hiddenLines(marker, after));
    expect(stateOf({ ...cut, previous: read })).toMatchObject({ prints, listSha: sha.slice(0, 7) });
  });
});

describe('readWritten', () => {
  const tie: ScanTie = { sha, runId: 5, scan: '0123456789abcdef' };
  const head = hiddenLines(marker, bare, tie);
  const reportIn = (body: string) => readWritten(body).report;

  test('takes the report without its hidden lines', () => {
    expect(readWritten(`${head}\n## Failed\n\ntext\n`)).toEqual({
      state: bare,
      tie,
      report: '## Failed\n\ntext',
    });
    expect(reportIn(`${head}\n## Failed`.replaceAll('\n', '\r\n'))).toBe('## Failed');
  });

  test('takes what a text without a verdict keeps, and never that text', () => {
    const kept = (report: string) =>
      `${head}\n## Scanning\n\n<details><summary>x</summary>\n\n${keptLine}\n\n${report}\n\n</details>`;
    expect(reportIn(kept('## Failed\n\n<details>\n\ny\n\n</details>'))).toBe(
      '## Failed\n\n<details>\n\ny\n\n</details>',
    );
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
