import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { claimKey, claimKeyOfStep } from '../../../src/inputs/claim-key.ts';

let temp: string;
beforeEach(() => {
  temp = mkdtempSync(join(tmpdir(), 'claims-'));
});
afterEach(() => rmSync(temp, { recursive: true }));

const stepOf = (name: string) => ({ tempFolder: temp, env: { GITHUB_ACTION: name } });

test('claimKey lets only the first step have a key, every time it asks', () => {
  expect(claimKey(stepOf('scan'), 'k1')).toBe(true);
  expect(claimKey(stepOf('scan'), 'k1')).toBe(true);
  expect(claimKey(stepOf('scan2'), 'k1')).toBe(false);
  expect(claimKey(stepOf('scan2'), 'k2')).toBe(true);
});

test.each([
  ['', 'CI / scan'],
  ['storefront', 'storefront'],
])('claimedKey gives the second use in one job its step too: %j', (given, expected) => {
  const key = { workflow: 'CI', job: 'scan', environment: null, given };
  expect(claimKeyOfStep(key, stepOf('__scan'))).toBe(expected);
  expect(claimKeyOfStep(key, stepOf('__scan2'))).toBe(`${expected} / __scan2`);
});
