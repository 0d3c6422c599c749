import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  encodeNote,
  isProofRight,
  type Note,
  noteKeyOf,
  ourPosts,
  proofOf,
  readNote,
} from '../../../src/github/note.ts';
import { anyText } from '../../support/any-text.ts';

const key = noteKeyOf('CI / scan');
const note: Note = { key, runId: 100, attempt: 2, verdict: 'fail' };
const commit = '4'.repeat(40);
const apiKey = 'key-0123456789';

/** The scan that its run left unjudged. */
const scan = { id: 'scan-1', commit, proof: proofOf(apiKey, { ...note, id: 'scan-1', commit }) };
const unjudged: Note = { ...note, verdict: 'inconclusive', scan };

describe('readNote', () => {
  test.each([note, unjudged])('reads what encodeNote wrote, as the first line: %j', (written) => {
    for (const lineEnd of ['', '\n', '\r\n'])
      expect(readNote(`${encodeNote(written)}${lineEnd}`)).toEqual(written);
    expect(readNote(`${encodeNote(written)}\n## Report`)).toEqual(written);
  });

  test('is plain JSON in a comment of HTML', () => {
    const json = `{"key":"${key}","runId":100,"attempt":2,"verdict":"fail"}`;
    expect(encodeNote(note)).toBe(`<!-- scan-gate ${json} -->`);
  });

  test.each([
    ['a text above it', `> quoted\n${encodeNote(note)}`],
    ['a text beside it', `${encodeNote(note)} and more`],
    ['no JSON', '<!-- scan-gate {x} -->'],
    ['a key of another form', encodeNote({ ...note, key: 'CI / scan' })],
    ['a run that is no number', encodeNote({ ...note, runId: -1 })],
    ['a proof of another form', encodeNote({ ...note, scan: { ...scan, proof: 'none' } })],
    ['a commit of another form', encodeNote({ ...note, scan: { ...scan, commit: 'main' } })],
    ['a very long line', encodeNote({ ...note, scan: { ...scan, id: 'x'.repeat(2_000) } })],
  ])('is null for %s', (_what, body) => {
    expect(readNote(body)).toBeNull();
  });

  test('law: never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyText(), fc.json()), (text) => {
        expect(readNote(text)).toBeNull();
        expect(readNote(`<!-- scan-gate ${text} -->`)).toBeNull();
      }),
    );
  });
});

describe('the proof of an unjudged scan', () => {
  test('is right with the same API key only', () => {
    expect(isProofRight(apiKey, unjudged)).toBe(true);
    expect(isProofRight('another key', unjudged)).toBe(false);
    expect(isProofRight(apiKey, note)).toBe(false);
  });

  test.each([
    ['key', { key: noteKeyOf('CI / other') }],
    ['runId', { runId: 101 }],
    ['scan', { scan: { ...scan, id: 'scan-2' } }],
    ['commit', { scan: { ...scan, commit: '5'.repeat(40) } }],
  ])('is wrong if somebody changed the %s', (_what, change) => {
    expect(isProofRight(apiKey, { ...unjudged, ...change })).toBe(false);
  });
});

test('ourPosts are those of the author that have the key', () => {
  const post = (login: string | null, body: string | null) => ({
    html_url: 'https://github.com/acme/storefront/pull/7#issuecomment-1',
    body,
    user: login === null ? null : { login },
  });
  const ours = post('bot', encodeNote(note));
  const others = [
    post('eve', encodeNote(note)),
    post(null, encodeNote(note)),
    post('bot', encodeNote({ ...note, key: noteKeyOf('CI / other') })),
    post('bot', 'plain'),
    post('bot', null),
  ];
  expect(ourPosts([...others, ours], key, 'bot')).toEqual([{ ...ours, note }]);
});
