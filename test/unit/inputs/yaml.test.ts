import { expect, test } from '@jest/globals';
import { parseYaml } from '../../../src/inputs/read-input.ts';

test('reads JSON and YAML', async () => {
  expect(await parseYaml('{"a": [1]}')).toEqual({ ok: true, value: { a: [1] } });
  expect(await parseYaml('a: [1]')).toEqual({ ok: true, value: { a: [1] } });
});

test('says what is wrong with the text, on one line', async () => {
  const parsed = await parseYaml('a: [1');
  expect(parsed).toMatchObject({ ok: false, expected: expect.stringMatching(/^valid YAML or JSON \(.*\)$/) });
});

test('refuses duplicate keys and aliases', async () => {
  expect(await parseYaml('a: 1\na: 2')).toMatchObject({ ok: false });
  expect(await parseYaml('a: &x [1]\nb: [*x, *x]')).toEqual({
    ok: false,
    expected: 'YAML or JSON without aliases',
  });
});
