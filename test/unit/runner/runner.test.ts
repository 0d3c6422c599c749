import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLog, harmlessLine } from '../../../src/runner/runner.ts';
import { anyText } from '../../support/any-text.ts';
import { registeredCommands } from '../../support/commands.ts';
import { hostileTexts } from '../../support/hostile/corpus.ts';

/** A log, and what it writes: `<function> <message>` lines. */
function recordedLog(redact = (same: string) => same) {
  const calls: string[] = [];
  const keep = (name: string) => (message: string | Error) => void calls.push(`${name} ${message}`);
  const core = {
    debug: keep('debug'),
    info: keep('info'),
    notice: keep('notice'),
    warning: keep('warning'),
    error: keep('error'),
    group: async <T>(title: string, body: () => Promise<T>) => {
      calls.push(`group ${title}`);
      return body();
    },
  };
  return { log: createLog(core, redact), calls };
}

const withoutSecret = (secret: string) => (text: string) => text.replaceAll(secret, '***');

/** Text rich in what the runner acts on. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('::', ':', '##[', '##', '#', '[', 'error', '::set-output name=a::b', '##[add-mask]'),
      fc.constantFrom('\n', '\r', '\r\n', '\t', ' ', '\x1b[31m', '\0'),
      fc.constantFrom('\u2028', '\u200b', '\u202e', '\ufeff', '\ud800'),
      anyText({ maxLength: 5 }),
    ),
  )
  .map((parts) => parts.join(''));

/** What the runner takes for a command, by its parser: `::` at the start of a trimmed line, `##[` anywhere. */
function hasCommand(text: string): boolean {
  return text.split(/\r\n|[\r\n]/).some((line) => line.trimStart().startsWith('::') || line.includes('##['));
}

describe('harmless', () => {
  test('leaves nothing that the runner would act on', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = harmlessLine(text);
        expect(hasCommand(line)).toBe(false);
        expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/u);
        expect(harmlessLine(line)).toBe(line);
      }),
    );
  });

  test('leaves ordinary text as it is', () => {
    for (const line of ['http://a::b', 'a :: b', '## heading', 'für 日本 🔒', '50 % done: # 3'])
      expect(harmlessLine(line)).toBe(line);
  });
});

describe('a culture of .NET', () => {
  /**
   * The runner looks for `::` and `##[` by the rules of a culture (`StartsWith` and `IndexOf` of .NET without a
   * comparison). These skip characters that draw nothing, which are the characters with which commands are broken.
   */
  const skipped = '[\\p{Cf}\\p{Cc}\\p{Mn}]*';
  const commandKey = new RegExp(`^${skipped}:${skipped}:`, 'u');
  const prefix = new RegExp(`#${skipped}#${skipped}\\[`, 'u');
  const nameIn = (info: string) => (info.split(' ')[0] ?? '').toLowerCase();

  /** As in `ActionCommand.cs` of actions/runner: finds by culture, then cuts by length. */
  function commandByCulture(line: string): string | null {
    const message = line.trimStart();
    if (commandKey.test(message)) {
      const rest = new RegExp(`:${skipped}:`, 'u').exec(message.slice(2));
      const name = rest === null ? '' : nameIn(message.slice(2, 2 + rest.index));
      if (registeredCommands.has(name)) return name;
    }
    const found = prefix.exec(line);
    if (found === null) return null;
    const end = line.indexOf(']', found.index);
    const name = end < 0 ? '' : nameIn(line.slice(found.index + 3, end));
    return registeredCommands.has(name) ? name : null;
  }

  test('finds no command in a line that harmless returns either', () => {
    const found = hostileTexts.flatMap(({ name, text }) =>
      text
        .split(/\r\n|\n|\r/)
        .filter((line) => commandByCulture(harmlessLine(line)) !== null)
        .map(() => name),
    );
    expect(commandByCulture('  ::error::x')).toBe('error');
    expect(commandByCulture('a ##[error]x')).toBe('error');
    expect(found).toEqual([]);
  });
});

describe('createLog', () => {
  test('breaks commands in every line of every level', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const { log, calls } = recordedLog();
        for (const level of ['debug', 'info', 'notice', 'warning', 'error'] as const) log[level](text);
        log.printWithoutRedacting('error', text);
        expect(await log.group(text, async () => 5)).toBe(5);
        expect(calls).toHaveLength(7);
        const messages = calls.map((call) => call.slice(call.indexOf(' ') + 1));
        expect(messages.filter(hasCommand)).toEqual([]);
      }),
    );
  });

  test('redacts before it cuts and splits, so that no half of a secret is left', () => {
    const { log, calls } = recordedLog(withoutSecret('first\nsecond'));
    log.info('key first\nsecond end');
    log.error(`${'x'.repeat(997)}first\nsecond`);
    expect(calls).toEqual(['info key *** end', `error ${'x'.repeat(997)}***`]);
  });

  test('redacts a secret that is whole once control characters are gone', () => {
    const { log, calls } = recordedLog(withoutSecret('k3y-5678'));
    for (const text of ['k3y\u009b-5678', '\u009bk3y-5678', 'k3\u001by-56\u200b78']) log.info(text);
    expect(calls).toEqual(['info ***', 'info ***', 'info ***']);
  });

  test('cuts long lines, and long messages of annotations', () => {
    const { log, calls } = recordedLog();
    log.info('y'.repeat(5000));
    log.warning(Array.from({ length: 10 }, () => 'z'.repeat(900)).join('\n'));
    expect(calls[0]).toBe(`info ${'y'.repeat(1000)}`);
    expect(calls[1]).toHaveLength('warning '.length + 4000);
  });
});

describe('printWithoutRedacting', () => {
  test('keeps our own words, of which one may be the value of a query', () => {
    const { log, calls } = recordedLog(withoutSecret('inconclusive'));
    for (const level of ['info', 'notice', 'warning', 'error'] as const)
      log.printWithoutRedacting(level, 'inconclusive');
    log.info('inconclusive');
    const reported = ['info', 'notice', 'warning', 'error'].map((level) => `${level} inconclusive`);
    expect(calls).toEqual([...reported, 'info ***']);
  });
});
