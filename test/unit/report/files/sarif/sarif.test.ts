import { describe, expect, test } from '@jest/globals';
import { version } from '../../../../../src/core/version.ts';
import { isFitForSarif } from '../../../../../src/report/files/sarif/sarif.ts';
import { ignoring } from '../../../gate/assessments.ts';
import { at, header, injection, type ModelOptions, runOf, sarifModelOf } from './sarif-files.ts';

describe('the run', () => {
  test('names the tool, the category and the times, and has no results when nothing is found, so that alerts close', () => {
    const { run } = runOf({ issues: [] });
    expect(run.results).toEqual([]);
    const versions = { version, semanticVersion: version };
    const informationUri = 'https://github.com/octo/scan-gate';
    expect(run.tool.driver).toEqual({ name: 'Scan Gate', ...versions, informationUri, rules: [] });
    expect(run.automationDetails).toEqual({ id: 'Security / scan/' });
    const times = { startTimeUtc: '2026-11-21T09:12:30.000Z', endTimeUtc: '2026-11-21T09:25:04.000Z' };
    expect(run.invocations).toEqual([{ executionSuccessful: true, ...times }]);
  });

  test('has different categories for different long keys', () => {
    const ids = ['a', 'b'].map((end) => runOf({ issues: [] }, { category: 'x'.repeat(400) + end }).run);
    expect(new Set(ids.map(({ automationDetails }) => automationDetails.id)).size).toBe(2);
  });

  test('says what the summary counts and the list lacks', () => {
    const { run } = runOf({ issues: [header], result: { issuesSummary: { low: 3 } } });
    const text = 'The scan counts 2 findings that it does not list (2 low).';
    expect(run.invocations[0]?.toolExecutionNotifications).toEqual([{ level: 'warning', message: { text } }]);
  });
});

describe('isFitForSarif', () => {
  test.each<[isFit: boolean, scan: string, options: ModelOptions]>([
    [true, 'finished, without findings', { issues: [] }],
    [true, 'finished, and passes', { issues: [header] }],
    [true, 'finished, and fails', { issues: [injection] }],
    [false, 'did not finish', { issues: [injection], gate: { problem: { kind: 'nothing-checked' } } }],
    [false, 'was ended by fail-fast', { issues: [injection], gate: { partial: true } }],
    [false, 'checked nothing', { issues: [injection], result: { totalChecked: 0 } }],
    [false, 'was not wholly understood', { issues: [injection], result: { issuesSummary: [] } }],
  ])('is %s of a scan that %s', (isFit, _scan, options) => {
    expect(isFitForSarif(sarifModelOf(options))).toBe(isFit);
  });
});

describe('a result', () => {
  const messageOf = (options: ModelOptions) => at(runOf(options).results, 0).message.text;

  test('says that it was found on the running site, and not in its file', () => {
    expect(messageOf({ issues: [header] })).toBe(
      'No page sends one. Found on the running site https://preview-104.example.com/, not in this file.',
    );
    expect(messageOf({ issues: [header], target: null })).toBe(
      'No page sends one. Found on the running site, not in this file.',
    );
  });

  test('has nothing of the evidence', () => {
    const urls = ['https://preview-104.example.com/search?q=secret', 'https://other.example/'];
    const raw = { evidence: 'secret', urls };
    expect(runOf({ issues: [{ ...injection, raw }] }).json).not.toMatch(/secret|other\.example/);
  });

  test('is on the file of the workflow, by a relative path and with a region', () => {
    const artifactLocation = { uri: '.github/workflows/security.yml' };
    const region = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
    const { locations } = at(runOf({ issues: [injection] }).results, 0);
    expect(locations).toEqual([{ physicalLocation: { artifactLocation, region } }]);
  });

  const usual = '.github/scan-gate.yml';
  test.each<{ path: string; workflow: string; workflowRef: string | null }>([
    { path: usual, workflow: 'not known', workflowRef: null },
    {
      path: usual,
      workflow: 'of another repository',
      workflowRef: 'org/required/.github/workflows/a.yml@refs/heads/main',
    },
    {
      path: usual,
      workflow: 'outside of its folder',
      workflowRef: 'octo/shop/.github/workflows/../../a.yml@main',
    },
    {
      path: usual,
      workflow: 'at an absolute address',
      workflowRef: 'octo/shop/https://evil.example/a.yml@main',
    },
    {
      path: '.github/workflows/a%20b%40c.yaml',
      workflow: 'named with spaces and @',
      workflowRef: 'Octo/shop/.github/workflows/a b@c.yaml@refs/tags/v@1',
    },
  ])('is on $path if the workflow is $workflow', ({ path, workflowRef }) => {
    const { results } = runOf({ issues: [injection] }, { workflowRef });
    const location = at(results, 0).locations[0]?.physicalLocation.artifactLocation;
    expect(location?.uri).toBe(path);
  });

  test('has a counter if several have the same fingerprint', () => {
    const { results } = runOf({ issues: [header, injection, header] });
    const hashes = results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
    const [sql = '', one = '', two = ''] = hashes;
    expect(sql).toMatch(/^[0-9a-f]{20}:1$/);
    expect(one.slice(20)).toBe(':1');
    expect(two.slice(20)).toBe(':2');
    expect(one.slice(0, 20)).toBe(two.slice(0, 20));
  });

  test('that a rule ignores is suppressed with its reason, and all others are not suppressed', () => {
    const rule = ignoring({ severity: 'low', reason: 'The CDN adds it' });
    const { results } = runOf({ issues: [header, injection], policy: { ignore: [rule] } });
    expect(results.map(({ suppressions }) => suppressions)).toEqual([
      [],
      [{ kind: 'external', status: 'accepted', justification: 'The CDN adds it' }],
    ]);
    expect(results.map(({ properties }) => properties['status'])).toEqual(['blocking', 'ignored']);
  });

  test('has neither state nor suppressions without a baseline and ignore rules', () => {
    const result = at(runOf({ issues: [header] }).results, 0);
    expect(result).not.toHaveProperty('baselineState');
    expect(result).not.toHaveProperty('suppressions');
  });
});
