import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SettingsError } from '../../../src/core/problem.ts';
import {
  artifactNameOf,
  claimedKey,
  claimKey,
  commentKey,
  keyDigest,
  statusContext,
} from '../../../src/inputs/comment-key.ts';
import { anyText } from '../../support/any-text.ts';
import { readStep } from '../../support/read-step.ts';
import { nothingGiven } from './given-settings.ts';

const required = { 'api-key': 'key-0123', 'base-url': 'https://api.example.com', url: 'https://a.example' };

function read(inputs: Record<string, string>): ReturnType<typeof readStep> {
  const all: Record<string, string> = { ...required, ...inputs };
  return readStep((name) => all[name] ?? '');
}

async function mistakes(inputs: Record<string, string>): Promise<string> {
  try {
    await read(inputs);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
}

describe('readInputs', () => {
  test('applies the defaults of the contract', async () => {
    expect(await read({})).toMatchObject({
      service: { apiKey: 'key-0123', baseUrl: new URL('https://api.example.com'), onMissingApiKey: 'fail' },
      target: { url: { given: 'https://a.example' }, waitMs: 120_000 },
      scan: {
        ...{ preferences: null, scanId: null, language: 'en', includeSubdomains: false, includeLeaks: false },
        ...{ timeoutMs: 3_600_000, pollIntervalMs: 'auto' },
      },
      given: nothingGiven,
      github: { token: '' },
      reports: { commentKey: '', artifactName: null, commitStatus: null, retentionDays: null },
      config: { path: '.github/scan-gate.yml', isDefault: true },
      organization: null,
    });
  });

  test('reads every input', async () => {
    const inputs = await read({
      ...{
        'on-missing-api-key': 'skip',
        'wait-for-url': '0',
        preferences: 'xss: true',
        'scan-id': '3f2a-11',
      },
      ...{ language: 'pt', 'include-subdomains': 'true', 'include-leaks': 'TRUE', timeout: '2h' },
      ...{ 'poll-interval': '20s', config: './policies/strict.yml', 'fail-on': 'never' },
      ...{ 'github-token': 'ghs_1', 'comment-key': 'mine', 'artifact-name': 'scan' },
      ...{ 'retention-days': '30', 'commit-status': 'Scan Gate' },
    });
    expect(inputs).toMatchObject({
      service: { onMissingApiKey: 'skip' },
      target: { waitMs: 0 },
      scan: {
        ...{ preferences: { value: { xss: true }, unknown: [] }, scanId: '3f2a-11', language: 'pt' },
        ...{ includeSubdomains: true, includeLeaks: true, timeoutMs: 7_200_000, pollIntervalMs: 20_000 },
      },
      config: { path: 'policies/strict.yml', isDefault: false },
      given: { ...nothingGiven, failOn: 'never' },
      github: { token: 'ghs_1' },
      reports: { commentKey: 'mine', artifactName: 'scan', commitStatus: 'Scan Gate', retentionDays: 30 },
    });
  });

  test('requires the address of the service, but no URL, which can be discovered, nor a key', async () => {
    const inputs = await read({ url: '', 'api-key': '' });
    expect([inputs.target.url, inputs.service.apiKey]).toEqual([null, null]);
    expect(await mistakes({ 'base-url': '' })).toMatch(/^An input is wrong[\s\S]*`base-url` is empty/);
  });

  test('reads the path of the policy file, or none', async () => {
    const pathOf = async (config: string) => (await read({ config })).config;
    expect(await pathOf('none')).toBeNull();
    const path = '.github/scan-gate.yml';
    expect(await pathOf(`./${path}`)).toEqual({ path, isDefault: true });
    for (const config of ['/etc/passwd', 'a/../../b', '..', 'a\\b', 'x'.repeat(501)])
      expect(await mistakes({ config })).toContain('expected a path in the repository, or `none`');
  });

  test('names all wrong inputs at once, and shows no secret', async () => {
    const wrong = {
      ...{ 'api-key': 'two words', 'base-url': 'http://api.example.com', 'on-missing-api-key': 'ignore' },
      ...{ url: 'ftp://a.example', 'wait-for-url': 'soon', preferences: '[1]', 'scan-id': '../list_scans' },
      ...{ language: 'de', 'include-subdomains': 'yes', 'include-leaks': '1', timeout: '0' },
      ...{ 'poll-interval': 'often', config: '../scan-gate.yml', 'fail-on': 'severe' },
      ...{ 'artifact-name': 'a/b', 'retention-days': '0' },
    };
    const message = await mistakes(wrong);
    expect(message).toContain(`${Object.keys(wrong).length} inputs are wrong`);
    for (const name of Object.keys(wrong))
      expect(message).toMatch(new RegExp(`- \`${name}\` (?:is|contains) `));
    expect(message).toContain('`critical`, `high`, `medium`, `low`, `warning` or `never`');
    expect(message).not.toContain('two words');
  });
});

const stepOf = (tempFolder: string, name: string) => ({ tempFolder, env: { GITHUB_ACTION: name } });

test.each([
  ['', null, 'CI / scan'],
  ['null', null, 'CI / scan'],
  ['{}', null, 'CI / scan'],
  ['{\n  "os": "linux",\n  "node": 24,\n  "site": {"a":1}\n}', null, 'CI / scan / linux / 24 / {"a":1}'],
  ['', '', 'CI / scan'],
  ['', 'Preview – docs', 'CI / scan / Preview – docs'],
  ['{"os":"linux"}', 'Preview', 'CI / scan / linux / Preview'],
  ['storefront', null, 'storefront'],
  ['storefront', 'Preview', 'storefront'],
  ['{not json', null, '{not json'],
])(
  'commentKey has workflow, job, matrix and environment, or the text %j: %j',
  (given, environment, expected) => {
    const key = { workflow: 'CI', job: 'scan', environment, given };
    expect(commentKey(key)).toBe(expected);
    // The second use in one job has its step too.
    const temp = mkdtempSync(join(tmpdir(), 'claims-'));
    expect(claimedKey(key, stepOf(temp, '__scan'))).toBe(expected);
    expect(claimedKey(key, stepOf(temp, '__scan2'))).toBe(`${expected} / __scan2`);
    rmSync(temp, { recursive: true });
  },
);

test.each([
  ['null', null, 'Gate'],
  ['{"site":"shop","slow":true}', null, 'Gate (shop, true)'],
  ['{"site":"shop\\n 1","to":""}', 'Preview', 'Gate (shop 1, Preview)'],
  ['mine', 'Preview', 'Gate (Preview)'],
  ['mine', null, 'Gate'],
])('statusContext has the values of matrix and deployment: %s, %s', (given, environment, expected) => {
  expect(statusContext('Gate', { given, environment })).toBe(expected);
});

test('keyDigest is sixteen hex digits that depend on the whole key', () => {
  expect(keyDigest('CI / scan')).toMatch(/^[0-9a-f]{16}$/);
  expect(keyDigest('CI / scan')).not.toBe(keyDigest('CI / scan '));
});

describe('artifactNameOf', () => {
  test('keeps a plain key readable', () => {
    expect(artifactNameOf('CI / scan / linux')).toBe('scan-gate-CI-scan-linux');
  });

  test('is a valid artifact name, whatever the key', () => {
    fc.assert(
      fc.property(anyText({ minLength: 1, maxLength: 300 }), (key) => {
        expect(artifactNameOf(key)).toMatch(/^scan-gate-[A-Za-z0-9._-]{1,109}$/);
      }),
    );
  });

  test('keeps keys apart that differ only in characters not allowed in names', () => {
    expect(artifactNameOf('a:b')).not.toBe(artifactNameOf('a?b'));
    expect(artifactNameOf('ü')).not.toBe(artifactNameOf('é'));
    expect(artifactNameOf(`${'x'.repeat(150)}1`)).not.toBe(artifactNameOf(`${'x'.repeat(150)}2`));
  });
});

test('claimKey lets only the first step have a key, every time it asks', () => {
  const temp = mkdtempSync(join(tmpdir(), 'claims-'));
  expect(claimKey(stepOf(temp, 'scan'), 'k1')).toBe(true);
  expect(claimKey(stepOf(temp, 'scan'), 'k1')).toBe(true);
  expect(claimKey(stepOf(temp, 'scan2'), 'k1')).toBe(false);
  expect(claimKey(stepOf(temp, 'scan2'), 'k2')).toBe(true);
  rmSync(temp, { recursive: true });
});
