import { describe, expect, test } from '@jest/globals';
import { maskLog, parseCommand, parseCommandFile, parseCommands } from '../../support/commands.ts';

describe('commands', () => {
  test('reads properties and decodes them and the message', () => {
    const command = parseCommand('  ::error title=a%3Ab%2Cc,file=x.ts,line=3::100%25 bad%0Asecond%3A');
    expect(command).toMatchObject({
      name: 'error',
      syntax: 'v2',
      properties: { title: 'a:b,c', file: 'x.ts', line: '3' },
      message: '100% bad\nsecond%3A',
    });
  });

  test('decodes the percent sign last, so that an escaped escape remains text', () => {
    expect(parseCommand('::notice::%250A')?.message).toBe('%0A');
  });

  test('finds the older syntax anywhere in a line', () => {
    expect(parseCommand('GET /?q=##[set-output name=a%3Bb;]v%5D')).toMatchObject({
      name: 'set-output',
      syntax: 'v1',
      properties: { name: 'a;b' },
      message: 'v]',
    });
  });

  test.each(['text ::error::no', '::error', '::unheard-of::x', '##[section]x', ': :error::x', '#[error]x'])(
    'sees none in %j',
    (line) => {
      expect(parseCommand(line)).toBeUndefined();
    },
  );

  test('sees none between stop-commands and its token', () => {
    const lines = ['::stop-commands::abc', '::error::inside', '::other::', '::ABC::', '::error::after'];
    expect(parseCommands(lines).map(({ message }) => message)).toEqual(['abc', 'after']);
  });

  test('masks from the command on, whole values first, and each line of a value', () => {
    const log = maskLog([
      'key early',
      '::add-mask::key',
      '::add-mask::key-long',
      '::add-mask::one%0Atwo',
      'key-long, two, key',
    ]);
    expect(log.split('\n')).toEqual([
      'key early',
      ...Array<string>(3).fill('::add-mask::***'),
      '***, ***, ***',
    ]);
  });
});

describe('command files', () => {
  test('hold lines and blocks', () => {
    const content = 'plain=a=b<<c\nblock<<END\nfirst\n\nname=no\nEND\nempty<<X\nX\n';
    expect(parseCommandFile(content)).toEqual({ plain: 'a=b<<c', block: 'first\n\nname=no', empty: '' });
  });

  test.each(['just text', '<<END\nx\nEND', 'name<<END\nnever closed'])('refuse %j', (content) => {
    expect(() => parseCommandFile(content)).toThrow('Invalid');
  });
});
