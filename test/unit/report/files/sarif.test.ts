import { describe, expect, test } from '@jest/globals';
import { actionVersion, isFitForSarif } from '../../../../src/report/files/sarif.ts';
import { ignoring } from '../../gate/judgements.ts';
import { at, header, injection, type ModelOptions, runOf, sarifModelOf } from './sarif-files.ts';

const site = 'https://preview-104.example.com';

describe('the run', () => {
  test('names the tool and the category, and has no results when nothing is found, so that alerts close', () => {
    const { run } = runOf({ issues: [] });
    expect(run.results).toEqual([]);
    const informationUri = 'https://github.com/octo/scan-gate';
    expect(run.tool.driver).toEqual({ name: 'Scan Gate', version: actionVersion, informationUri, rules: [] });
    expect(run.automationDetails).toEqual({ id: 'Security / scan/' });
  });

  test('has different categories for different long keys', () => {
    const ids = ['a', 'b'].map((end) => runOf({ issues: [] }, { category: 'x'.repeat(400) + end }).run);
    expect(new Set(ids.map(({ automationDetails }) => automationDetails.id)).size).toBe(2);
  });
});

describe('isFitForSarif', () => {
  test.each<[isFit: boolean, scan: string, options: ModelOptions]>([
    [true, 'finished, without findings', { issues: [] }],
    [true, 'finished, and fails', { issues: [injection] }],
    [
      false,
      'did not finish',
      { issues: [injection], judging: { problem: { kind: 'too-few-checks', checks: 0, minimum: 1 } } },
    ],
    [
      false,
      'counts a finding that it does not list',
      { issues: [], result: { issuesSummary: { medium: 1 } } },
    ],
    [false, 'was not wholly understood', { issues: [injection], result: { issuesSummary: [] } }],
  ])('is %s of a scan that %s', (isFit, _scan, options) => {
    expect(isFitForSarif(sarifModelOf(options))).toBe(isFit);
  });
});

describe('the message of a result', () => {
  const messageOf = (options: ModelOptions) => at(runOf(options).results, 0).message.text;
  const foundOn = `Found on the running site ${site}/, not in this file.`;

  test('says what was found and where, and that it is not in the file of the alert', () => {
    const raw = { urls: [`${site}/search?q=1`] };
    expect(messageOf({ issues: [{ ...injection, raw }] })).toBe(
      `The parameter reaches the database. Where: /search. ${foundOn}`,
    );
    expect(messageOf({ issues: [{ ...injection, raw }], language: 'pt' })).toContain('Onde: /search.');
    expect(messageOf({ issues: [header], target: null })).toBe(
      'No page sends one. Found on the running site, not in this file.',
    );
  });

  test('says the name if there is no description', () => {
    expect(messageOf({ issues: [{ ...header, description: '' }] })).toBe(`${header.name}. ${foundOn}`);
    expect(messageOf({ issues: [{ severity: 'high' }] })).toBe(`(no name). ${foundOn}`);
  });

  test('has nothing of the evidence', () => {
    const urls = [`${site}/search?q=secret`, 'https://other.example/'];
    const raw = { evidence: 'secret', urls };
    expect(runOf({ issues: [{ ...injection, raw }] }).json).not.toMatch(/secret|other\.example/);
  });
});

describe('a result', () => {
  const hashesOf = (issues: readonly object[], options: Partial<ModelOptions> = {}) =>
    runOf({ issues, ...options }).results.map(
      ({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash,
    );
  const listingAt = (...paths: readonly string[]) => ({
    name: 'Directory listing',
    severity: 'high',
    raw: { urls: paths.map((path) => site + path) },
  });

  test('stands for one fingerprint, so that no order and no fix at another place moves an alert', () => {
    const [a, b] = hashesOf([listingAt('/a', '/b')]);
    expect(a).toMatch(/^[0-9a-f]{20}:1$/);
    expect(hashesOf([listingAt('/b'), listingAt('/a')])).toEqual([b, a]);
    expect(hashesOf([listingAt('/b')])).toEqual([b]);
    const { results } = runOf({ issues: [listingAt('/a', '/b')] });
    expect(results.map(({ message }) => /Where: (\S+)\./u.exec(message.text)?.[1])).toEqual(['/a', '/b']);
  });

  test('is one for several findings with the same fingerprint, the most severe one that counts', () => {
    expect(hashesOf([header, injection, header])).toHaveLength(2);
    const other = { ...header, severity: 'high', description: 'Worse.' };
    const { results } = runOf({ issues: [header, other] });
    expect(results).toMatchObject([{ level: 'error', properties: { severity: 'high' } }]);
    const rule = ignoring({ severity: null, where: '/a' });
    const [first, ...others] = runOf({
      issues: [{ ...listingAt('/a'), severity: 'critical' }, listingAt('/a', '/b')],
      policy: { ignore: [rule] },
    }).results;
    expect([first, ...others].map((result) => result?.properties.status)).toEqual(['blocking', 'blocking']);
  });

  test('keeps its rule and its fingerprint on another host, with another text and score', () => {
    const name = injection.name.replace('preview-104.example.com', 'preview-105.example.org:8443');
    const other = { ...injection, name, severity: 'high', cvss: { score: 8.1 }, description: 'Outro texto' };
    const target = 'https://preview-105.example.org:8443/';
    const [one, two] = [runOf({ issues: [injection] }), runOf({ issues: [other], target, language: 'pt' })];
    expect(at(two.results, 0).ruleId).toBe(at(one.results, 0).ruleId);
    expect(hashesOf([other], { target })).toEqual(hashesOf([injection]));
  });

  test('is on the file of the workflow, by a relative path and with a region', () => {
    const artifactLocation = { uri: '.github/workflows/security.yml' };
    const region = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
    const { locations } = at(runOf({ issues: [injection] }).results, 0);
    expect(locations).toEqual([{ physicalLocation: { artifactLocation, region } }]);
  });

  const usual = '.github/scan-gate.yml';
  test.each<[path: string, workflow: string, workflowRef: string | null]>([
    [usual, 'not known', null],
    [usual, 'of another repository', 'org/required/.github/workflows/a.yml@refs/heads/main'],
    [usual, 'outside of its folder', 'octo/shop/.github/workflows/../../a.yml@main'],
    [usual, 'at an absolute address', 'octo/shop/https://evil.example/a.yml@main'],
    [
      '.github/workflows/a%20b%40c.yaml',
      'named with spaces and @',
      'Octo/shop/.github/workflows/a b@c.yaml@refs/tags/v@1',
    ],
  ])('is on %s if the workflow is %s', (path, _workflow, workflowRef) => {
    const { results } = runOf({ issues: [injection] }, { workflowRef });
    expect(at(results, 0).locations[0]?.physicalLocation.artifactLocation.uri).toBe(path);
  });

  test('is not there for an ignored finding', () => {
    const policy = { ignore: [ignoring({ severity: 'low', reason: 'The CDN adds it' })] };
    const { results } = runOf({ issues: [header, injection], policy });
    expect(results.map(({ properties }) => properties.status)).toEqual(['blocking']);
  });
});

describe('a rule', () => {
  const ruleOf = (issue: object) => at(runOf({ issues: [issue] }).rules, 0);
  const rule = ruleOf(injection);

  test('has the fingerprint as its id, and score, level and tags in the forms that GitHub knows', () => {
    expect(rule.id).toMatch(/^finding\.[0-9a-f]{20}$/);
    expect(rule.defaultConfiguration).toEqual({ level: 'error' });
    expect(rule.properties).toEqual({
      precision: 'high',
      'security-severity': '9.5',
      tags: ['security', 'external/cwe/cwe-089', 'CVE-2021-23017'],
    });
  });

  test('has help with description, remediation, references and identifiers', () => {
    expect(rule.shortDescription.text).toBe(injection.name);
    expect(rule.fullDescription.text).toBe('The parameter reaches the database. All tables can be read.');
    expect(rule.help.text).toBe('Use a prepared *statement*.');
    expect(rule.help.markdown).toContain('## How to fix\n\nUse a prepared &#42;statement&#42;.');
    expect(rule.help.markdown).toContain('](https://cwe.mitre.org/data/definitions/89.html)');
    expect(rule.help.markdown).toContain('](https://owasp.org/www-community/attacks/SQL_Injection)');
  });

  test.each([
    ['critical', undefined, '9.5', 'error'],
    ['high', undefined, '8.0', 'error'],
    ['medium', undefined, '5.5', 'warning'],
    ['low', undefined, '2.0', 'note'],
    ['warning', undefined, '0.0', 'note'],
    ['low', { score: 10 }, '2.0', 'note'],
  ])('of the severity %s with the score %j has the score %s', (severity, cvss, score, level) => {
    const { properties, defaultConfiguration } = ruleOf({ ...header, severity, cvss });
    expect(properties['security-severity']).toBe(score);
    expect(defaultConfiguration.level).toBe(level);
  });

  test('of a finding without any words has all the texts that GitHub asks for', () => {
    const bare = ruleOf({ severity: 'high' });
    expect(bare.id).toMatch(/^finding\.[0-9a-f]{20}$/);
    const texts = [bare.shortDescription.text, bare.fullDescription.text, bare.help.text, bare.help.markdown];
    expect(texts).not.toContain('');
  });
});
