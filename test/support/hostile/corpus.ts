/**
 * Texts as a hostile service, or a site that it quotes, would put them into a result: against the job log (commands, line
 * ends, terminal sequences, invisible characters), against what GitHub renders, and against programs that read files.
 */
import { readFileSync } from 'node:fs';

export interface HostileText {
  /** `group: name`, unique. */
  readonly name: string;
  readonly group: string;
  readonly text: string;
}

/** Group → name → text. */
type TextGroups = Readonly<Record<string, Readonly<Record<string, string>>>>;

const fixture = new URL('../../fixtures/hostile-texts.json', import.meta.url);
const written: TextGroups = JSON.parse(readFileSync(fixture, 'utf8'));

/** Too long to be written out. */
const repeated: TextGroups = {
  'many of one': {
    'line feeds': `one${'\n'.repeat(400)}two`,
    'piled marks': `Z${'\u0334\u0321\u0350'.repeat(60)}algo`,
  },
  size: {
    'a long word': 'a'.repeat(100_000),
    'long hexadecimal': '0123456789abcdef'.repeat(6_000),
    'many signs': '*_`[<|@#'.repeat(12_000),
    'many brackets': '['.repeat(50_000),
    'many quotes': '> '.repeat(20_000),
    'many entities': '&'.repeat(100_000),
    'many emoji': '\u{1f600}'.repeat(40_000),
    'many lines': 'x\n'.repeat(30_000),
    'many backticks': '` '.repeat(30_000),
    'many mentions': '@octocat '.repeat(5_000),
  },
};

/** The whole corpus. */
export const hostileTexts: readonly HostileText[] = [written, repeated].flatMap((groups) =>
  Object.entries(groups).flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => ({ name: `${group}: ${name}`, group, text })),
  ),
);
