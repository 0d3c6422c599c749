import { describe, expect, test } from '@jest/globals';
import type { Verdict } from '../../../src/core/severity.ts';
import { isProofRight, type Note, noteKeyOf } from '../../../src/github/note.ts';
import { compareWithPost, noteOf } from '../../../src/publish/post.ts';
import { HEAD_SHA, schedule } from '../../support/events.ts';
import { type JudgedOptions, judgedRun } from '../recorded-run.ts';

const key = noteKeyOf('CI / scan');

describe('compareWithPost', () => {
  const by = (runId: number, verdict: Verdict, attempt = 1): Note => ({ key, runId, attempt, verdict });

  test.each<[what: string, theirs: Note, ours: Note, mayReplace: boolean, kind: string]>([
    ['a newer run stays', by(2, 'pass'), by(1, 'fail'), false, 'newer-run'],
    ['a newer attempt of the run stays', by(1, 'pass', 2), by(1, 'fail'), false, 'newer-run'],
    ['an older run is replaced', by(1, 'fail'), by(2, 'pass'), true, 'written'],
    ['an older attempt is replaced', by(1, 'fail'), by(1, 'pass', 2), true, 'written'],
    ['the fail of another job stays', by(1, 'fail'), by(1, 'pass'), false, 'other-job'],
    ['its inconclusive stays', by(1, 'inconclusive'), by(1, 'pass'), false, 'other-job'],
    ['its equal verdict stays', by(1, 'pass'), by(1, 'pass'), false, 'other-job'],
    ['its better verdict is replaced', by(1, 'inconclusive'), by(1, 'fail'), true, 'other-job'],
  ])('what was written by %s', (_what, note, ours, mayReplace, kind) => {
    expect(compareWithPost({ note, body: 'theirs' }, ours, 'ours')).toEqual({ mayReplace, kind });
  });

  test('our very text was written by an earlier try', () => {
    const ours = by(1, 'fail');
    expect(compareWithPost({ note: ours, body: 'ours' }, ours, 'ours').kind).toBe('written');
  });
});

describe('noteOf', () => {
  const noted = async (options: JudgedOptions = {}) => noteOf((await judgedRun(options)).result);
  const unjudged = { scan: { mayBeTakenUp: true } };

  test('has key, run, attempt and verdict', async () => {
    const note = { key, runId: 5, attempt: 2, verdict: 'pass' };
    expect(await noted({ runId: 5, attempt: 2 })).toEqual(note);
  });

  test('names the scan, with a proof, if the run left it unjudged', async () => {
    const note = await noted(unjudged);
    expect(note.scan).toMatchObject({ id: 'scan-1', commit: HEAD_SHA });
    expect(isProofRight('key-0123456789', note)).toBe(true);
  });

  test.each<[what: string, options: JudgedOptions]>([
    ['the scan was judged', {}],
    ['there is none', { scan: { mayBeTakenUp: true, scanId: null } }],
    ['there is no pull request to look for it', { ...unjudged, event: schedule() }],
  ])('names no scan if %s', async (_what, options) => {
    expect(await noted(options)).not.toHaveProperty('scan');
  });
});
