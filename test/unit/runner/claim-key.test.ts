import { expect, test } from '@jest/globals';
import { claimCommentKey, claimKey } from '../../../src/runner/claim-key.ts';
import { folderForTests } from '../../support/folder-for-tests.ts';

const tempFolder = folderForTests();
const stepOf = (name: string) => ({ tempFolder, env: { GITHUB_ACTION: name } });

test('claimKey lets only the first step have a key, every time it asks', () => {
  expect(claimKey(stepOf('scan'), 'k1')).toBe(true);
  expect(claimKey(stepOf('scan'), 'k1')).toBe(true);
  expect(claimKey(stepOf('scan2'), 'k1')).toBe(false);
  expect(claimKey(stepOf('scan2'), 'k2')).toBe(true);
});

test('claimCommentKey gives the second use in one job its step too', () => {
  expect(claimCommentKey(stepOf('__scan'), 'CI / scan')).toBe('CI / scan');
  expect(claimCommentKey(stepOf('__scan2'), 'CI / scan')).toBe('CI / scan / __scan2');
});
