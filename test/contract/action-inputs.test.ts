import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { policyFileSchema } from '../../src/policy/policy-schema.ts';
import { readStep } from '../support/read-step.ts';
import { readAction } from '../support/runner-environment.ts';
import { readText, root } from './repository.ts';

/** Their defaults are expressions, which the runner evaluates. */
const expressionDefaults = ['comment-key', 'github-token'];

const action = await readAction(join(root, 'action.yml'));
const given: Readonly<Record<string, string>> = {
  'base-url': 'https://service.example',
  url: 'site.example',
};

function sourceOf(texts: Readonly<Record<string, string>>) {
  return (name: string) => texts[name] ?? '';
}

describe('inputs', () => {
  test('the inputs of action.yml are those that the code reads', () => {
    const read = new Set<string>();
    readStep((name) => {
      read.add(name);
      return given[name] ?? '';
    });
    expect([...read].sort()).toEqual(Object.keys(action.defaults).sort());
  });

  test('the defaults of action.yml are the fallbacks of the code', () => {
    const literal = Object.entries(action.defaults).filter(
      ([name, value]) => value !== '' && !expressionDefaults.includes(name),
    );
    expect(literal.length).toBeGreaterThan(0);
    const withDefaults = readStep(sourceOf({ ...Object.fromEntries(literal), ...given }));
    expect(withDefaults).toEqual(readStep(sourceOf(given)));
  });

  test('expressions are the defaults of the token and the key only', () => {
    const names = Object.entries(action.defaults).flatMap(([name, value]) =>
      value.includes('${{') ? [name] : [],
    );
    expect(names.sort()).toEqual(expressionDefaults);
  });

  // The runner would fill in a default, and the file could never win.
  test('a setting of the policy file has no default, and its description names the one that applies', async () => {
    const { inputs }: { inputs: Record<string, { description: string }> } = parse(
      await readText('action.yml'),
    );
    const present = Object.keys(policyFileSchema.shape).filter((name) => name in inputs);
    expect(present.length).toBeGreaterThan(0);
    expect(present.filter((name) => action.defaults[name] !== '')).toEqual([]);
    const optional = new Set(['fail-on-cvss', 'max-findings', 'baseline']);
    const silent = present.filter(
      (name) => !optional.has(name) && !/\bDefault\b/.test(inputs[name]?.description ?? ''),
    );
    expect(silent).toEqual([]);
  });
});
