import { expect, test } from '@jest/globals';
import { harmless } from '../../../src/runner/log.ts';
import { hostileTexts } from '../../support/hostile/corpus.ts';

/**
 * The runner looks for `::` and `##[` by the rules of a culture (`StartsWith` and `IndexOf` of .NET without a
 * comparison), and those pass over characters that are drawn as nothing, the very ones with which commands are broken.
 */
const passedOver = '[\\p{Cf}\\p{Cc}\\p{Mn}]*';
const commandKey = new RegExp(`^${passedOver}:${passedOver}:`, 'u');
const prefix = new RegExp(`#${passedOver}#${passedOver}\\[`, 'u');
const registered = new Set(
  'add-mask add-matcher add-path debug echo endgroup error group internal-set-repo-path notice remove-matcher save-state set-env set-output stop-commands warning'.split(
    ' ',
  ),
);

const nameIn = (info: string) => (info.split(' ')[0] ?? '').toLowerCase();

/** As `ActionCommand.cs` of actions/runner: what it found by culture it cuts off by length. */
function commandByCulture(line: string): string | null {
  const message = line.trimStart();
  if (commandKey.test(message)) {
    const rest = new RegExp(`:${passedOver}:`, 'u').exec(message.slice(2));
    const name = rest === null ? '' : nameIn(message.slice(2, 2 + rest.index));
    if (registered.has(name)) return name;
  }
  const found = prefix.exec(line);
  if (found === null) return null;
  const end = line.indexOf(']', found.index);
  const name = end < 0 ? '' : nameIn(line.slice(found.index + 3, end));
  return registered.has(name) ? name : null;
}

test('a broken command is none by the rules of a culture either', () => {
  const found = hostileTexts.flatMap(({ name, text }) =>
    text
      .split(/\r\n|\n|\r/)
      .filter((line) => commandByCulture(harmless(line)) !== null)
      .map(() => name),
  );
  expect(commandByCulture('  ::error::x')).toBe('error');
  expect(commandByCulture('a ##[error]x')).toBe('error');
  expect(found).toEqual([]);
});
