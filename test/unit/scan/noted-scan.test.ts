import { describe, expect, test } from '@jest/globals';
import type { PullRequestLookup } from '../../../src/github/pull-request.ts';
import { fullSha, notedScanOf, scanDigest } from '../../../src/scan/noted-scan.ts';
import { HEAD_SHA } from '../../support/events.ts';
import { preparedRun } from '../recorded-run.ts';

test('scanDigest ignores letter case, and does not show the id', () => {
  expect(scanDigest('Scan-1')).toBe(scanDigest('scan-1'));
  expect(scanDigest('scan-1')).not.toBe(scanDigest('scan-2'));
  // Comments of earlier versions hold it.
  expect(scanDigest('scan-1')).toBe('c86371049302a4bf');
});

test('fullSha takes a whole commit only', () => {
  expect(fullSha('A'.repeat(40))).toBe('a'.repeat(40));
  expect(fullSha('b'.repeat(64))).toBe('b'.repeat(64));
  for (const sha of ['abcdef1', 'a'.repeat(41), 'g'.repeat(40), '']) expect(fullSha(sha)).toBeNull();
});

describe('notedScanOf', () => {
  const started = { scanId: 'scan-1', origin: 'started' } as const;
  const known = (headSha: string): PullRequestLookup => ({
    kind: 'found',
    number: 7,
    headSha,
    isFromFork: false,
  });

  test('notes the scan of a run with the full head commit of its pull request', async () => {
    const { setup } = await preparedRun({ runId: 101 });
    const notedScan = { sha: HEAD_SHA, runId: 101, digest: scanDigest('scan-1'), reusable: true };
    expect(notedScanOf(setup, started, true)).toEqual(notedScan);
    expect(notedScanOf(setup, started, false)).toEqual({ ...notedScan, reusable: false });
  });

  test.each<[what: string, pullRequest: PullRequestLookup, scan: Parameters<typeof notedScanOf>[1]]>([
    ['without a pull request', { kind: 'none' }, started],
    ['without a full commit', known('1234567'), started],
    ['without a scan', known(HEAD_SHA), { ...started, scanId: null }],
    ['for a given scan, which may be of any commit', known(HEAD_SHA), { ...started, origin: 'attached' }],
  ])('notes nothing %s', async (_what, pullRequest, scan) => {
    const { setup } = await preparedRun();
    expect(notedScanOf({ ...setup, pullRequest }, scan, true)).toBeNull();
  });
});
