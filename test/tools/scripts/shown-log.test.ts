import { expect, test } from '@jest/globals';
import { createLogView } from '../../../scripts/shown-log.ts';

function view(...lines: string[]): string[] {
  return lines.flatMap(createLogView()).map(({ kind, text }) => `${kind}|${text}`);
}

test('groups are titles, and annotations are words', () => {
  expect(
    view('a', '::group::Upload', 'b', '::endgroup::', 'c', '::error title=T::first%0Asecond', '::notice::n'),
  ).toEqual([
    'plain|a',
    'heading|▼ Upload',
    'plain|  b',
    'plain|c',
    'error|Error: first',
    'error|second',
    'notice|Notice: n',
  ]);
});

test('debug messages are hidden, and secrets are masked from their command on', () => {
  expect(
    view(
      'key s3cret',
      '::add-mask::s3cret',
      '::add-mask::s3',
      '::debug::x',
      'key s3cret',
      '::warning::s3cret!',
    ),
  ).toEqual(['plain|key s3cret', 'plain|key ***', 'warning|Warning: ***!']);
});
