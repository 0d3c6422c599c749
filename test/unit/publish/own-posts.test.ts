import { describe, expect, test } from '@jest/globals';
import { composeOwnPost, conflictOf, earlierPostByDisclosure } from '../../../src/publish/own-posts.ts';
import {
  type EarlierPost,
  noEarlierPost,
  type PostStamp,
  readOwnPost,
} from '../../../src/report/hidden-line.ts';
import { HEAD_SHA } from '../../support/events.ts';
import { hiddenLineOf } from '../../support/hidden-line.ts';
import { decidedRun, preparedRun, recordedPorts } from '../recorded-run.ts';

const issue = { name: 'SQL injection', severity: 'high' };

const written: EarlierPost = {
  report: {
    outcome: 'fail',
    sha: 'abcdef0',
    blocking: 1,
    fingerprintVersion: 'v1',
    fingerprints: ['0123456789'],
    names: ['SQL injection'],
  },
  notedScan: { sha: HEAD_SHA, runId: 99, digest: '0123456789abcdef', reusable: true },
  reportMarkdown: '## Failed: SQL injection',
};

describe('conflictOf', () => {
  const by = (runId: number, outcome: PostStamp['outcome'], attempt = 1): PostStamp => ({
    marker: { key: '0123456789abcdef', runId, attempt },
    outcome,
  });

  test.each<[conflict: string | null, by: string, theirs: PostStamp, ours: PostStamp]>([
    ['newer-run', 'a newer run', by(2, 'pass'), by(1, 'fail')],
    ['newer-run', 'a newer attempt of the run', by(1, 'pass', 2), by(1, 'fail')],
    [null, 'an older run', by(1, 'fail'), by(2, 'pass')],
    ['other-job', 'another job with a worse verdict', by(1, 'fail'), by(1, 'pass')],
    ['other-job', 'another job with the same verdict', by(1, 'pass'), by(1, 'pass')],
    ['shared', 'another job with a better verdict', by(1, 'inconclusive'), by(1, 'fail')],
    [null, 'this run while its scan runs', by(1, null), by(1, 'pass')],
  ])('is %s for a text that was written by %s', (conflict, _by, theirs, ours) => {
    expect(conflictOf({ ...theirs, body: 'theirs' }, { ...ours, body: 'ours' })).toBe(conflict);
  });

  test('is null for our very text, which an earlier try has written', () => {
    const ours = { ...by(1, 'fail'), body: 'ours' };
    expect(conflictOf(ours, ours)).toBeNull();
  });
});

describe('if findings are withheld', () => {
  test('nothing of an earlier report is shown but its verdict and its number', async () => {
    const open = await preparedRun();
    expect(earlierPostByDisclosure(open.setup, written)).toEqual(written);
    const counted = await preparedRun({ inputs: { disclosure: 'counts' } });
    expect(earlierPostByDisclosure(counted.setup, written)).toEqual({
      report: { ...written.report, fingerprints: null, names: [] },
      notedScan: written.notedScan,
      reportMarkdown: null,
    });
    expect(earlierPostByDisclosure(counted.setup, noEarlierPost)).toEqual(noEarlierPost);
  });

  test('what anybody may read names no finding and no target', async () => {
    const scanned = { issues: [issue], issuesSummary: { high: 1 } };
    const open = await decidedRun({ scanned });
    expect(JSON.stringify(open.publication.publicModel)).toContain(issue.name);
    const counted = await decidedRun({ scanned, inputs: { disclosure: 'counts' } });
    const shown = counted.publication.publicModel;
    expect(JSON.stringify({ ...shown, settings: null, policyPages: null })).not.toMatch(
      /SQL injection|preview\.example\.com/,
    );
    expect(shown.assessment).toMatchObject({ blockingCount: 1, verdict: { outcome: 'fail' } });
  });
});

test('composeOwnText removes secrets from the text, and leaves the hidden line readable', () => {
  const ports = recordedPorts();
  ports.redactor.add('123456');
  const marker = { key: '0123456789abcdef', runId: 123_456, attempt: 1 };
  const hidden = { marker, outcome: null, report: null, notedScan: null };
  ports.redactor.add(hiddenLineOf(marker));
  const text = composeOwnPost(hidden, ports, (firstLine) => `${firstLine}\nby 123456`);
  expect(text.split('\n')[1]).toBe('by ***');
  expect(readOwnPost(text)).toMatchObject(hidden);
});
