import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Check, dryRunLines, dryRunReason, dryRunSummary } from '../../../src/report/dry-run.ts';
import { evidenceOf } from '../../../src/report/files/evidence.ts';
import { en } from '../../../src/report/language/en/en.ts';
import { pt } from '../../../src/report/language/pt/pt.ts';
import { annotate } from '../../../src/report/log/annotations.ts';
import { ownLink } from '../../../src/report/markdown/link.ts';
import { policyPlace } from '../../../src/report/model.ts';
import { withholdDetails } from '../../../src/report/open-model.ts';
import { verdictOutputs } from '../../../src/report/outputs.ts';
import { commitStatusOf } from '../../../src/report/sentences/commit-status.ts';
import { anyText } from '../../support/any-text.ts';
import { plainPolicy } from '../../support/plain-policy.ts';
import { findElements, renderMarkdownTree } from '../../support/render.ts';
import { organizationOf } from '../policy/organizations.ts';
import { assess, finding, findings, model, withoutScan } from './models.ts';
import { baselineOf, modelOf } from './scenes.ts';

describe('verdictOutputs', () => {
  test('has the counts of a finished scan', () => {
    const shown = model(assess(findings({ critical: 1, low: 2 })));
    expect(verdictOutputs(shown, 'why')).toEqual({
      verdict: 'fail',
      reason: 'why',
      url: 'https://preview-104.example.com/',
      'scan-id': '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11',
      total: 3,
      critical: 1,
      high: 0,
      medium: 0,
      low: 2,
      warning: 0,
      'highest-severity': 'critical',
      blocking: 1,
      new: null,
      fixed: null,
      ignored: 0,
      'duration-seconds': 791,
    });
  });

  test('has no counts without a scan', () => {
    const outputs = verdictOutputs(withoutScan({ kind: 'missing-api-key', skipped: false }), '');
    const known = Object.entries(outputs).filter(([, value]) => value !== null);
    const url = 'https://preview-104.example.com/';
    expect(Object.fromEntries(known)).toEqual({
      verdict: 'inconclusive',
      reason: '',
      url,
      'duration-seconds': 791,
    });
  });

  const policy = 'fail-fast: true\nbaseline: https://www.example.com\n';
  const baseline = baselineOf(findings({ high: 2, medium: 1 }));
  const list = findings({ critical: 1, high: 1 });

  test.each([
    ['since the baseline', { policy, findings: list, baseline }, { new: 1, fixed: 2 }],
    ['without a finished scan of the baseline', { policy, findings: list }, { new: 2, fixed: null }],
    ['on a partial result', { policy, findings: list, baseline, partialAt: 42.5 }, { new: 1, fixed: null }],
  ])('says what is new and fixed %s', async (_name, scene, expected) => {
    expect(verdictOutputs(await modelOf(scene), '')).toMatchObject(expected);
  });
});

describe('annotate', () => {
  test('shows every blocking finding, up to nine, and counts the others in the ninth', () => {
    const nine = annotate(model(assess(findings({ critical: 4, high: 5, low: 3 }))), en);
    expect(nine.map(({ level }) => level)).toEqual(Array.from({ length: 9 }, () => 'error'));
    expect(nine[0]?.title).toBe('Critical: SQL injection in the parameter `q` of /search');
    expect(nine[8]?.title).toMatch(/^High: /);
    const more = annotate(model(assess(findings({ high: 412 }))), en);
    expect(more).toHaveLength(9);
    expect(more[8]?.title).toBe('404 more blocking findings');
  });

  test('only warns when the verdict is not `fail`', () => {
    const problem = { kind: 'ended-early', percentage: 50 } as const;
    const shown = annotate(model(assess(findings({ high: 1 }), problem)), en);
    expect(shown.map(({ level }) => level)).toEqual(['warning']);
    expect(annotate(model(assess(findings({ low: 3 }))), en)).toEqual([]);
  });

  test('is plain text of at most 4,096 characters', () => {
    const bomb = '\u001b[31m\u202e😀\u0000x\n'.repeat(3000);
    const bad = finding('high', 0, { name: bomb, description: bomb, remediation: bomb, references: [bomb] });
    const [shown] = annotate(model(assess([bad])), en);
    expect(Array.from(shown?.message ?? '').length).toBeLessThanOrEqual(4096);
    expect(shown?.title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown?.message).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });
});

describe('the message of an annotation', () => {
  test('is the name, because some views do not show the title, the first sentence and the place', () => {
    const list = [finding('high', 0, { where: ['/a', '/b'] })];
    const [first] = annotate(model(assess(list)), en);
    expect(first?.message.split('\n')).toEqual([
      'Outdated nginx 1.18.0 with a known memory corruption',
      'The server names itself nginx/1.18.0.',
      'Where: /a and 1 more',
    ]);
    const [inPortuguese] = annotate(model(assess(list), { language: 'pt' }), pt);
    expect(inPortuguese?.message).toContain('\nOnde: /a e mais 1');
  });

  test('names no place where none is known, and says that a finding has no name', () => {
    const bare = finding('high', 0, { name: ' ', description: '', where: [] });
    const [first] = annotate(model(assess([bare])), en);
    expect(first?.message).toBe('(no name)');
  });
});

const result = { name: 'result.json', sha256: 'ab'.repeat(32) };
const id = '6f1c0b7e-3f0d-4a8e-9b9e-0d8a6f2f1c11';
const scan = {
  name: 'scan',
  uri: `scan:${id}`,
  annotations: {
    id,
    origin: 'started',
    target: 'https://preview-104.example.com/',
    startedAt: '2026-11-21T09:12:30.000Z',
    commit: '5d41402abc4b2a76b9719d911017c592aabbccdd',
  },
};

describe('evidenceOf', () => {
  test('names the policy, the result and the scan of a run that passed', () => {
    const shown = model(assess(findings({ low: 1 })));
    const [name, blob, digest] = ['policy.yml', 'c'.repeat(40), 'cd'.repeat(32)];
    const settings = { ...shown.settings, file: name, blob, digest };
    const policy = { name, digest: { sha256: digest }, annotations: { blob } };
    expect(evidenceOf({ ...shown, settings }, result)).toEqual({
      result: 'PASSED',
      url: shown.run.url,
      configuration: [policy, { name: 'result.json', digest: { sha256: result.sha256 } }, scan],
    });
  });

  test("names the organization's policy too, also where findings are only counted", () => {
    const shown = model(assess(findings({ low: 1 })));
    const organization = organizationOf();
    const { name, commit, digest } = organization;
    const both = { ...shown, settings: { ...shown.settings, organization } };
    const policy = { name, digest: { sha256: digest }, annotations: { commit } };
    expect(evidenceOf(both, null)).toMatchObject({ configuration: [policy, scan] });
    const counted = evidenceOf(withholdDetails(both), null);
    expect(counted).toMatchObject({ configuration: [policy, { name: 'scan' }] });
    expect(JSON.stringify(counted)).not.toContain('preview-104');
  });

  test('says that a run failed, also one without a verdict, and names no scan where there is none', () => {
    const shown = model(assess(findings({ critical: 1 })));
    expect(evidenceOf(shown, null)).toMatchObject({ result: 'FAILED', configuration: [scan] });
    const unscanned = withoutScan({ kind: 'missing-api-key', skipped: true });
    expect(evidenceOf(unscanned, null)).toMatchObject({ result: 'FAILED', configuration: [] });
  });
});

const lenient = { policy: { ...plainPolicy, onInconclusive: 'warn' as const } };
const slow = { kind: 'timeout', afterMs: 60_000, percentage: 40 } as const;
const cancelled = { kind: 'cancelled', signal: 'SIGINT', scanId: null } as const;
const noKey = { kind: 'missing-api-key', skipped: false } as const;

describe('commitStatusOf', () => {
  test.each([
    ['a pass', model(assess([])), 'success'],
    ['a fail', model(assess(findings({ high: 1 }))), 'failure'],
    ['no trustworthy answer', withoutScan(slow), 'error'],
    ['no trustworthy answer that only warns', { ...withoutScan(slow), ...lenient }, 'success'],
    ['a cancelled run', { ...withoutScan(cancelled), ...lenient }, 'error'],
    ['an empty key', { ...withoutScan(noKey), ...lenient }, 'error'],
  ])('of %s', (_name, given, state) => {
    expect(commitStatusOf(given, en, 'why')?.state).toBe(state);
  });

  test('is none where the scan was skipped, and says first that it is green without an answer', () => {
    expect(commitStatusOf(withoutScan({ kind: 'missing-api-key', skipped: true }), en, 'why')).toBeNull();
    const status = commitStatusOf({ ...withoutScan(slow), ...lenient }, en, 'The scan was not finished.');
    expect(status?.description).toBe('Inconclusive, but only warned about: The scan was not finished.');
  });
});

const says = (what: string, remedy: string): Pick<Check, 'say'> => ({ say: () => ({ what, remedy }) });
const inputsRead: Check['say'] = ({ dryRun }) => ({ what: dryRun.phrase.inputsRead(), remedy: '' });
const well: Check = { name: 'inputs', state: 'well', say: inputsRead };
const wrong: Check = { name: 'apiKey', state: 'wrong', ...says('HTTP 401 | no', 'Check `api-key`.') };
const open: Check = { name: 'comment', state: 'unchecked', ...says('This run writes none.', '') };

describe('a dry run', () => {
  test('says in one line what is wrong', () => {
    expect(dryRunReason([well, open], en)).toBe('Dry run: nothing is wrong. Nothing was scanned.');
    const one = 'Dry run: 1 check failed (API key). Nothing was scanned.';
    expect(dryRunReason([well, wrong, open], en)).toBe(one);
    expect(dryRunReason([wrong, { ...wrong, name: 'target' }], pt)).toBe(
      'Execução de teste: 2 verificações falharam (Chave de API, Alvo). Nada foi escaneado.',
    );
  });

  test('prints a line for each check in English, with what to do', () => {
    expect(dryRunLines([well, wrong])).toEqual([
      '✅ Inputs: fine. All inputs are understood.',
      '❌ API key: wrong. HTTP 401 | no',
      '   What to do: Check `api-key`.',
    ]);
  });

  test('has one row for each check in the summary, in its language and whatever the texts are', () => {
    expect(dryRunSummary([well], pt)).toContain(pt.dryRun.phrase.inputsRead());
    fc.assert(
      fc.property(anyText(), anyText(), (what, remedy) => {
        const rows = dryRunSummary([well, { ...wrong, ...says(what, remedy) }, open], en).split('\n');
        const table = rows.filter((row) => row.startsWith('|'));
        expect(table).toHaveLength(5);
        // A bar within a cell would begin another.
        expect(table.map((row) => row.split('|').length)).toEqual(table.map(() => 6));
      }),
    );
  });
});

const path = '.github/scan-gate.yml';
const repository = 'https://github.example/acme/storefront';

function placeOf(defaultBranch: string | null, file: string | null, at = path) {
  const context = { serverUrl: 'https://github.example', owner: 'acme', repo: 'storefront', defaultBranch };
  return policyPlace({ path: at, isDefault: true }, file !== null, context);
}

describe('the place of the policy file', () => {
  test('is shown and edited on the default branch, or created there, if its name is known', () => {
    const viewUrl = `${repository}/blob/HEAD/${path}`;
    const editUrl = `${repository}/edit/release/2/${path}`;
    expect(placeOf('release/2', path)).toEqual({ path, exists: true, viewUrl, editUrl });
    const newUrl = `${repository}/new/main?filename=.github%2Fscan-gate.yml`;
    expect(placeOf('main', null)).toEqual({ path, exists: false, viewUrl, editUrl: newUrl });
    expect(placeOf(null, path)).toEqual({ path, exists: true, viewUrl, editUrl: null });
  });

  test('is none with `config: none`', () => {
    const context = { serverUrl: '', owner: '', repo: '', defaultBranch: 'main' };
    expect(policyPlace(null, false, context)).toBeNull();
  });

  test.each(['a#b', 'a?b=c', 'a&b', '50%25', 'a)b(c', "a'b", '<b>', 'é\ud800', '@octocat', 'a|b', '[x](y)'])(
    'is links to this repository alone, whatever the names: %s',
    (name) => {
      const text = name.toWellFormed();
      const [there, missing] = [placeOf(name, name, name), placeOf(name, null, name)];
      const pages: [string | null | undefined, string, string | null][] = [
        [there?.viewUrl, `blob/HEAD/${text}`, null],
        [there?.editUrl, `edit/${text}/${text}`, null],
        [missing?.editUrl, `new/${text}`, text],
      ];
      for (const [url, page, fileName] of pages) {
        const [link, ...others] = findElements(renderMarkdownTree(ownLink('file', url ?? '')), 'a');
        expect(others).toEqual([]);
        const { origin, pathname, hash, searchParams } = new URL(String(link?.properties['href']));
        expect(origin + decodeURIComponent(pathname)).toBe(`${repository}/${page}`);
        expect([hash, searchParams.get('filename')]).toEqual(['', fileName]);
      }
    },
  );
});
