import { describe, expect, test } from '@jest/globals';
import { readYaml } from '../../../src/settings/yaml.ts';

describe('readYaml', () => {
  test('takes YAML 1.2, also if the text says so', () => {
    const { document, mistakes } = readYaml('%YAML 1.2\n---\na: 010\nb: yes\nc: 0o10\n');
    expect(mistakes).toEqual([]);
    expect(document.toJS()).toEqual({ a: 10, b: 'yes', c: 8 });
  });

  test.each([
    ['another version', '%YAML 1.1\n---\na: 010', 1, 'YAML 1.1 is not taken, leave out the line `%YAML`'],
    ['an unknown version', '%YAML 1.3\n---\na: 1', 1, 'not valid YAML: Unsupported YAML version 1.3'],
    ['a tag that nobody knows', 'a: 1\nb: !path x', 2, 'not valid YAML: Unresolved tag: !path'],
    ['the key `__proto__`', 'a: 1\nb:\n  __proto__: { c: 1 }', 3, '`__proto__` cannot be a key'],
    ['an alias', 'a: &x [1]\nb: *x', 2, 'the alias `*x` is not taken, write the value out'],
    ['a key that stands twice', 'a: 1\na: 2', 2, 'not valid YAML: Map keys must be unique'],
    ['an address with a secret', 'a: *user:pa55@a.example', 1, 'the alias `****@a.example` is not taken'],
  ])('refuses %s', (_what, text, line, message) => {
    expect(readYaml(text).mistakes).toContainEqual({ line, message: expect.stringContaining(message) });
  });
});
