import { expect, test } from '@jest/globals';
import { parseCommands } from '../../../support/commands.ts';
import { hostileTexts } from '../../../support/hostile/corpus.ts';
import { foreignCommands } from '../../../support/hostile/job-log.ts';
import { additions, readPage } from '../../../support/hostile/page.ts';
import { fields, resultWith, square } from '../../../support/hostile/result.ts';

test('the corpus is hostile: printed and rendered as it is, most of it does something', () => {
  const plain = readPage('a text of harmless words');
  const acting = hostileTexts.filter(
    ({ text }) =>
      parseCommands(text.split(/\r\n|\n|\r/)).length > 0 ||
      additions(readPage(text.slice(0, 2000)), plain).length > 0,
  );
  expect(acting.length).toBeGreaterThan(150);
});

test('commands of the corpus are distinguished from those of the action', () => {
  const ours = [
    '::error title=High%3A x::a message',
    '::add-mask::a-secret',
    '::group::a title',
    '::endgroup::',
  ];
  expect(foreignCommands(ours)).toEqual([]);
  const foreign = [
    '::set-output name=verdict::pass',
    ' ::error::a message',
    '::error::forged',
    'x ##[warning]a',
  ];
  expect(foreignCommands(foreign)).toEqual(foreign);
});

test('over all squares each field gets each text', () => {
  const seen = new Map(fields.map((field) => [field, new Set<string>()]));
  for (const [number] of hostileTexts.entries()) {
    const put = square(number);
    for (const field of fields) seen.get(field)?.add(put(field, 0));
  }
  for (const texts of seen.values()) expect(texts.size).toBe(hostileTexts.length);
});

test('a result has every field of the interface, names of maps included', () => {
  expect(fields.length).toBeGreaterThanOrEqual(45);
  // Names that every object has become properties like others.
  const own = resultWith((field) => (field.endsWith('key') ? '__proto__' : 'x'), { rows: 1 });
  expect(JSON.stringify(own).match(/"__proto__":/g)?.length).toBeGreaterThanOrEqual(10);
});
