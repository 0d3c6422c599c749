/** Texts of an attacker, for property tests. */
import fc from 'fast-check';

/** Pieces that mean something to Markdown, HTML or GitHub, mixed with harmless text. */
const piece = fc.oneof(
  fc.constantFrom(
    ...'<b> </b> <script> <!-- --> </details> </td> &lt; &#64; & * ** _ __ ~~ ` `` ``` \\ | $ $$'.split(' '),
    ...'#1 GH-1 gh-2 a/b#3 a/b@0123456789 @user \\@user @org/team @ # [ ] ( ) ! [^1] [!NOTE] ==='.split(' '),
    ...'[x](http://a.b) ![x](http://a.b/c.png) http://a.b https://a.b/c?d=e www.a.b WWW.A.B'.split(' '),
    ...'a@b.co mailto:a@b.co xmpp:a@b.co ftp://a.b <http://a.b> :tada: :+1: --- 0123456'.split(' '),
    ...['<img src=x onerror=y>', '# ', '- ', '1. ', '+ ', '> ', '[^1]: x', '    ', ' ', '\t'],
    ...['\n', '\n\n', '\r\n', 'deadbeef'.repeat(5), '\u200b', '\u202e', '\ud800', '\u0000'],
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
export const hostile = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
export const runs = { numRuns: 250 };

/** What `findReferences` finds in a page without references. */
export const noReferences = { mentions: [], issues: [], commits: [] };
